/** HTML as Markdown: turndown with GitHub's tables, and rules for what it would lose. Addresses become absolute. */
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { escapedAddress } from './front-matter.ts';

/** The Markdown of an element that was prepared (`extension/page/prepared.ts`). */
export function toMarkdown(element: Element, base: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  });
  service.use(gfm);
  service.remove([
    'script',
    'style',
    'noscript',
    'template',
    'button',
    'input',
    'select',
    'textarea',
    'iframe',
    'object',
    'canvas',
    'audio',
    'video',
  ] as never);
  service.addRule('code with its language', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_content, node) => fenced(node as Element),
  });
  service.addRule('formula', {
    filter: (node) => node.nodeName === 'SPAN' && (node as Element).hasAttribute('data-hub-formula'),
    replacement: (_content, node) => {
      const written = node.textContent ?? '';
      return (node as Element).getAttribute('data-hub-formula') === 'block' ? `\n\n${written}\n\n` : written;
    },
  });
  service.addRule('item of a list', {
    filter: 'li',
    replacement: (content, node) => item(content, node as Element),
  });
  service.addRule('link to its place', {
    filter: (node) => node.nodeName === 'A' && (node as Element).hasAttribute('href'),
    replacement: (content, node) => link(content, node as Element, base),
  });
  service.addRule('picture at its place', {
    filter: 'img',
    replacement: (_content, node) => picture(node as Element, base),
  });
  unwrapStrayCells(element);
  return service
    .turndown(element as HTMLElement)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Rows and cells without their table, as Readability leaves them of a layout: the plugin for tables does not survive them. */
function unwrapStrayCells(element: Element): void {
  for (const stray of element.querySelectorAll('tr, td, th, thead, tbody, tfoot, caption')) {
    if (stray.closest('table') !== null) continue;
    const block = stray.ownerDocument.createElement('div');
    block.append(...stray.childNodes);
    stray.replaceWith(block);
  }
}

/** With one blank after its sign, where turndown has three. What belongs to it is as far in as its words. */
function item(content: string, element: Element): string {
  const list = element.parentElement;
  const first = Number(list?.getAttribute('start') ?? 1);
  const place = list === null ? 0 : [...list.children].indexOf(element);
  const sign = list?.localName === 'ol' ? `${(Number.isInteger(first) ? first : 1) + place}. ` : '- ';
  const words = content.trim().replaceAll('\n', `\n${' '.repeat(sign.length)}`);
  return `${sign}${words}${element.nextElementSibling === null ? '' : '\n'}`;
}

function fenced(block: Element): string {
  const code = block.querySelector('code') ?? block;
  const language = [...code.classList].find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  const text = code.textContent ?? '';
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n\n`;
}

function link(content: string, element: Element, base: string): string {
  const address = absolute(element.getAttribute('href') ?? '', base);
  const words = content.trim();
  // The sign beside a heading that links to it has no words of its own.
  if (words === '' || words === '#' || words === '¶' || words === '§' || words === '🔗') return '';
  if (address === null) return content;
  // A link around blocks can't be written in Markdown.
  if (words.includes('\n\n')) return content;
  return `[${inOneLine(words)}](${escapedAddress(address)})`;
}

function inOneLine(words: string): string {
  return words
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function picture(element: Element, base: string): string {
  const address = absolute(element.getAttribute('src') ?? '', base);
  // The bytes of a picture in its address say nothing to a reader, and a dot that counts visits has no words.
  if (address === null) return '';
  const isDot = element.getAttribute('width') === '1' || element.getAttribute('height') === '1';
  if (isDot) return '';
  const words = (element.getAttribute('alt') ?? '')
    .replace(/[[\]\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `![${words}](${escapedAddress(address)})`;
}

function absolute(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null;
}
