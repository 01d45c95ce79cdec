/**
 * Which types of a copy are read, and under which a representation is offered. Pure. The types are uniform type identifiers: "System-declared uniform type
 * identifiers", Apple.
 */
import type { ClipboardLimits } from '../limits.ts';

export interface PlannedType {
  readonly type: string;
  readonly mediaType: string;
  readonly limitBytes: number;
}

type Candidate = Pick<PlannedType, 'type' | 'mediaType'>;

const text: Candidate = { type: 'public.utf8-plain-text', mediaType: 'text/plain' };
const html: Candidate = { type: 'public.html', mediaType: 'text/html' };
const rtf: Candidate = { type: 'public.rtf', mediaType: 'text/rtf' };

/** The paths of all files, as an array. Apple calls it old; the system makes it of the addresses that programs copy, and those of it. */
export const filesType = 'NSFilenamesPboardType';
/** The address of a file, in an item of its own. */
export const fileType = 'public.file-url';
const files: Candidate = { type: filesType, mediaType: 'text/uri-list' };
const file: Candidate = { type: fileType, mediaType: 'text/uri-list' };

/** One picture is enough: those that lose nothing come first, and what every program shows before TIFF. */
const pictures: readonly Candidate[] = [
  { type: 'public.png', mediaType: 'image/png' },
  { type: 'public.jpeg', mediaType: 'image/jpeg' },
  { type: 'org.webmproject.webp', mediaType: 'image/webp' },
  { type: 'com.compuserve.gif', mediaType: 'image/gif' },
  { type: 'public.avif', mediaType: 'image/avif' },
  { type: 'public.svg-image', mediaType: 'image/svg+xml' },
  { type: 'public.tiff', mediaType: 'image/tiff' },
  { type: 'com.microsoft.bmp', mediaType: 'image/bmp' },
];

/** The page of a copy, by Chromium and its relatives. */
export const sourceUrlType = 'org.chromium.source-url';

/** By which all offers of Hub are known, also of one that has ended since. */
export const offerType = 'desktop.hub.offer';

/** What to read of a copy with these types, text first. Beside files there is only the icon of one. */
export function planTypes(offered: readonly string[], limits: ClipboardLimits, isTextAlone: boolean): readonly PlannedType[] {
  const has = new Set(offered);
  const copiedFiles = [files, file].find(({ type }) => has.has(type));
  const picture = copiedFiles === undefined ? pictures.find(({ type }) => has.has(type)) : undefined;
  const planned: readonly (readonly [Candidate | undefined, number])[] = [
    [text, limits.textBytes],
    [html, limits.htmlBytes],
    [copiedFiles, limits.filesBytes],
    [picture, limits.imageBytes],
    [rtf, limits.rtfBytes],
  ];
  return planned.flatMap(([candidate, limitBytes]) => {
    if (candidate === undefined || !has.has(candidate.type) || (isTextAlone && candidate !== text)) return [];
    return [{ ...candidate, limitBytes }];
  });
}

/** The type of a media type that Hub offers; null for what no program of macOS would paste. */
export function offeredType(mediaType: string): string | null {
  return [text, html, files, rtf, ...pictures].find((candidate) => candidate.mediaType === mediaType)?.type ?? null;
}
