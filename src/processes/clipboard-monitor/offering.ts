/** Puts what was captured on the clipboard again: a fragment, or the address that it came from. */
import { isPutBack } from '../../domain/clipboard-capture.ts';
import { contentPlaces, readFragment } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Clipboard, OfferedRepresentation } from '../../platform/clipboard/index.ts';

/** Offers all forms of a fragment that are of use there. Returns its capture; null when it is not on the clipboard. */
export async function offerFragment(clipboard: Clipboard, journal: JournalReader, fragmentId: number): Promise<number | null> {
  const fragment = readFragment(journal, fragmentId);
  if (fragment === null || fragment.state === 'filtered') return null;
  const places = contentPlaces(journal, fragmentId).filter(({ mediaType }) => isPutBack(fragment.kind, mediaType));
  const offered = await clipboard.offer(
    places.map((place): OfferedRepresentation => {
      const { mediaType, bytes } = place;
      return { mediaType, content: 'inline' in place ? { bytes, inline: Buffer.from(place.inline) } : { bytes, file: place.file } };
    }),
  );
  return offered.ok ? fragment.captureId : null;
}

/** Offers the address as text. False when it is not on the clipboard, or the fragment has none. */
export async function offerAddress(clipboard: Clipboard, journal: JournalReader, fragmentId: number): Promise<boolean> {
  const inline = Buffer.from(readFragment(journal, fragmentId)?.source.path ?? '');
  if (inline.length === 0) return false;
  return (await clipboard.offer([{ mediaType: 'text/plain', content: { bytes: inline.length, inline } }])).ok;
}
