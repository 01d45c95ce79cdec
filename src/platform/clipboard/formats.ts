/**
 * Which targets of a copy are read, in which order, under which media type and limit. Pure. Names of targets: ICCCM 2.6.2 and what programs use in
 * practice.
 */
import type { ClipboardLimits } from './limits.ts';

/** The purpose of a request, as a log may name it: never the target's name, which another program may have chosen. */
export type TargetKind = 'list' | 'text' | 'html' | 'rtf' | 'picture' | 'files' | 'address' | 'mark';

/** How an answer becomes the representation's bytes. */
export type Decoding = 'as-is' | 'latin1' | 'gnome-files';

export interface PlannedTarget {
  readonly target: string;
  readonly decoding: Decoding;
}

export interface PlannedRepresentation {
  readonly mediaType: string;
  readonly limitBytes: number;
  /** The best first; the next one is requested if the owner refuses. */
  readonly targets: readonly [PlannedTarget, ...PlannedTarget[]];
}

export interface SourceUrlTarget {
  readonly target: string;
  readonly encoding: 'utf8' | 'utf16le';
}

export interface ReadingPlan {
  readonly representations: readonly PlannedRepresentation[];
  readonly sourceUrl: SourceUrlTarget | null;
}

const textTargets: readonly PlannedTarget[] = [
  { target: 'UTF8_STRING', decoding: 'as-is' },
  { target: 'text/plain;charset=utf-8', decoding: 'as-is' },
  { target: 'text/plain;charset=UTF-8', decoding: 'as-is' },
  { target: 'text/plain', decoding: 'as-is' },
  { target: 'STRING', decoding: 'latin1' },
];

const htmlTargets: readonly PlannedTarget[] = [{ target: 'text/html', decoding: 'as-is' }];

/** Office programs offer the same under the first two names, and others under the last one. */
export const rtfTargets: readonly [PlannedTarget, ...PlannedTarget[]] = [
  { target: 'text/rtf', decoding: 'as-is' },
  { target: 'text/richtext', decoding: 'as-is' },
  { target: 'application/rtf', decoding: 'as-is' },
];

/** One picture is enough: the format that is lossless and widely supported comes first. */
const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
  'image/tiff',
  'image/bmp',
] as const;

const fileTargets: readonly PlannedTarget[] = [
  { target: 'text/uri-list', decoding: 'as-is' },
  { target: 'x-special/gnome-copied-files', decoding: 'gnome-files' },
  { target: 'x-special/mate-copied-files', decoding: 'gnome-files' },
];

const sourceUrlTargets: readonly SourceUrlTarget[] = [
  { target: 'chromium/x-source-url', encoding: 'utf8' },
  { target: 'text/x-moz-url-priv', encoding: 'utf16le' },
];

/** All targets that a plan can contain. */
export const plannableTargets: readonly string[] = [...textTargets, ...htmlTargets, ...rtfTargets, ...fileTargets, ...sourceUrlTargets]
  .map(({ target }) => target)
  .concat(imageTypes);

/** What is requested from an owner that does not list its targets. */
export const defaultTargets: readonly string[] = ['UTF8_STRING', 'STRING'];

/** What to read of a copy with these targets. In which order, `readingOrder` says. */
export function planReading(offered: readonly string[], limits: ClipboardLimits): ReadingPlan {
  const has = new Set(offered);
  const representations: PlannedRepresentation[] = [];
  const plan = (mediaType: string, limitBytes: number, candidates: readonly PlannedTarget[]) => {
    const [first, ...others] = candidates.filter(({ target }) => has.has(target));
    if (first !== undefined) representations.push({ mediaType, limitBytes, targets: [first, ...others] });
  };
  plan('text/plain', limits.textBytes, textTargets);
  plan('text/html', limits.htmlBytes, htmlTargets);
  plan('text/uri-list', limits.filesBytes, fileTargets);
  const image = imageTypes.find((type) => has.has(type));
  if (image !== undefined) plan(image, limits.imageBytes, [{ target: image, decoding: 'as-is' }]);
  plan('text/rtf', limits.rtfBytes, rtfTargets);
  return { representations, sourceUrl: sourceUrlTargets.find(({ target }) => has.has(target)) ?? null };
}

/** A plan in the order in which it is requested. */
export interface ReadingOrder {
  /** What the copy says, the plain text first. */
  readonly essential: readonly PlannedRepresentation[];
  /** Only what others of the copy say: its RTF, and the picture that an office program draws of its text, which takes longest. */
  readonly repeating: readonly PlannedRepresentation[];
}

export function readingOrder(planned: readonly PlannedRepresentation[]): ReadingOrder {
  const has = new Set(planned.map(({ mediaType }) => mediaType));
  const isDrawn = has.has('text/plain') && (has.has('text/html') || has.has('text/rtf'));
  const rtf = planned.filter(({ mediaType }) => mediaType === 'text/rtf');
  const pictures = planned.filter((each) => isDrawn && isPicture(each));
  const repeating = [...rtf, ...pictures];
  return { essential: planned.filter((each) => !repeating.includes(each)), repeating };
}

export function isPicture({ mediaType }: Pick<PlannedRepresentation, 'mediaType'>): boolean {
  return mediaType.startsWith('image/');
}

/** The plain text of a plan, and nothing else. */
export function textAlone({ representations }: ReadingPlan): ReadingPlan {
  return { representations: representations.filter(({ mediaType }) => mediaType === 'text/plain'), sourceUrl: null };
}

/** A chunk of an answer as UTF-8 bytes; safe for chunks cut anywhere. */
export function decodeChunk(decoding: Decoding, chunk: Buffer): Buffer {
  return decoding === 'latin1' ? Buffer.from(chunk.toString('latin1'), 'utf8') : chunk;
}

/** A complete list in the form of `x-special/gnome-copied-files` (the first line is copy or cut) as `text/uri-list` (RFC 2483: lines end in CRLF). */
export function uriListOfGnomeFiles(content: Buffer): Buffer {
  const [, ...uris] = content.toString('utf8').replaceAll('\0', '').split(/\r?\n/);
  return Buffer.from(
    uris
      .filter((uri) => uri !== '')
      .map((uri) => `${uri}\r\n`)
      .join(''),
    'utf8',
  );
}

/** The source address in the format that browsers add to a copy; null if it is not an http(s) or file address. */
export function decodeSourceUrl(encoding: SourceUrlTarget['encoding'], content: Buffer): string | null {
  const [address = ''] = content
    .toString(encoding)
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .trim()
    .split('\n');
  return URL.canParse(address) && /^(https?|file):/i.test(address) ? address.trim() : null;
}

/** The purpose of a requested target. Any other target is a mark. */
export function kindOfTarget(target: string): TargetKind {
  const isIn = (targets: readonly { readonly target: string }[]): boolean => targets.some((one) => one.target === target);
  if (target === 'TARGETS') return 'list';
  if (isIn(textTargets)) return 'text';
  if (isIn(htmlTargets)) return 'html';
  if (isIn(rtfTargets)) return 'rtf';
  if (isIn(fileTargets)) return 'files';
  if (isIn(sourceUrlTargets)) return 'address';
  return target.startsWith('image/') ? 'picture' : 'mark';
}
