/** Footnotes as Markdown has them (`[^1]`): the link in the text and its note, where both are there. */
import { marks } from './marks.ts';

const noteElements = 'li[id], [role="doc-footnote"][id], div.footnote[id], aside.footnote[id], p.footnote[id]';
/** What leads back from a note to its place. */
const backLinks = '.mw-cite-backlink, .reversefootnote, .footnote-backref, .footnote-back, .data-footnote-backref, [role="doc-backlink"]';
const backSigns = /^(?:[\^↑↩⤴\s]|\ufe0e|\ufe0f)+$/u;
/** The words of a link to a note. */
const label = /^[[(]?([\p{L}\p{N}*†‡]{1,6})[\])]?$/u;

export function arrangeFootnotes(root: Element, base: string): void {
  const notes = new Map([...root.querySelectorAll(noteElements)].map((note) => [note.id, note]));
  if (notes.size === 0) return;
  const labels = new Map<Element, string>();
  const taken = new Set<string>();
  const links = [...root.querySelectorAll('a[href*="#"]')];
  for (const link of links) {
    const note = notes.get(partOf(link, base) ?? '');
    const [, told] = label.exec((link.textContent ?? '').trim()) ?? [];
    if (note === undefined || told === undefined || note.contains(link) || !isReference(link)) continue;
    const known = labels.get(note) ?? freeLabel(told, taken);
    labels.set(note, known);
    taken.add(known);
    const written = link.ownerDocument.createElement('img');
    written.setAttribute(marks.written, `[^${known}]`);
    link.replaceWith(written);
  }
  for (const [note, known] of labels) writeNote(note, known);
}

function isReference(link: Element): boolean {
  return (
    link.closest('sup') !== null ||
    link.querySelector('sup') !== null ||
    link.matches('.footnote-ref, [role="doc-noteref"], [data-footnote-ref]')
  );
}

/** The id that a link within the page leads to. */
function partOf(link: Element, base: string): string | null {
  const address = link.getAttribute('href') ?? '';
  const at = address.indexOf('#');
  if (at > 0 && address.slice(0, at) !== base.split('#')[0]) return null;
  const id = address.slice(at + 1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function freeLabel(told: string, taken: ReadonlySet<string>): string {
  if (/^[\p{L}\p{N}]+$/u.test(told) && !taken.has(told)) return told;
  let number = taken.size + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** The note becomes a block of its own, before the list that it was in. */
function writeNote(note: Element, known: string): void {
  for (const back of note.querySelectorAll(backLinks)) back.remove();
  for (const back of note.querySelectorAll('a')) if (backSigns.test(back.textContent ?? '')) back.remove();
  const written = note.ownerDocument.createElement('div');
  written.setAttribute(marks.note, known);
  written.append(...note.childNodes);
  const list = note.parentElement;
  if (note.localName !== 'li' || list === null || !/^[uo]l$/.test(list.localName)) {
    note.replaceWith(written);
    return;
  }
  list.before(written);
  note.remove();
  if (list.firstElementChild === null) list.remove();
}
