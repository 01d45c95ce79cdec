/** What a page calls a link that was copied from it: browsers put the whole link beside its address, as HTML. */

import { tagAt, withoutReferences } from './html-tags.ts';
import { textOfHtml } from './html-text.ts';
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
  const title = textOfHtml(html.slice(end, end + length))
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

/** Also without the parts that are often left out where an address is shown. */
function isAddress(title: string, address: string): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/$/, '');
  return bare(title) === bare(address);
}
