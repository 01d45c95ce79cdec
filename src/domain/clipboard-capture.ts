/** Which things are in one copy: a browser's picture comes with HTML around it, a file manager's files with their paths as text. */
import type { FragmentKind } from '../contract/source-snapshot.ts';

export interface PlannedFragment {
  readonly kind: FragmentKind;
  /** Positions in the copy's list of representations; the one to save and show comes first. */
  readonly representations: readonly number[];
}

/** Each representation of the copy belongs to one fragment. Empty for a copy without anything that Hub knows. */
export function planFragments(mediaTypes: readonly string[]): readonly PlannedFragment[] {
  const positions = (wanted: (mediaType: string) => boolean): readonly number[] =>
    mediaTypes.flatMap((mediaType, position) => (wanted(mediaType) ? [position] : []));
  const files = positions((mediaType) => mediaType === 'text/uri-list');
  const images = positions((mediaType) => mediaType.startsWith('image/'));
  const plain = positions((mediaType) => mediaType === 'text/plain');
  const rich = positions((mediaType) => mediaType === 'text/html' || mediaType === 'text/rtf');
  // Paths as text are another form of the list of files.
  if (files.length > 0) return [{ kind: 'files', representations: [...files, ...plain, ...rich, ...images] }];
  const text: PlannedFragment[] = plain.length > 0 ? [{ kind: 'text', representations: [...plain, ...rich] }] : [];
  const aroundImage = plain.length > 0 ? [] : rich;
  const image: PlannedFragment[] = images.length > 0 ? [{ kind: 'image', representations: [...images, ...aroundImage] }] : [];
  if (text.length + image.length > 0) return [...text, ...image];
  return rich.length > 0 ? [{ kind: 'text', representations: rich }] : [];
}
