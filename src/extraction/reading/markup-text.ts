/** The text that HTML or XHTML shows, as events of a tree that is never built: blocks on lines of their own, rows of tables with tabs. */
import { Parser } from 'htmlparser2';
import type { TextParts } from './text-parts.ts';

/** Elements whose text nobody sees. */
export const unseen: ReadonlySet<string> = new Set([
  'script',
  'style',
  'head',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
  'datalist',
  'rp',
]);
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
/** Pieces that are parsed at a time: what is enough ends it. */
const pieceLength = 65_536;

/** Adds what a browser would show of it to the text, as far as there is room. */
export function addMarkupText(markup: string, text: TextParts): void {
  let hidden = 0;
  let cells = 0;
  let preformatted = 0;
  const breakAt = (name: string): void => {
    if (cells > 0 && name !== 'tr') text.separate(' ');
    else if (paragraphs.has(name)) text.separate('\n\n');
    else if (lines.has(name)) text.separate('\n');
  };
  const isBlock = (name: string): boolean => paragraphs.has(name) || lines.has(name);
  const parser = new Parser({
    onopentagname: (name) => {
      if (unseen.has(name)) hidden += 1;
      if (hidden > 0) return;
      if (isBlock(name)) breakAt(name);
      if (name === 'pre') preformatted += 1;
      if (name === 'td' || name === 'th') cells += 1;
    },
    onclosetag: (name) => {
      if (unseen.has(name)) hidden -= 1;
      if (hidden > 0) return;
      if (name === 'pre') preformatted -= 1;
      if (name === 'td' || name === 'th') {
        cells -= 1;
        text.separate('\t');
      } else if (isBlock(name)) breakAt(name);
    },
    ontext: (piece) => {
      if (hidden > 0) return;
      if (preformatted > 0) return text.add(piece);
      addWords(piece, text);
    },
  });
  for (let at = 0; at < markup.length && !text.isCut; at += pieceLength) parser.write(markup.slice(at, at + pieceLength));
  parser.end();
}

/** Blanks and line ends of the source are one blank. */
function addWords(piece: string, text: TextParts): void {
  const words = piece.replaceAll(/[\t\n\f\r ]+/g, ' ');
  const [start, end] = [words.startsWith(' ') ? 1 : 0, words.endsWith(' ') ? -1 : undefined];
  if (start > 0) text.separate(' ');
  text.add(words.slice(start, end));
  if (end !== undefined) text.separate(' ');
}
