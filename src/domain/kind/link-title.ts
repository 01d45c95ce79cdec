/** What a page calls a link that was copied from it: browsers put the whole link beside its address, as HTML. */

import { withoutReferences } from './character-references.ts';

const longestTitle = 300;

/** The text of the only link in this HTML; empty for several links, without a text, and if the text is only the address. One pass. */
export function linkTitle(html: string, address: string): string {
  const tag = /<a(?=[\s/>])/i.exec(html);
  if (tag === null || /<a[\s/>]/i.test(html.slice(tag.index + 2))) return '';
  const start = endOfTag(html, tag.index) + 1;
  const end = html.slice(start).search(/<\/a[\s>]/i);
  if (start === 0 || end < 0) return '';
  const title = withoutReferences(textOf(html.slice(start, start + end)))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestTitle)
    .replace(/[\ud800-\udbff]$/, '');
  return isAddress(title, address.trim()) ? '' : title;
}

/** Where the tag ends; values in quotes may have a `>`. -1 if it does not end. */
function endOfTag(html: string, start: number): number {
  const next = /[>"']/g;
  next.lastIndex = start;
  for (let found = next.exec(html); found !== null; found = next.exec(html)) {
    if (found[0] === '>') return found.index;
    const closing = html.indexOf(found[0], next.lastIndex);
    if (closing < 0) return -1;
    next.lastIndex = closing + 1;
  }
  return -1;
}

function textOf(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
    parts.push(html.slice(at, tag));
    const end = endOfTag(html, tag);
    if (end < 0) return parts.join('');
    at = end + 1;
  }
  return parts.concat(html.slice(at)).join('');
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
