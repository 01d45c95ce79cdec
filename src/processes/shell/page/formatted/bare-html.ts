/**
 * HTML with nothing but its elements, their words, the `href` of links, the `alt` of pictures and `hidden`. The page draws no other attribute, but a parser would keep
 * them: the page's policy reports each style and handler, and elements that differ by their attributes are opened anew in every paragraph, so that a short
 * text becomes a huge tree. Nothing depends on this for safety. Reads each character a few times.
 */

/** What is in these is no words (HTML, 13.1.2). */
const raw: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']);
const rawEnd = /<\/(script|style|title|textarea|xmp|iframe|noembed|noframes|noscript)(?=[\s/>])/gi;
/** Of these only the words are drawn, and a parser opens them anew in every paragraph. */
const dropped: ReadonlySet<string> = new Set(['font', 'big', 'nobr', 'strike', 'tt', 'plaintext', 'frameset']);
const longestName = 40;
/** Of an element's own style; the sheets of its page are not there. */
const hides = /display: ?none|visibility: ?hidden/i;

interface Tag {
  /** In lower case; empty for a tag that is none. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly href: string | null;
  readonly alt: string | null;
  /** What is in it is not to be seen: it has the attribute `hidden`, or a style that says so. */
  readonly isHidden: boolean;
  /** Behind its `>`. */
  readonly end: number;
}

/**
 * The same text for a parser, as long as it or shorter but for escapes. What is cut off at its end is left out, and so is what follows once there are
 * `longest` UTF-16 units or more.
 */
export function bareHtml(html: string, longest = Number.POSITIVE_INFINITY): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const unclosed = new Set<string>();
  let at = 0;
  while (at < html.length && length < longest) {
    const open = html.indexOf('<', at);
    if (open < 0) return parts.join('') + html.slice(at);
    add(html.slice(at, open));
    const next = html[open + 1] ?? '';
    const isEnd = next === '/';
    if (/[a-z]/i.test(isEnd ? (html[open + 2] ?? '') : next)) {
      const tag = tagAt(html, open, isEnd);
      if (tag === null) break;
      at = tag.end;
      const end = raw.has(tag.name) && !isEnd && !unclosed.has(tag.name) ? endOfRaw(html, tag) : null;
      if (end !== null) at = end;
      else {
        if (raw.has(tag.name)) unclosed.add(tag.name);
        add(written(tag));
      }
    } else if (next === '!' || next === '?' || isEnd) {
      const end = endOfComment(html, open);
      if (end < 0) break;
      at = end;
    } else {
      add('&lt;');
      at = open + 1;
    }
  }
  return parts.join('');
}

function endOfComment(html: string, open: number): number {
  const mark = html.startsWith('<!--', open) ? '-->' : '>';
  const found = html.indexOf(mark, open + 2);
  return found < 0 ? -1 : found + mark.length;
}

/** Null if it does not end, as if it had not begun. */
function endOfRaw(html: string, { name, end }: Tag): number | null {
  rawEnd.lastIndex = end;
  for (let found = rawEnd.exec(html); found !== null; found = rawEnd.exec(html)) {
    if (found[1]?.toLowerCase() === name) return tagAt(html, found.index, true)?.end ?? html.length;
  }
  return null;
}

/** The tag at a `<`, with its quoted values as units (HTML, 13.2.5). Null if the text ends within it. */
function tagAt(html: string, open: number, isEnd: boolean): Tag | null {
  let at = open + (isEnd ? 2 : 1);
  const nameAt = at;
  at = skip(html, at, isInName);
  const name = html.slice(nameAt, Math.min(at, nameAt + longestName)).toLowerCase();
  const kept: { href: string | null; alt: string | null; isHidden: boolean } = { href: null, alt: null, isHidden: false };
  while (at < html.length) {
    at = skip(html, at, isBetween);
    if (html[at] === '>') return { name: /^[a-z][a-z\d-]*$/.test(name) ? name : '', isEnd, ...kept, end: at + 1 };
    const attributeAt = at;
    at = skip(html, at + 1, isInAttribute);
    const attribute = html.slice(attributeAt, Math.min(at, attributeAt + longestName)).toLowerCase();
    if (attribute === 'hidden') kept.isHidden = true;
    const equals = skip(html, at, isBlank);
    if (html[equals] !== '=') continue;
    const valueAt = skip(html, equals + 1, isBlank);
    const quote = html[valueAt];
    const isQuoted = quote === '"' || quote === "'";
    const end = isQuoted ? html.indexOf(quote, valueAt + 1) : skip(html, valueAt, isUnquoted);
    if (end < 0) return null;
    const value = html.slice(isQuoted ? valueAt + 1 : valueAt, end);
    if (attribute === 'href' || attribute === 'alt') kept[attribute] ??= value;
    if (attribute === 'style' && hides.test(value)) kept.isHidden = true;
    at = isQuoted ? end + 1 : end;
  }
  return null;
}

const isBlank = (unit: string): boolean => unit === ' ' || unit === '\n' || unit === '\t' || unit === '\r' || unit === '\f';
const isBetween = (unit: string): boolean => isBlank(unit) || unit === '/';
const isInName = (unit: string): boolean => !isBetween(unit) && unit !== '>';
const isInAttribute = (unit: string): boolean => isInName(unit) && unit !== '=';
const isUnquoted = (unit: string): boolean => !isBlank(unit) && unit !== '>';

function skip(html: string, from: number, isSkipped: (unit: string) => boolean): number {
  let at = from;
  while (at < html.length && isSkipped(html[at] ?? '')) at += 1;
  return at;
}

function written({ name, isEnd, href, alt, isHidden }: Tag): string {
  if (name === '' || dropped.has(name)) return '';
  if (isEnd) return `</${name}>`;
  const [attribute, value] = name === 'a' ? ['href', href] : name === 'img' ? ['alt', alt] : ['', null];
  const said = value === null ? '' : ` ${attribute}="${value.replaceAll('"', '&quot;')}"`;
  return `<${name}${said}${isHidden ? ' hidden' : ''}>`;
}
