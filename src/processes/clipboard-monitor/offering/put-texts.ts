/** Puts the texts of several fragments on the clipboard, as one text. */
import { readFile } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import { mostJoinedBytes } from '../../../contract/requests.ts';
import { isHeldBack } from '../../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { Clipboard } from '../../../platform/clipboard/index.ts';
import { contentAt } from '../put-back.ts';

/** Copies are read from the clipboard between so many fragments. */
const atOnce = 25;
const lineEnd = Buffer.from('\n');

/**
 * Joins the plain texts by a line end, in this order. Those without one, and those that the content filter hides, are left out. False if there is none,
 * if together they are too long, or if the clipboard does not take them; `content-missing` if the file of one is missing or damaged.
 */
export async function offerTexts(
  clipboard: Clipboard,
  journal: JournalReader,
  fragmentIds: readonly number[],
): Promise<boolean | 'content-missing'> {
  const texts: Uint8Array[] = [];
  let bytes = 0;
  for (const [at, id] of fragmentIds.entries()) {
    if (at % atOnce === atOnce - 1) await breath();
    const text = await textOf(journal, id, mostJoinedBytes - bytes);
    if (text === 'content-missing') return text;
    if (text === 'too-long') return false;
    if (text === null) continue;
    texts.push(text);
    bytes += text.length + lineEnd.length;
  }
  if (texts.length === 0) return false;
  const inline = Buffer.concat(texts.flatMap((text, at) => (at === 0 ? [text] : [lineEnd, text])));
  return (await clipboard.offer([{ mediaType: 'text/plain', content: { bytes: inline.length, inline } }])).ok;
}

async function textOf(
  journal: JournalReader,
  id: number,
  longestBytes: number,
): Promise<Uint8Array | 'content-missing' | 'too-long' | null> {
  const fragment = readFragment(journal, id);
  if (fragment === null || fragment.state === 'filtered' || isHeldBack(fragment)) return null;
  const place = contentPlaces(journal, id).find(({ mediaType }) => mediaType === 'text/plain');
  if (place === undefined) return null;
  if (place.bytes > longestBytes) return 'too-long';
  const found = await contentAt(place, null);
  if (found === null) return 'content-missing';
  try {
    return 'inline' in found ? found.inline : await readFile(found.file);
  } catch {
    return 'content-missing';
  }
}
