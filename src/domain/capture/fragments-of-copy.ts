/** Which things are in one copy: a browser's picture comes with HTML around it, a spreadsheet's cells as a picture too, a file manager's files with their paths as text. */

import type { CaptureSource } from '../../contract/journal.ts';
import type { AppIdentity, FragmentKind } from '../../contract/source-snapshot.ts';

/** A representation of the copy; large content is not inspected. */
export interface CopiedForm {
  readonly mediaType: string;
  readonly small: Buffer | null;
}

export interface PlannedFragment {
  readonly kind: FragmentKind;
  /** Positions in the copy's list of representations; the one to save and show comes first. */
  readonly representations: readonly number[];
}

const addressBytes = 8 * 1024;

/**
 * Each representation of the copy belongs to one fragment. Empty for a copy without known formats. `missing`: the media types that its program offered too and
 * did not hand over in time; they tell what the others are.
 */
export function planFragments(forms: readonly CopiedForm[], missing: readonly string[] = []): readonly PlannedFragment[] {
  const positions = (wanted: (mediaType: string) => boolean): readonly number[] =>
    forms.flatMap(({ mediaType }, position) => (wanted(mediaType) ? [position] : []));
  const files = positions((mediaType) => mediaType === 'text/uri-list');
  const images = positions((mediaType) => mediaType.startsWith('image/'));
  const plain = positions((mediaType) => mediaType === 'text/plain');
  const rich = positions(isRich);
  // Paths as text are another representation of the list of files.
  if (files.length > 0) return [{ kind: 'files', representations: [...files, ...plain, ...rich, ...images] }];
  const text: PlannedFragment = { kind: 'text', representations: [...plain, ...rich] };
  if (images.length === 0) return text.representations.length > 0 ? [text] : [];
  if (plain.length === 0 || isTextOfPicture(forms)) return [{ kind: 'image', representations: [...images, ...rich, ...plain] }];
  // Office programs also offer a picture of text with HTML: it is a representation of the text.
  if (rich.length > 0 || missing.some(isRich)) return [{ kind: 'text', representations: [...text.representations, ...images] }];
  return [text, { kind: 'image', representations: images }];
}

function isRich(mediaType: string): boolean {
  return mediaType === 'text/html' || mediaType === 'text/rtf';
}

/** True for the picture that an office program has drawn of the text of the fragment. */
export function isPictureOfText(kind: FragmentKind, mediaType: string): boolean {
  return kind === 'text' && mediaType.startsWith('image/');
}

/** The text says where the picture is from; any HTML displays it. */
function isTextOfPicture(forms: readonly CopiedForm[]): boolean {
  const [plain, html] = ['text/plain', 'text/html'].map((wanted) => forms.find(({ mediaType }) => mediaType === wanted));
  if (!plain?.small || plain.small.length > addressBytes || !isAddress(plain.small.toString().trim())) return false;
  return html === undefined || html.small?.toString('latin1').toLowerCase().includes('<img') === true;
}

function isAddress(text: string): boolean {
  return /^(?:(?:https?|file|data|blob):|\/)\S*$/i.test(text);
}

/** The source of a copy (§2.5): `web` if the browser reported the page's address, `local` if an application is known, otherwise `other`. */
export function sourceOf(app: AppIdentity, url: string | null): CaptureSource {
  const page = url !== null && /^https?:\/\//i.test(url) ? url : null;
  const name = app.windowTitle ?? app.name ?? '';
  if (page !== null) return { type: 'web', name, path: withoutCredentials(page), app };
  const known = app.name !== null || app.executable !== null;
  return { type: known ? 'local' : 'other', name: app.name ?? app.executable ?? '', path: app.executable ?? '', app };
}

/** `https://user:password@host/` without the part before the `@`. */
function withoutCredentials(url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}
