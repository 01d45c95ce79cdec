/** HTML as people read it: its words without tags, in the lines of a page. One pass, whatever the HTML is. */
import { charactersFor, tagAt } from './html-tags.ts';

/** What is no text of a page: its end is looked for behind its beginning. */
const noText: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<!--/, /-->/g],
  [/^<style(?=[\s/>])/i, /<\/style/gi],
  [/^<script(?=[\s/>])/i, /<\/script/gi],
];

// biome-ignore format: a list
const newLine: ReadonlySet<string> = new Set([
  'address', 'article', 'aside', 'blockquote', 'br', 'caption', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'option', 'p', 'pre', 'section', 'summary', 'table', 'title', 'tr', 'ul',
]);
const cells: ReadonlySet<string> = new Set(['td', 'th']);

/** Between the letters of a word, and nothing of it: soft hyphens, and places where a line may end. */
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * A tag within a word leaves nothing behind, one of a block a line end, and that of a cell a tab. Blanks are those of a page, but for `<pre>`. What follows a tag that
 * never ends is no text.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let [at, preformatted] = [0, 0];
  const say = (end: number): void => {
    const text = html.slice(at, end);
    if (text !== '') parts.push(charactersFor(preformatted > 0 ? text : text.replaceAll(/[\t\n\f\r ]+/g, ' ')).replaceAll(unseen, ''));
  };
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', Math.max(at, tag + 1))) {
    if (!/[a-z/!?]/i.test(html.charAt(tag + 1))) continue;
    say(tag);
    const end = endOfTag(html, tag);
    if (end === null) return parts.join('');
    at = end;
    const [, slash, word = ''] = /^<(\/?)([a-z][a-z0-9]{0,15})/i.exec(html.slice(tag, tag + 18)) ?? [];
    const name = word.toLowerCase();
    if (newLine.has(name)) parts.push('\n');
    else if (cells.has(name)) parts.push('\t');
    if (name === 'pre') preformatted = Math.max(0, preformatted + (slash === '' ? 1 : -1));
  }
  say(html.length);
  return parts.join('');
}

/** Behind it, and behind what it hides; null if it does not end. */
function endOfTag(html: string, tag: number): number | null {
  const skipped = noText.find(([begin]) => begin.test(html.slice(tag, tag + 8)))?.[1];
  // `<!doctype html>`, `<?xml …>` and `</>` have no attributes.
  if (skipped === undefined && !/^<\/?[a-z]/i.test(html.slice(tag, tag + 3))) return after(html.indexOf('>', tag));
  const closing = skipped === undefined ? tag : placeOf(skipped, html, tag);
  if (closing === null) return null;
  return html.startsWith('-->', closing) ? closing + 3 : tagAt(html, closing + 1).end;
}

function after(place: number): number | null {
  return place < 0 ? null : place + 1;
}

function placeOf(expression: RegExp, html: string, from: number): number | null {
  expression.lastIndex = from;
  return expression.exec(html)?.index ?? null;
}
