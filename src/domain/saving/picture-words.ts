/** What a page calls a picture that was copied from it: browsers put the picture's tag beside the picture. */

import { tagAt, withoutReferences } from '../kind/html-tags.ts';

const longestWords = 300;

/**
 * The alternative text of the only picture in this HTML, or the name of its file without the extension; empty without either, and for several
 * pictures. A `data:` address has no name. One pass.
 */
export function pictureWords(html: string): string {
  const tag = /<img(?=[\s/>])/i.exec(html);
  if (tag === null || /<img[\s/>]/i.test(html.slice(tag.index + 4))) return '';
  const { attributes } = tagAt(html, tag.index + 4);
  const [alt = '', src = ''] = [attributes.alt, attributes.src];
  return withoutReferences(alt).trim() || nameOf(withoutReferences(src).trim());
}

/** The last part of an address, without its extension. */
function nameOf(address: string): string {
  if (/^(?:data|blob|javascript|about|cid):/i.test(address)) return '';
  const way = address.split(/[?#]/, 1)[0] ?? '';
  const path = way.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/]*/i, '');
  const last = path.slice(path.lastIndexOf('/') + 1).slice(0, longestWords);
  try {
    return decodeURIComponent(last).replace(/\.[a-z\d]{1,5}$/i, '');
  } catch {
    return last.replace(/\.[a-z\d]{1,5}$/i, '');
  }
}
