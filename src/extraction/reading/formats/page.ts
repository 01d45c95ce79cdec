/** HTML: the article of a page that has one, without what is around it; else all that the page shows. */
import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import type { Read, ReadingParts } from '../document-reader.ts';
import { addMarkupText } from '../markup-text.ts';
import { addMarkupBlocks } from '../structure/markup-blocks.ts';
import { decodedText } from './plain-text.ts';

/** linkedom takes the square of the depth: 49 s for 200,000 elements in each other. And it holds the whole tree. */
const most = { depth: 256, elements: 50_000, characters: 4 * 1024 * 1024 } as const;
/** An article that is shorter is a mistake. */
const fewestCharacters = 250;

export function readPage(parts: ReadingParts): Read {
  const markup = decodedText(parts, declaredEncoding);
  if (parts.structure !== null) {
    parts.structure.knows = 'blocks';
    addMarkupBlocks(markup, parts.structure, parts.address);
  }
  const article = isTree(markup) ? articleOf(markup) : null;
  if (article === null) addMarkupText(markup, parts.text);
  else {
    parts.text.add(article.title);
    parts.text.separate('\n\n');
    addMarkupText(article.content, parts.text);
  }
  return {};
}

/** Of a `<meta charset=…>`, or the older form with a content type. */
function declaredEncoding(head: string): string | null {
  const at = head.toLowerCase().indexOf('charset');
  return at < 0 ? null : (/^charset\s?=\s?["']?([\w-]{2,40})/i.exec(head.slice(at, at + 60))?.[1] ?? null);
}

function isTree(markup: string): boolean {
  if (markup.length > most.characters) return false;
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
  for (let at = 0; at < markup.length && deepest <= most.depth && elements <= most.elements; at += 65_536)
    parser.write(markup.slice(at, at + 65_536));
  return deepest <= most.depth && elements <= most.elements;
}

function articleOf(markup: string): { readonly title: string; readonly content: string } | null {
  const { document } = parseHTML(markup);
  if (document.documentElement === null || !isProbablyReaderable(document)) return null;
  const found = new Readability(document, { maxElemsToParse: most.elements }).parse();
  if ((found?.textContent ?? '').trim().length < fewestCharacters) return null;
  return { title: found?.title?.trim() ?? '', content: found?.content ?? '' };
}
