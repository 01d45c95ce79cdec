/** What the readers of other histories give: copies, oldest first, and what could not be read. Every file is a stranger's. */

import { tag as tagForm } from '../../contract/annotation.ts';
import { annotationLimits } from '../../contract/fragment-words.ts';
import type { CaptureSource } from '../../contract/journal.ts';
import type { FragmentKind } from '../../contract/source-snapshot.ts';
import type { EarlierCopy } from '../../journal/fragments/earlier-copies.ts';
import type { Annotations } from '../../journal/keeping/annotations.ts';

/** No content may be larger, in bytes, as for copies; nor the formats of one copy together, which are in memory at once. */
export const mostContentBytes: number = 256 * 1024 * 1024;
/** No file may have more copies. */
export const mostItems = 1_000_000;
/** In UTF-16 units: of a name or an address. */
const longestName = 4_096;

export interface ImportItem {
  readonly kind: FragmentKind;
  /** The main one first. */
  readonly representations: readonly { readonly mediaType: string; readonly bytes: Uint8Array }[];
  /** Unix time in ms; null if the file has none. */
  readonly copiedAtMs: number | null;
  readonly source: CaptureSource;
  readonly givenName: string | null;
  readonly copies: number;
  readonly firstCopiedAtMs: number | null;
  readonly earlier: readonly EarlierCopy[];
  readonly annotations: Annotations;
}

/** `name` says which one, as far as its user can find it in the other program. */
export interface UnreadableItem {
  readonly unreadable: string;
  readonly name: string;
}

export type ReadItem = ImportItem | UnreadableItem;

/** A history that was opened. Iterating throws `BrokenFile` where nothing more can be read. */
export interface ImportSource extends Disposable {
  /** The program whose history it is. */
  readonly from: 'Hub' | 'CopyQ' | 'Maccy' | 'Ditto';
  /** How many copies it says it has. */
  readonly count: number;
  /** What is known to be missing at its end, in a sentence; null if it is whole. */
  readonly broken: string | null;
  /** Oldest first. */
  items(): Iterable<ReadItem>;
}

/** Its message is a sentence for a person. */
export class BrokenFile extends Error {}

export const unknownSource: CaptureSource = {
  type: 'other',
  name: '',
  path: '',
  app: { name: null, executable: null, pid: null, windowTitle: null },
};

/** A copy in a program that is only known by its name. */
export function sourceNamed(name: string): CaptureSource {
  const short = cut(name);
  return short === '' ? unknownSource : { ...unknownSource, type: 'local', name: short, app: { ...unknownSource.app, name: short } };
}

export function cut(text: string): string {
  return text.slice(0, longestName).toWellFormed();
}

export const noAnnotations: Annotations = { pinned: false, tags: [], title: null, note: null };

/** As tags, without those that can't be made one: blanks become hyphens. */
export function tagsOf(words: readonly string[]): readonly string[] {
  const tags = words.slice(0, 4 * annotationLimits.tagsOfFragment).flatMap((word) => {
    const parsed = tagForm.safeParse(
      word
        .trim()
        .replaceAll(/[\s,":]+/g, '-')
        .slice(0, annotationLimits.tag),
    );
    return parsed.success ? [parsed.data] : [];
  });
  return [...new Set(tags)].slice(0, annotationLimits.tagsOfFragment);
}

/** A note as Hub keeps it; null for an empty one. */
export function noteOf(text: string): string | null {
  const note = text.toWellFormed().replaceAll('\0', '').slice(0, annotationLimits.note).toWellFormed().trimEnd();
  return note === '' ? null : note;
}

export function titleOf(text: string): string | null {
  const title = text
    .toWellFormed()
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .trim()
    .slice(0, annotationLimits.title)
    .toWellFormed();
  return title === '' ? null : title;
}

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff', 'image/svg+xml'] as const;

/**
 * The formats that Hub keeps of those of another program: a text with its HTML, a list of files with its text, or a picture. Null without any, or if there is
 * nothing in it.
 */
export function keptFormats(formats: ReadonlyMap<string, Uint8Array>): Pick<ImportItem, 'kind' | 'representations'> | null {
  const of = (...mediaTypes: readonly string[]): ImportItem['representations'] =>
    mediaTypes.flatMap((mediaType) => {
      const bytes = formats.get(mediaType);
      return bytes === undefined || bytes.length === 0 ? [] : [{ mediaType, bytes }];
    });
  const [files, text, html, picture] = [of('text/uri-list'), of('text/plain'), of('text/html'), of(...pictures).slice(0, 1)];
  if (files.length > 0) return { kind: 'files', representations: [...files, ...text] };
  if (text.length > 0) return { kind: 'text', representations: [...text, ...html, ...picture] };
  if (picture.length > 0) return { kind: 'image', representations: [...picture, ...html] };
  return html.length > 0 ? { kind: 'text', representations: html } : null;
}
