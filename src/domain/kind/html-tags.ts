/** What Hub reads of the HTML that browsers put beside a copy: the attributes of a tag, and the characters behind references. One pass each. */

/** `title="…>"`: the parts of a tag, each read where the one before it ended. */
const between = /[\s/]*/y;
const attributeName = /[^\s"'<>/=]+/y;
const equals = /\s*=\s*/y;
const bareValue = /[^\s>]*/y;

const readNames = ['alt', 'src', 'href'] as const;

export interface HtmlTag {
  readonly attributes: Partial<Record<(typeof readNames)[number], string>>;
  /** Behind its `>`; null if it has none. */
  readonly end: number | null;
}

/** The tag whose attributes begin here. Of each attribute the first is taken, as browsers do. */
export function tagAt(html: string, start: number): HtmlTag {
  const attributes: HtmlTag['attributes'] = {};
  let at = start;
  const read = (part: RegExp): string => {
    part.lastIndex = at;
    const text = part.exec(html)?.[0] ?? '';
    at += text.length;
    return text;
  };
  while (at < html.length) {
    read(between);
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = read(attributeName).toLowerCase();
    const hasValue = read(equals) !== '';
    const quote = html[at];
    if (hasValue && (quote === '"' || quote === "'")) {
      const end = html.indexOf(quote, at + 1);
      if (end < 0) break;
      if (isRead(name)) attributes[name] ??= html.slice(at + 1, end);
      at = end + 1;
    } else if (hasValue) {
      const value = read(bareValue);
      if (isRead(name)) attributes[name] ??= value;
    } else if (name === '') at += 1;
  }
  return { attributes, end: null };
}

function isRead(name: string): name is (typeof readNames)[number] {
  return readNames.some((each) => each === name);
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  // Tokens and addresses consist of these.
  lowbar: '_',
  period: '.',
  colon: ':',
  sol: '/',
  plus: '+',
  equals: '=',
  commat: '@',
};
const longest = 4_096;

/** The beginning of a text of HTML, with the characters for the character references that browsers write. */
export function withoutReferences(text: string): string {
  return charactersFor(text.slice(0, longest));
}

/** All of a text of HTML, with the characters for these references. */
export function charactersFor(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
