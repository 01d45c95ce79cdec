/** Copies that begin alike look alike in a row: what is shown of each then begins shortly before the first difference. Pure. */
import type { FragmentRow } from '../../../../contract/shell-page.ts';

/** In UTF-16 units. A narrow row shows about as much: what differs earlier is in sight anyway. */
const alike = 28;
/** Of the beginning that they share, and of what is before the difference. */
const shownOfBeginning = 12;
const shownBefore = 10;

/** What to show instead of the title, by the id of a row. Of copies that differ only further on than a row knows, there is nothing. */
export function toldApart(rows: readonly FragmentRow[]): ReadonlyMap<string, string> {
  const texts = rows
    .filter(({ match, host, ownTitle, kind }) => match === undefined && host === '' && ownTitle === '' && kind === 'text')
    .map((row) => ({ id: row.id, text: (row.preview || row.title).replaceAll(/\s+/g, ' ').trim() }))
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
  const shown = new Map<string, string>();
  for (const [at, { id, text }] of texts.entries()) {
    // In their order the most alike are neighbours.
    const shared = Math.max(sharedWith(text, texts[at - 1]?.text), sharedWith(text, texts[at + 1]?.text));
    const from = Math.max(wordBefore(text, shared), shownOfBeginning);
    if (shared >= alike && shared < text.length) shown.set(id, `${beginning(text)}… ${text.slice(from).trimStart()}`);
  }
  return shown;
}

function sharedWith(text: string, other = ''): number {
  const length = Math.min(text.length, other.length);
  let at = 0;
  while (at < length && text.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** The start of a word that is shortly before this place, if there is one. */
function wordBefore(text: string, place: number): number {
  const blank = text.lastIndexOf(' ', place - 1);
  const from = blank >= place - shownBefore ? blank + 1 : place;
  return /[\udc00-\udfff]/.test(text.charAt(from)) ? from - 1 : from;
}

function beginning(text: string): string {
  const blank = text.lastIndexOf(' ', shownOfBeginning);
  return text.slice(0, blank > 0 ? blank : shownOfBeginning).toWellFormed();
}
