/** What a page calls a link that was copied from it: browsers put the whole link beside its address, as HTML. */

import { tagAt, withoutReferences } from './html-tags.ts';
import { pageAddressOf } from './page-address.ts';

const longestTitle = 300;

/**
 * The text of the only link in this HTML, if that leads to `address`; empty for other and for several links, without a text, and if the text is only the
 * address. One pass.
 */
export function linkTitle(html: string, address: string): string {
  const tag = /<a(?=[\s/>])/i.exec(html);
  if (tag === null || /<a[\s/>]/i.test(html.slice(tag.index + 2))) return '';
  const { attributes, end } = tagAt(html, tag.index + 2);
  if (end === null || !isSamePage(withoutReferences(attributes.href ?? ''), address)) return '';
  const length = html.slice(end).search(/<\/a[\s>]/i);
  if (length < 0) return '';
  const title = withoutReferences(textOf(html.slice(end, end + length)))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestTitle)
    .replace(/[\ud800-\udbff]$/, '');
  return isAddress(title, address.trim()) ? '' : title;
}

function isSamePage(one: string, other: string): boolean {
  const page = pageAddressOf(one);
  return page !== null && page.href === pageAddressOf(other)?.href;
}

/** What is no text of a page: its end is looked for behind its beginning. */
const noText: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<!--/, /-->/g],
  [/^<style(?=[\s>])/i, /<\/style/gi],
  [/^<script(?=[\s>])/i, /<\/script/gi],
];

function textOf(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
    parts.push(html.slice(at, tag));
    const skipped = noText.find(([begin]) => begin.test(html.slice(tag, tag + 8)))?.[1];
    const closing = skipped === undefined ? tag : placeOf(skipped, html, tag);
    const end = closing === null ? null : html.startsWith('-->', closing) ? closing + 3 : tagAt(html, closing + 1).end;
    if (end === null) return parts.join('');
    at = end;
  }
  return parts.concat(html.slice(at)).join('');
}

function placeOf(expression: RegExp, html: string, from: number): number | null {
  expression.lastIndex = from;
  return expression.exec(html)?.index ?? null;
}

/** Also without the parts that are often left out where an address is shown. */
function isAddress(title: string, address: string): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/$/, '');
  return bare(title) === bare(address);
}
