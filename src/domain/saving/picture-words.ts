/** What a page calls a picture that was copied from it: browsers put the picture's tag beside the picture. */

/** `title="…>"`: the parts of a tag, each read where the one before it ended. */
const between = /[\s/]*/y;
const attributeName = /[^\s"'<>/=]+/y;
const equals = /\s*=\s*/y;
const bareValue = /[^\s>]*/y;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const longestWords = 300;

/**
 * The alternative text of the only picture in this HTML, or the name of its file without the extension; empty without either, and for several
 * pictures. A `data:` address has no name. One pass.
 */
export function pictureWords(html: string): string {
  const tag = /<img(?=[\s/>])/i.exec(html);
  if (tag === null || /<img[\s/>]/i.test(html.slice(tag.index + 4))) return '';
  const { alt = '', src = '' } = attributesAt(html, tag.index + 4);
  return textOf(alt).trim() || nameOf(textOf(src).trim());
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

/** With the character references that browsers write. */
function textOf(value: string): string {
  return value.slice(0, 4_096).replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
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
