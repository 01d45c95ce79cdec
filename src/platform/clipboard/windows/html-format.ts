/**
 * `HTML Format`, in which programs of Windows copy HTML: a header of lines, whose offsets say where the page and the fragment begin and end, in bytes of
 * the whole, and then the page in UTF-8. Pure. Source: Microsoft, "HTML Clipboard Format".
 */

export interface HtmlOfFormat {
  /** UTF-8, without the header. */
  readonly html: Buffer;
  /** The page that it was copied from, as the owner writes it. */
  readonly sourceUrl: string | null;
}

/** A header has a few short lines; an address is longer. Nothing is looked for behind this. */
const headerBytes = 16_384;
const startOfFragment = '<!--StartFragment-->';
const endOfFragment = '<!--EndFragment-->';
/** The lines of a header; a page may begin with something that looks like another one. */
const names: ReadonlySet<string> = new Set(
  ['version', 'starthtml', 'endhtml', 'startfragment', 'endfragment', 'startselection', 'endselection', 'sourceurl'], //
);
/** Enough for any offset, so that the header's own length does not depend on them. */
const digits = 10;

/** The page in these bytes; without usable offsets, everything behind the header's lines. */
export function readHtmlFormat(bytes: Buffer): HtmlOfFormat {
  const whole = untilNul(bytes);
  const { fields, endsAt } = headerOf(whole.subarray(0, headerBytes).toString('latin1'));
  const between = (start: string, end: string): Buffer | null => {
    const [from, to] = [offset(fields.get(start)), offset(fields.get(end))];
    return from !== null && to !== null && from >= endsAt && from < to && to <= whole.length ? whole.subarray(from, to) : null;
  };
  const html = between('starthtml', 'endhtml') ?? between('startfragment', 'endfragment') ?? whole.subarray(endsAt);
  const address = fields.get('sourceurl');
  return { html, sourceUrl: address === undefined ? null : Buffer.from(address, 'latin1').toString('utf8') };
}

/** These bytes of HTML in the format. What the page marks as its fragment stays its fragment; otherwise all of it is. */
export function writeHtmlFormat(html: Buffer): Buffer {
  const [marked, end] = [html.indexOf(startOfFragment), html.lastIndexOf(endOfFragment)];
  const isMarked = marked >= 0 && end >= marked + startOfFragment.length;
  const before = Buffer.from(isMarked ? '' : `<html><body>\r\n${startOfFragment}`);
  const after = Buffer.from(isMarked ? '' : `${endOfFragment}\r\n</body></html>`);
  const startHtml = header(0, 0, 0, 0).length;
  const endHtml = startHtml + before.length + html.length + after.length;
  const startFragment = isMarked ? startHtml + marked + startOfFragment.length : startHtml + before.length;
  const endFragment = isMarked ? startHtml + end : startFragment + html.length;
  return Buffer.concat([Buffer.from(header(startHtml, endHtml, startFragment, endFragment)), before, html, after, Buffer.alloc(1)]);
}

function header(startHtml: number, endHtml: number, startFragment: number, endFragment: number): string {
  const offsets = { StartHTML: startHtml, EndHTML: endHtml, StartFragment: startFragment, EndFragment: endFragment };
  const lines = Object.entries(offsets).map(([name, value]) => `${name}:${String(value).padStart(digits, '0')}\r\n`);
  return `Version:0.9\r\n${lines.join('')}`;
}

/** The header's lines, by their names in small letters, and where they end: with the first line that is none of them. */
function headerOf(text: string): { readonly fields: ReadonlyMap<string, string>; readonly endsAt: number } {
  const fields = new Map<string, string>();
  let at = 0;
  for (;;) {
    const line = lineAt(text, at);
    const colon = line.text.indexOf(':');
    const name = colon < 0 ? '' : line.text.slice(0, colon).toLowerCase();
    if (!names.has(name)) return { fields, endsAt: at };
    if (!fields.has(name)) fields.set(name, line.text.slice(colon + 1).trim());
    at = line.endsAt;
  }
}

/** Lines end in CR, LF or both. */
function lineAt(text: string, at: number): { readonly text: string; readonly endsAt: number } {
  let end = at;
  while (end < text.length && text[end] !== '\r' && text[end] !== '\n') end += 1;
  const isPair = text[end] === '\r' && text[end + 1] === '\n';
  return { text: text.slice(at, end), endsAt: Math.min(text.length, end + (isPair ? 2 : 1)) };
}

/** Null for -1, which says that there is none. */
function offset(digitsOf: string | undefined): number | null {
  return digitsOf !== undefined && /^\d{1,10}$/.test(digitsOf) ? Number(digitsOf) : null;
}

function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
