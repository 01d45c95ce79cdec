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

export function readArticle(page: Document, url: string): Article | PageTrouble {
  if (page.getElementsByTagName('*').length > pageLimits.elements) return 'too-large';
  const copy = page.cloneNode(true) as Document;
  prepare(copy);
  const read = new Readability(copy, { keepClasses: true, charThreshold: 200, serializer: (node) => node }).parse();
  const content = read?.content;
  if (read === null || !(content instanceof Element)) return 'no-article';
  const body = toMarkdown(content, page.baseURI);
  if (body.length < fewestCharacters) return 'no-article';
  const title = (read.title ?? '').trim() || page.title.trim() || new URL(url).hostname;
  const author = (read.byline ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:by|von)\s/i, '')
    .trim();
  const told =
    read.publishedTime ?? page.querySelector('article time[datetime], main time[datetime], time[datetime]')?.getAttribute('datetime') ?? '';
  const date = plainDate(told);
  const heading = body.startsWith('# ') ? '' : `# ${title.replace(/\s+/g, ' ')}\n\n`;
  const text = `${frontMatter({ title, author, url, date })}${heading}${body}\n`.toWellFormed();
  if (text.length > extensionLimits.text) return 'too-large';
  return {
    title,
    text,
    ...(author === '' ? {} : { byline: author.slice(0, extensionLimits.title).toWellFormed() }),
    ...(date === '' ? {} : { published: date }),
  };
}
