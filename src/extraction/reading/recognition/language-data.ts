/** What tesseract learned of a language, and which one it tries first: of English out of a package of Hub, of others out of the folder into which `hub ocr --install` writes. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NoText } from '../no-text.ts';

/** More than any language takes. */
const mostBytes = 64 * 1024 * 1024;

/** English, and Ukrainian, which was not measured: behind other languages, and among each other as they were asked for. */
const behindOthers = /^(?:eng|ukr)$/;
const ofIdeographs = /^(?:chi|jpn|kor)/;

/** @param folder of the installed languages. Throws `NoText` if there is none of this language, or if it is damaged. */
export function languageData(language: string, folder: string | null): Uint8Array {
  const file = fileOf(language, folder);
  if (file === null) throw new NoText('no-language');
  try {
    return gunzipSync(readFileSync(file), { maxOutputLength: mostBytes });
  } catch {
    throw new NoText('no-language');
  }
}

function fileOf(language: string, folder: string | null): string | null {
  const installed = folder === null ? null : path.join(folder, `${language}.traineddata.gz`);
  if (installed !== null && existsSync(installed)) return installed;
  if (language !== 'eng') return null;
  const packaged = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng'));
  return path.join(packaged, '4.0.0_best_int', 'eng.traineddata.gz');
}

/**
 * In which order tesseract gets several languages, each group in the order in which it was asked for: what the first one is sure of is not read by the others. English first reads `für` as `fiir`, and
 * English after German is read as well as alone. Of Chinese and Japanese the reverse is true: their data takes Latin letters for others.
 */
export function inReadingOrder(languages: readonly string[]): readonly string[] {
  return languages.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf(language: string): number {
  if (ofIdeographs.test(language)) return 2;
  return behindOthers.test(language) ? 1 : 0;
}
