/**
 * What makes a page into Markdown, in the page: the extension's own code, and what it is measured beside. The others get turndown with Joplin's plugin for tables,
 * and none of the extension's preparation.
 */
import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import Defuddle from 'defuddle';
import TurndownService from 'turndown';
import { readArticle } from '../../../extension/page/article.ts';
import type { Expectation } from '../judge-markdown.ts';

function plainTurndown(content: string | HTMLElement): string {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  service.use(gfm);
  service.remove(['script', 'style', 'noscript'] as never);
  try {
    return service.turndown(content);
  } catch {
    // The plugin throws at a row without a table.
    return new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).turndown(content);
  }
}

const copyOf = (page: Document): Document => page.cloneNode(true) as Document;

const converters: Readonly<Record<string, (page: Document) => string>> = {
  'Hub’s extension': (page) => {
    const article = readArticle(page, location.href);
    return article.ok ? article.value.text : '';
  },
  'Readability alone': (page) => {
    const read = new Readability(copyOf(page)).parse();
    return `# ${read?.title ?? ''}\n\n${plainTurndown(read?.content ?? '')}`;
  },
  // Only what is synchronous: its other ways ask servers of its own.
  Defuddle: (page) => {
    const { title, content } = new Defuddle(copyOf(page), { url: location.href }).parse();
    return `# ${title}\n\n${plainTurndown(content)}`;
  },
  'turndown of all': (page) => plainTurndown(copyOf(page).body),
};

/** What was marked by hand in this page; the marks are removed, so that nobody reads them. */
function takeExpectation(): Expectation {
  const written = document.getElementById('expected');
  const { code } = JSON.parse(written?.textContent ?? '{"code":[]}') as Pick<Expectation, 'code'>;
  written?.remove();
  const marked = [...document.querySelectorAll('[data-kept]')];
  const outer = marked.filter((one) => one.parentElement?.closest('[data-kept]') === null);
  const text = outer.map(textOf).join('\n');
  for (const one of marked) one.removeAttribute('data-kept');
  return { text, code };
}

/** Its words, without the formulas, which are drawn several times, and the signs of links to headings. */
function textOf(marked: Element): string {
  const copy = marked.cloneNode(true) as Element;
  for (const beside of copy.querySelectorAll('.katex, .mwe-math-element, .headerlink, .hash-link')) beside.remove();
  return copy.textContent ?? '';
}

function convert(name: string, times: number): { readonly markdown: string; readonly ms: readonly number[] } {
  const converter = converters[name];
  if (converter === undefined) throw new Error(`there is no converter ${name}`);
  const ms: number[] = [];
  let markdown = '';
  for (let time = 0; time < times; time += 1) {
    const startedAtMs = performance.now();
    markdown = converter(document);
    ms.push(performance.now() - startedAtMs);
  }
  return { markdown, ms };
}

Object.assign(globalThis, { bench: { takeExpectation, convert } });
