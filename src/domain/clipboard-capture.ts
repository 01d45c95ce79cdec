/** Which things are in one copy: a browser's picture comes with HTML around it, a spreadsheet's cells as a picture too, a file manager's files with their paths as text. */
import type { FragmentKind } from '../contract/source-snapshot.ts';

/** A form of the copy; content that is large is not looked at. */
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

/** Each representation of the copy belongs to one fragment. Empty for a copy without anything that Hub knows. */
export function planFragments(forms: readonly CopiedForm[]): readonly PlannedFragment[] {
  const positions = (wanted: (mediaType: string) => boolean): readonly number[] =>
    forms.flatMap(({ mediaType }, position) => (wanted(mediaType) ? [position] : []));
  const files = positions((mediaType) => mediaType === 'text/uri-list');
  const images = positions((mediaType) => mediaType.startsWith('image/'));
  const plain = positions((mediaType) => mediaType === 'text/plain');
  const rich = positions((mediaType) => mediaType === 'text/html' || mediaType === 'text/rtf');
  // Paths as text are another form of the list of files.
  if (files.length > 0) return [{ kind: 'files', representations: [...files, ...plain, ...rich, ...images] }];
  const text: PlannedFragment = { kind: 'text', representations: [...plain, ...rich] };
  if (images.length === 0) return text.representations.length > 0 ? [text] : [];
  if (plain.length === 0 || isTextOfPicture(forms)) return [{ kind: 'image', representations: [...images, ...rich, ...plain] }];
  // Text that has a form of its own with HTML is also drawn by office programs: the picture is a form of it.
  if (rich.length > 0) return [{ kind: 'text', representations: [...text.representations, ...images] }];
  return [text, { kind: 'image', representations: images }];
}

/**
 * True for a form that goes on the clipboard when the fragment is put back there. A spreadsheet that is offered cells together with a picture of
 * them pastes the picture.
 */
export function isPutBack(kind: FragmentKind, mediaType: string): boolean {
  return kind !== 'text' || !mediaType.startsWith('image/');
}

/** The text says where the picture is from, and HTML there may be shows it. */
function isTextOfPicture(forms: readonly CopiedForm[]): boolean {
  const [plain, html] = ['text/plain', 'text/html'].map((wanted) => forms.find(({ mediaType }) => mediaType === wanted));
  if (!plain?.small || plain.small.length > addressBytes || !isAddress(plain.small.toString().trim())) return false;
  return html === undefined || html.small?.toString('latin1').toLowerCase().includes('<img') === true;
}

function isAddress(text: string): boolean {
  return /^(?:(?:https?|file|data|blob):|\/)\S*$/i.test(text);
}
