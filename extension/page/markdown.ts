/** HTML as Markdown: turndown, with rules for what it would lose. Addresses become absolute. */
import TurndownService from 'turndown';
import { leadingAddress } from './addresses.ts';
import { arrange } from './arranged.ts';
import type { Budget } from './budget.ts';
import { escapedAddress, escapedMarkup, escapedWords } from './front-matter.ts';
import { marks } from './marks.ts';

const leftOut = 'script style noscript template button input select textarea object canvas svg'.split(' ');
const raised: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−=()ni'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][at] ?? sign]),
);
const lowered: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at] ?? sign]),
);
const footnoteIndent = 4;

type Write = (content: string, element: Element, base: string) => string;

/** By the names of elements. */
const byName: Readonly<Record<string, Write>> = {
  pre: (_content, block) => fenced(block),
  li: (content, element) => item(content, element.getAttribute(marks.sign) ?? '- ', element.nextElementSibling === null),
  dt: (content) => `\n\n${strong(content)}\n\n`,
  dd: (content, element) => `\n${item(content, '- ', element.nextElementSibling === null)}`,
  a: (content, element, base) => (element.hasAttribute('href') ? link(content, element, base) : content),
  img: (_content, element, base) => picture(element, base),
  iframe: (_content, element, base) => embedded(element, base),
  video: (_content, element, base) => embedded(element, base),
  audio: (_content, element, base) => embedded(element, base),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, (content: string) => `\n\n${'#'.repeat(level)} ${inOneLine(content)}\n\n`]),
  ),
  b: (content, element) => emphasised(content, '**', element.parentElement?.closest('b, strong') ?? null),
  strong: (content, element) => emphasised(content, '**', element.parentElement?.closest('b, strong') ?? null),
  i: (content, element) => emphasised(content, '*', element.parentElement?.closest('i, em') ?? null),
  em: (content, element) => emphasised(content, '*', element.parentElement?.closest('i, em') ?? null),
  del: (content, element) => emphasised(content, '~~', element.parentElement?.closest('del, s, strike') ?? null),
  s: (content, element) => emphasised(content, '~~', element.parentElement?.closest('del, s, strike') ?? null),
  strike: (content, element) => emphasised(content, '~~', element.parentElement?.closest('del, s, strike') ?? null),
  sup: (content) => placed(content, 'sup', raised),
  sub: (content) => placed(content, 'sub', lowered),
  q: (content) => `“${content}”`,
  table: (content) => `\n\n${content.replace(/\n+/g, '\n').trim()}\n\n`,
  thead: (content) => content,
  tbody: (content) => content,
  tfoot: (content) => content,
  colgroup: () => '',
  tr: (content, row) => `\n|${content}${row.hasAttribute(marks.rule) ? `\n${row.getAttribute(marks.rule) ?? ''}` : ''}\n`,
  th: (content) => cell(content),
  td: (content) => cell(content),
};

/** The Markdown of an element that was prepared (`extension/page/prepared.ts`). It is changed by this. */
export function toMarkdown(element: Element, base: string, budget: Budget): string {
  arrange(element, base);
  budget();
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  });
  const escapeSigns = service.escape.bind(service);
  service.escape = (text) => escapedMarkup(escapeSigns(text));
  service.remove(leftOut as never);
  service.addRule('by name', {
    filter: (node) => Object.hasOwn(byName, node.nodeName.toLowerCase()),
    replacement: (content, node) => byName[node.nodeName.toLowerCase()]?.(content, node as Element, base) ?? content,
  });
  service.addRule('formula', {
    filter: (node) => node.nodeName === 'SPAN' && (node as Element).hasAttribute('data-hub-formula'),
    replacement: (_content, node) => {
      const written = node.textContent ?? '';
      return (node as Element).getAttribute('data-hub-formula') === 'block' ? `\n\n${written}\n\n` : written;
    },
  });
  service.addRule('what stands here as it is', {
    filter: (node) => (node as Element).hasAttribute(marks.written),
    replacement: (_content, node) => (node as Element).getAttribute(marks.written) ?? '',
  });
  service.addRule('footnote', {
    filter: (node) => {
      // It is asked of nearly every element.
      budget();
      return (node as Element).hasAttribute(marks.note);
    },
    replacement: (content, node) =>
      `\n\n${indented(`[^${(node as Element).getAttribute(marks.note)}]: ${content.trim()}`, footnoteIndent)}\n\n`,
  });
  // What turndown gives back in the end it trims by a pattern that looks at each run of blanks as often as that is long. What it has written of one element is the same.
  let written = '';
  service.addRule('all of it', {
    filter: (node) => (node as Element).hasAttribute(marks.whole),
    replacement: (content) => {
      written = content;
      return '';
    },
  });
  const { ownerDocument: document } = element;
  const [around, whole] = [document.createElement('div'), document.createElement('div')];
  whole.setAttribute(marks.whole, '');
  whole.append(...element.childNodes);
  around.append(whole);
  service.turndown(around);
  return written.trim();
}

