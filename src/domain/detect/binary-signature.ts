/** Binary types, recognized by their signatures. The library behind it takes memory, so it is loaded for the first content that is not text. */
import type { Claim } from './text-sample.ts';

/** Labels of Magika's vocabulary for the extensions that file-type returns; extensions that are labels themselves are left out. */
// biome-ignore format: a table
const LABELS: Readonly<Record<string, string>> = {
  jpg: 'jpeg', apng: 'png', tif: 'tiff', heic: 'heif', '7z': 'sevenzip', gz: 'gzip', 'tar.gz': 'gzip', bz2: 'bzip', Z: 'unixcompress', lzh: 'lha',
  mov: 'qt', m4v: 'mp4', m4a: 'mp4', m4b: 'mp4', m4p: 'mp4', f4v: 'mp4', mp1: 'mp2', mid: 'midi', mts: 'mpegts', '3g2': '3gp',
  oga: 'ogg', ogv: 'ogg', ogx: 'ogg', ogm: 'ogg', opus: 'ogg', spx: 'ogg', exe: 'pebin', class: 'javabytecode', dcm: 'dicom', ps: 'postscript', eps: 'postscript',
  ttc: 'ttf', cur: 'ico', docm: 'docx', xlsm: 'xlsx', pptm: 'pptx', jpm: 'jp2', jpx: 'jp2', mj2: 'jp2',
};

/** Types that share one container, by the name of a stream in it (UTF-16LE: [MS-CFB] 2.6.1). */
const COMPOUND: readonly (readonly [stream: string, typeId: string])[] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['__properties_version1.0', 'outlook'],
];

/**
 * The label of the signature that these bytes begin with, or null. Frames of MPEG audio are short and weak evidence; all others are nearly certain.
 */
export async function claimBySignature(bytes: Uint8Array): Promise<Claim | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (found === undefined) return null;
  if (found.ext === 'cfb') return claimCompound(bytes);
  return { typeId: LABELS[found.ext] ?? found.ext, confidence: /^(?:mp[123]|mpegts|mts)$/u.test(found.ext) ? 0.93 : 0.99 };
}

function claimCompound(bytes: Uint8Array): Claim {
  const names = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
  const kind = COMPOUND.find(([stream]) => names.includes(stream));
  return kind ? { typeId: kind[1], confidence: 0.97 } : { typeId: 'ole', confidence: 0.95 };
}
