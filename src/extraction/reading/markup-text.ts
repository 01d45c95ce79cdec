/** The text that HTML or XHTML shows, as events of a tree that is never built: blocks on lines of their own, rows of tables with tabs. */
import { MarkupParser } from './markup-parser.ts';
import { type ArticleElement, Visibility } from './markup-visibility.ts';
import { RowSpans } from './row-spans.ts';
import { softHyphen, type TextParts } from './text-parts.ts';

const paragraphs = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'dl',
  'table',
  'figure',
  'article',
  'section',
]);
const lines = new Set([
  'div',
  'li',
  'dt',
  'dd',
  'tr',
  'br',
  'hr',
  'address',
  'aside',
  'header',
  'footer',
  'main',
  'nav',
  'caption',
  'figcaption',
  'form',
  'option',
  'summary',
  'details',
  'title',
]);
/** Levels of lists. */
const mostIndented = 8;
/** Pieces that are parsed at a time: what is enough ends it. */
const pieceLength = 65_536;

/** What parsers get of a page at a time. @param markup whole, or in pieces of any length. */
export function* markupPieces(markup: string | Iterable<string>): Generator<string> {
  for (const piece of typeof markup === 'string' ? [markup] : markup)
    for (let at = 0; at < piece.length; at += pieceLength) yield piece.slice(at, at + pieceLength);
}

/** Adds what a browser would show of it to the text, as far as there is room. A picture is what it stands for in words (`alt`). @param article around which the menus of the page are left out. */
export function addMarkupText(markup: string | Iterable<string>, text: TextParts, article: ArticleElement | null = null): void {
  const seen = new Visibility(article);
  let cells = 0;
  let preformatted = 0;
  /** Of the outermost table: those in its cells are words of a cell. */
  let spans = new RowSpans();
  /** Columns of the outermost cell. */
  let wide = 1;
  /** Lists in each other: the number of the next item, or null for bullets. */
  const lists: (number | null)[] = [];
  let marker = '';
  const breakAt = (name: string): void => {
    if (cells > 0 && name !== 'tr') text.separate(' ');
    else if (paragraphs.has(name)) text.separate('\n\n');
    else if (lines.has(name)) text.separate('\n');
  };
  const addMarker = (): void => {
    if (marker !== '') text.add(marker);
    marker = '';
  };
  const addPicture = (alt: string): void => {
    if (alt.trim() === '') return;
    if (marker === '') text.separate(' ');
    addMarker();
    addWords(`${alt.trim()} `, text);
  };
  const isBlock = (name: string): boolean => paragraphs.has(name) || lines.has(name);
  const parser = new MarkupParser({
    open: (name, attributes) => {
      if (!seen.open(name, attributes)) return;
      if (name === 'img') addPicture(attributes.alt ?? '');
      if (isBlock(name)) breakAt(name);
      if (name === 'pre') preformatted += 1;
      if (name === 'table' && cells === 0) spans = new RowSpans();
      if (name === 'tr' && cells === 0) {
        text.beginRow();
        spans.beginRow();
      }
      if (name === 'td' || name === 'th') {
        if (cells === 0) {
          const found = spans.cell(attributes);
          wide = found.columns;
          for (let empty = 0; empty < found.skipped; empty += 1) text.separate('\t');
        }
        cells += 1;
      }
      if (name === 'ul') lists.push(null);
      if (name === 'ol') lists.push(Number.isSafeInteger(Number(attributes.start ?? 1)) ? Number(attributes.start ?? 1) : 1);
      if (name === 'li' && cells === 0) marker = nextMarker(lists);
    },
    close: (name) => {
      if (!seen.close()) return;
      if (name === 'pre') preformatted -= 1;
      if (name === 'ul' || name === 'ol') lists.pop();
      if (name === 'li') marker = '';
      if (name === 'td' || name === 'th') {
        cells -= 1;
        // A nested table's cells stand beside each other.
        for (let column = cells === 0 ? wide : 1; column > 0; column -= 1) text.separate('\t');
      } else if (isBlock(name)) breakAt(name);
    },
    text: (given) => {
      if (!seen.isSeen) return;
      // Where a word may be broken: it is not.
      const piece = given.replaceAll(softHyphen, '');
      if (piece.trim() !== '') addMarker();
      if (preformatted > 0) return text.add(piece);
      addWords(piece, text);
    },
  });
  for (const piece of markupPieces(markup)) {
    parser.write(piece);
    if (text.isCut) break;
  }
  parser.end();
}

/** What stands before an item; empty outside of lists. */
function nextMarker(lists: (number | null)[]): string {
  const [level, number] = [lists.length - 1, lists.at(-1)];
  if (number === undefined) return '';
  if (number !== null) lists[level] = number + 1;
  return `${'  '.repeat(Math.min(level, mostIndented))}${number === null ? '•' : `${number}.`} `;
}

/** Blanks and line ends of the source are one blank. */
function addWords(piece: string, text: TextParts): void {
  const words = piece.replaceAll(/[\t\n\f\r ]+/g, ' ');
  const [start, end] = [words.startsWith(' ') ? 1 : 0, words.endsWith(' ') ? -1 : undefined];
  if (start > 0) text.separate(' ');
  text.add(words.slice(start, end));
  if (end !== undefined) text.separate(' ');
}