/** With one blank after its sign, where turndown has three. What belongs to it is as far in as its words. */
function item(content: string, sign: string, isLast: boolean): string {
  return `${sign}${indented(content.trim(), sign.length)}${isLast ? '' : '\n'}`;
}

/** All lines but the first one and those without words. */
function indented(text: string, by: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
}

function fenced(block: Element): string {
  const language = block.getAttribute(marks.language) ?? '';
  const text = block.textContent ?? '';
  let longest = 2;
  for (const [fence] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, fence.length);
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n\n`;
}

function cell(content: string): string {
  const lines = content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return ` ${lines.join('<br>').replaceAll('|', '\\|')} |`;
}

function strong(content: string): string {
  return emphasised(content.trim(), '**', null);
}

/** Signs around blocks, or around themselves, are no signs. */
function emphasised(content: string, sign: string, around: Element | null): string {
  const isPlain =
    around !== null || content.trim() === '' || content.includes('\n\n') || content.startsWith(sign) || content.endsWith(sign);
  return isPlain ? content : `${sign}${content}${sign}`;
}

/** Digits have signs of their own; the end of a word, as in `1st`, is read without. A link to a note has its brackets. */
function placed(content: string, name: 'sup' | 'sub', signs: Readonly<Record<string, string>>): string {
  const letters = [...content.trim()];
  if (letters.length === 0 || content.includes('[')) return content;
  if (letters.every((letter) => signs[letter] !== undefined)) return letters.map((letter) => signs[letter]).join('');
  return name === 'sup' && /^\p{L}{2,}\.?$|^[™®]$/u.test(content) ? content : `<${name}>${content}</${name}>`;
}

function link(content: string, element: Element, base: string): string {
  const address = leadingAddress(element.getAttribute('href') ?? '', base);
  const words = content.trim();
  // The sign beside a heading that links to it has no words of its own.
  if (words === '' || words === '#' || words === '\\#' || words === '¶' || words === '§' || words === '🔗') return '';
  if (address === null) return content;
  // A link around blocks can't be written in Markdown.
  if (words.includes('\n\n')) return content;
  return `[${inOneLine(words)}](${escapedAddress(address)})`;
}

function inOneLine(words: string): string {
  return words
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function picture(element: Element, base: string): string {
  const address = leadingAddress(element.getAttribute('src') ?? '', base);
  // The bytes of a picture in its address say nothing to a reader, and a dot that counts visits has no words.
  if (address === null || !element.hasAttribute('src')) return '';
  const isDot = element.getAttribute('width') === '1' || element.getAttribute('height') === '1';
  if (isDot) return '';
  return `![${escapedWords(element.getAttribute('alt') ?? '')}](${escapedAddress(address)})`;
}

/** A film or another page in this one, as a link. */
function embedded(element: Element, base: string): string {
  const told = element.getAttribute('src') ?? element.querySelector('source[src]')?.getAttribute('src') ?? '';
  const address = told === '' ? null : leadingAddress(told, base);
  if (address === null) return '';
  const words = escapedWords(element.getAttribute('title') ?? element.getAttribute('aria-label') ?? '');
  const { pathname, hostname } = new URL(address);
  const name = element.localName === 'iframe' ? '' : escapedWords(pathname.split('/').at(-1) ?? '');
  return `\n\n[${words || name || hostname}](${escapedAddress(address)})\n\n`;
}
