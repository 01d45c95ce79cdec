/** The readable part of a page as Markdown with its facts: Readability finds it, turndown writes it. All of it in a copy of the document. */
import { Readability } from '@mozilla/readability';
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import { frontMatter, plainDate } from './front-matter.ts';
import { toMarkdown } from './markdown.ts';
import { prepare } from './prepared.ts';
import { type PageTrouble, pageLimits } from './tasks.ts';

export interface Article {
  readonly title: string;
  readonly text: string;
  readonly byline?: string;
  readonly published?: string;
}

/** An article without these many characters is none. */
const fewestCharacters = 80;
const shortestHeading = 4;

export function readArticle(page: Document, url: string): Article | PageTrouble {
  if (page.getElementsByTagName('*').length > pageLimits.elements) return 'too-large';
  const copy = page.cloneNode(true) as Document;
  prepare(copy);
  const read = new Readability(copy, { keepClasses: true, serializer: (node) => node }).parse();
  const content = read?.content;
  if (read === null || !(content instanceof Element)) return 'no-article';
  const body = toMarkdown(content, page.baseURI);
  if (body.length < fewestCharacters) return 'no-article';
  const title = bestTitle(page, read.title ?? '') || new URL(url).hostname;
  const author = (read.byline ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:by|von)\s/i, '')
    .trim();
  const told =
    read.publishedTime ?? page.querySelector('article time[datetime], main time[datetime], time[datetime]')?.getAttribute('datetime') ?? '';
  const date = plainDate(told);
  const text = `${frontMatter({ title, author, url, date })}${withHeading(body, title)}\n`.toWellFormed();
  if (text.length > extensionLimits.text) return 'too-large';
  return {
    title,
    text,
    ...(author === '' ? {} : { byline: author.slice(0, extensionLimits.title).toWellFormed() }),
    ...(date === '' ? {} : { published: date }),
  };
}

/** The page's first heading, if the title of the document has it in it: such a title names the site too. */
function bestTitle(page: Document, found: string): string {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const heading = plain((page.querySelector('h1')?.textContent ?? '').replace(/[¶#]/g, ' '));
  const isPart = heading.length >= shortestHeading && plain(page.title).includes(heading);
  return isPart ? heading : plain(found) || plain(page.title);
}

/** The body below its title, which it may begin with already. */
function withHeading(body: string, title: string): string {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const [first = '', ...rest] = body.split('\n');
  const isTitle = first.startsWith('#') && letters(first) === letters(title);
  return `# ${title}\n\n${(isTitle ? rest.join('\n') : body).trimStart()}`;
}
