/** What a page calls a picture that was copied from it: browsers put the picture's tag beside the picture. */

import { withoutReferences } from '../kind/character-references.ts';

/** `title="…>"`: the parts of a tag, each read where the one before it ended. */
const between = /[\s/]*/y;
const attributeName = /[^\s"'<>/=]+/y;
const equals = /\s*=\s*/y;
const bareValue = /[^\s>]*/y;

const longestWords = 300;

/**
 * The alternative text of the only picture in this HTML, or the name of its file without the extension; empty without either, and for several
 * pictures. A `data:` address has no name. One pass.
 */
export function pictureWords(html: string): string {
  const tag = /<img(?=[\s/>])/i.exec(html);
  if (tag === null || /<img[\s/>]/i.test(html.slice(tag.index + 4))) return '';
  const { alt = '', src = '' } = attributesAt(html, tag.index + 4);
  return withoutReferences(alt).trim() || nameOf(withoutReferences(src).trim());
}

function attributesAt(html: string, start: number): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let at = start;
  const read = (part: RegExp): string => {
    part.lastIndex = at;
    const text = part.exec(html)?.[0] ?? '';
    at += text.length;
    return text;
  };
  while (at < html.length) {
    read(between);
    if (html[at] === '>') break;
    const name = read(attributeName).toLowerCase();
    const hasValue = read(equals) !== '';
    const quote = html[at];
    if (hasValue && (quote === '"' || quote === "'")) {
      const end = html.indexOf(quote, at + 1);
      if (end < 0) break;
      if (name === 'alt' || name === 'src') found[name] ??= html.slice(at + 1, end);
      at = end + 1;
    } else if (hasValue) {
      const value = read(bareValue);
      if (name === 'alt' || name === 'src') found[name] ??= value;
    } else if (name === '') at += 1;
  }
  return found;
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
