/**
 * Arranges an element, which is a copy, for the writing of Markdown: what depends on its place among others is written down at each element here, in one pass,
 * so that writing looks at no element twice.
 */

import { arrangeTables } from './arranged-table.ts';
import { arrangeFootnotes } from './footnotes.ts';
import { marks } from './marks.ts';
import { codeText } from './prepared.ts';

/** `base`: the address of its page. */
export function arrange(root: Element, base: string): void {
  for (const element of root.querySelectorAll('*')) for (const name of Object.values(marks)) element.removeAttribute(name);
  arrangeFootnotes(root, base);
  arrangeTables(root);
  arrangeLists(root);
  arrangeCode(root);
  for (const details of root.querySelectorAll('details')) rename(details, 'div');
  for (const summary of root.querySelectorAll('summary')) {
    const strong = rename(summary, 'strong');
    const paragraph = strong.ownerDocument.createElement('p');
    strong.replaceWith(paragraph);
    paragraph.append(strong);
  }
}

function rename(element: Element, name: string): Element {
  const fresh = element.ownerDocument.createElement(name);
  fresh.append(...element.childNodes);
  element.replaceWith(fresh);
  return fresh;
}

function arrangeLists(root: Element): void {
  for (const list of root.querySelectorAll('ul, ol')) {
    // A list that stands between the items of another one belongs to the item before it.
    const around = list.parentElement;
    if (around === null || around === root || !isList(around)) continue;
    const before = list.previousElementSibling;
    const holder = before?.localName === 'li' ? before : list.ownerDocument.createElement('li');
    if (holder !== before) list.before(holder);
    holder.append(list);
  }
  for (const list of root.querySelectorAll('ol')) number(list as HTMLOListElement);
  for (const box of root.querySelectorAll(
    'li > input[type="checkbox"], li > label > input[type="checkbox"], li > span > input[type="checkbox"], li > p > input[type="checkbox"]',
  )) {
    const sign = box.ownerDocument.createElement('img');
    sign.setAttribute(marks.written, (box as HTMLInputElement).checked ? '[x]' : '[ ]');
    const after = box.nextSibling;
    if (after instanceof Text) after.data = ` ${after.data.trimStart()}`;
    else box.after(' ');
    box.replaceWith(sign);
  }
}

function isList({ localName }: Element): boolean {
  return localName === 'ul' || localName === 'ol';
}

/** As HTML §4.4.8 counts. */
function number(list: HTMLOListElement): void {
  const items = [...list.children].filter(({ localName }) => localName === 'li');
  const isReversed = list.hasAttribute('reversed');
  let at = wholeNumber(list.getAttribute('start')) ?? (isReversed ? items.length : 1);
  for (const one of items) {
    at = wholeNumber(one.getAttribute('value')) ?? at;
    one.setAttribute(marks.sign, `${Math.max(0, at)}. `);
    at += isReversed ? -1 : 1;
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\s*-?\d{1,9}/.test(text) ? Number.parseInt(text, 10) : null;
}

/** As `prepare` has written it down. */
function languageIn(code: Element): string | null {
  return [...code.classList].find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? null;
}

/** Code within a line has nothing but its text: signs of Markdown mean nothing in it. A link that is all of it goes around it. */
function arrangeCode(root: Element): void {
  // What is in a block is written as its text alone, without blanks at its end: turndown looks at a run of blanks before other ones as often as it is long.
  for (const block of root.querySelectorAll('pre')) {
    if (!root.contains(block)) continue;
    const code = block.querySelector('code') ?? block;
    const language = languageIn(code);
    block.textContent = codeText(code);
    if (language !== null) block.setAttribute(marks.language, language);
  }
  for (const key of root.querySelectorAll('kbd, samp, tt')) if (key.closest('pre, code') === null) rename(key, 'code');
  for (const code of root.querySelectorAll('code')) {
    if (code.firstElementChild === null || code.closest('pre') !== null) continue;
    const links = code.querySelectorAll('a[href]');
    const [link] = links;
    const text = code.textContent;
    code.textContent = text;
    if (link === undefined || links.length > 1 || link.textContent?.trim() !== text?.trim()) continue;
    const around = link.cloneNode(false) as Element;
    code.replaceWith(around);
    around.append(code);
  }
}
