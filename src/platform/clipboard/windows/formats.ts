/**
 * Which formats of a copy are read, in which order and under which media type, and in which formats a representation is offered. Pure. Standard formats
 * have numbers (winuser.h); programs register all others by name.
 */
import type { ClipboardLimits } from '../limits.ts';

/** The standard formats that Hub reads or writes, by the names of their constants. */
export const standardFormats: ReadonlyMap<string, number> = new Map([
  ['CF_UNICODETEXT', 13],
  ['CF_DIB', 8],
  ['CF_HDROP', 15],
  ['CF_DIBV5', 17],
]);

/** By which all offers of Hub are known, also of one that has ended since: Windows keeps what a program that exits had copied. */
export const offerFormat = 'Hub Offer';

/** How the bytes of a format become those of a representation. */
export type Form = 'utf-16' | 'html' | 'rtf' | 'files' | 'bitmap' | 'png' | 'as-is';

export interface PlannedFormat {
  readonly format: string;
  readonly mediaType: string;
  readonly form: Form;
  readonly limitBytes: number;
}

type Candidate = Pick<PlannedFormat, 'format' | 'mediaType' | 'form'>;

const html: Candidate = { format: 'HTML Format', mediaType: 'text/html', form: 'html' };
const rtf: Candidate = { format: 'Rich Text Format', mediaType: 'text/rtf', form: 'rtf' };
const text: Candidate = { format: 'CF_UNICODETEXT', mediaType: 'text/plain', form: 'utf-16' };
const files: Candidate = { format: 'CF_HDROP', mediaType: 'text/uri-list', form: 'files' };

/** One picture is enough: those that lose nothing come first, and of them the one that needs no conversion. */
const pictures: readonly Candidate[] = [
  { format: 'PNG', mediaType: 'image/png', form: 'png' },
  { format: 'image/png', mediaType: 'image/png', form: 'png' },
  { format: 'CF_DIBV5', mediaType: 'image/png', form: 'bitmap' },
  { format: 'CF_DIB', mediaType: 'image/png', form: 'bitmap' },
  { format: 'JFIF', mediaType: 'image/jpeg', form: 'as-is' },
  { format: 'GIF', mediaType: 'image/gif', form: 'as-is' },
  { format: 'image/webp', mediaType: 'image/webp', form: 'as-is' },
  { format: 'image/svg+xml', mediaType: 'image/svg+xml', form: 'as-is' },
];
const bitmaps: ReadonlySet<string> = new Set(['CF_DIBV5', 'CF_DIB']);

/** What to read of a copy with these formats, text first. Windows makes either bitmap of the other one and lists it behind the one that was copied. */
export function planFormats(offered: readonly string[], limits: ClipboardLimits, isTextAlone: boolean): readonly PlannedFormat[] {
  const has = new Set(offered);
  const copiedBitmap = offered.find((format) => bitmaps.has(format));
  const picture = pictures.find(({ format }) => has.has(format) && (!bitmaps.has(format) || format === copiedBitmap));
  const planned: readonly (readonly [Candidate | undefined, number])[] = [
    [text, limits.textBytes],
    [html, limits.htmlBytes],
    [files, limits.filesBytes],
    [picture, limits.imageBytes],
    [rtf, limits.rtfBytes],
  ];
  return planned.flatMap(([candidate, limitBytes]) => {
    if (candidate === undefined || !has.has(candidate.format) || (isTextAlone && candidate !== text)) return [];
    return [{ ...candidate, limitBytes }];
  });
}

/** The format of a media type that Hub offers, and its form; null for what no program of Windows would paste. */
export function offeredFormat(mediaType: string): Pick<PlannedFormat, 'format' | 'form'> | null {
  return [text, html, files, rtf, ...pictures].find((candidate) => candidate.mediaType === mediaType) ?? null;
}
