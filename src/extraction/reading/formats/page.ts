/** HTML: the article of a page that has one, without what is around it; else all that the page shows, without its menus if it says which part is its article. */
import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import type { Read, ReadingParts } from '../document-reader.ts';
import { MarkupSource } from '../markup-source.ts';
import { addMarkupText, markupPieces } from '../markup-text.ts';
import { articleElement } from '../markup-visibility.ts';
import { addMarkupBlocks } from '../structure/markup-blocks.ts';

/** linkedom takes the square of the depth: 49 s for 200,000 elements in each other. And it holds the whole tree. */
const most = { depth: 256, elements: 50_000, characters: 4 * 1024 * 1024 } as const;
/** An article that is shorter is a mistake. */
const fewestCharacters = 250;

export function readPage(parts: ReadingParts): Read {
  const source = new MarkupSource(parts.source);
  const whole = source.upTo(most.characters);
  const markup = whole ?? source;
  if (parts.structure !== null) {
    parts.structure.knows = 'blocks';
    addMarkupBlocks(markup, parts.structure, parts.address);
  }
  const article = whole !== null && isTree(whole) ? articleOf(whole) : null;
  if (article === null) addMarkupText(markup, parts.text, whole === null ? null : articleElement(markupPieces(whole)));
  else {
    parts.text.add(article.title);
    parts.text.separate('\n\n');
    addMarkupText(article.content, parts.text);
  }
  if (source.isCut) parts.text.cut();
  return {};
}

function isTree(markup: string): boolean {
  let [depth, deepest, elements] = [0, 0, 0];
  const parser = new Parser({
    onopentagname: () => {
      elements += 1;
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  for (const piece of markupPieces(markup)) {
    parser.write(piece);
    if (deepest > most.depth || elements > most.elements) break;
  }
  return deepest <= most.depth && elements <= most.elements;
}

function articleOf(markup: string): { readonly title: string; readonly content: string } | null {
  const { document } = parseHTML(markup);
  if (document.documentElement === null || !isProbablyReaderable(document)) return null;
  const found = new Readability(document, { maxElemsToParse: most.elements }).parse();
  if ((found?.textContent ?? '').trim().length < fewestCharacters) return null;
  return { title: found?.title?.trim() ?? '', content: found?.content ?? '' };
}
