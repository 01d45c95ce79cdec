/** The title that a document gives itself at its beginning: in its front matter, or as the title of a page. Pure, and linear in a bounded part of the text. */

export interface TitledDocument {
  readonly title: string;
  /** What follows its head, as far as it was looked at; empty for a page, whose source says little. */
  readonly rest: string;
}

/** UTF-16 units in which a head has to end. */
const longestHead = 8_192;

/** Null if it gives itself none. */
export function titledDocument(text: string): TitledDocument | null {
  const start = text.slice(0, longestHead);
  return ofFrontMatter(start) ?? ofPage(start);
}

function ofFrontMatter(text: string): TitledDocument | null {
  if (!/^---\r?\n/.test(text)) return null;
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const end = lines.indexOf('---', 1);
  const line = lines.slice(1, Math.max(1, end)).find((each) => each.startsWith('title:'));
  const title = line === undefined ? '' : scalar(line.slice('title:'.length).trim());
  return title === '' ? null : { title, rest: lines.slice(end + 1).join('\n') };
}

/** A value of YAML on one line: plain, or in quotes. Empty for anything else. */
function scalar(value: string): string {
  if (value.startsWith("'")) return /^'(?:[^']|'')*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : '';
  if (!value.startsWith('"')) return /^[|>&*!{[#]|^(?:null|true|false|~)$/i.test(value) ? '' : withoutComment(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'string' ? parsed.trim() : '';
  } catch {
    return '';
  }
}

function withoutComment(value: string): string {
  const comment = value.search(/\s#/);
  return comment < 0 ? value : value.slice(0, comment).trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  middot: '·',
  laquo: '«',
  raquo: '»',
};

/** Of a whole page alone: a piece of HTML is code. */
function ofPage(text: string): TitledDocument | null {
  if (!/^\s{0,64}<!doctype html/i.test(text)) return null;
  const [start, end] = [/<title>/i.exec(text)?.index ?? -1, /<\/title/i.exec(text)?.index ?? -1];
  if (start < 0 || end < start) return null;
  const title = text
    .slice(start + '<title>'.length, end)
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hexadecimal?: string, name?: string) =>
      name === undefined ? character(Number(decimal ?? `0x${hexadecimal}`), whole) : (entities[name.toLowerCase()] ?? whole),
    );
  return title.trim() === '' ? null : { title: title.replaceAll(/[ \t\r\n]+/g, ' ').trim(), rest: '' };
}

function character(point: number, whole: string): string {
  return point > 0 && point <= 0x10_ff_ff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : whole;
}
