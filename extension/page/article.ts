/** The readable part of a page as Markdown with its facts: Readability finds it, turndown writes it. All of it in a copy of the document. */
import { Readability } from '@mozilla/readability';
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import { baseOf } from './addresses.ts';
import { openBudget } from './budget.ts';
import { escapedWords, frontMatter, plainDate } from './front-matter.ts';
import { toMarkdown } from './markdown.ts';
import { prepare } from './prepared.ts';
import { isTooLarge } from './size.ts';
import { pageLimits, type Read } from './tasks.ts';
import { siteOf, titleOf } from './title.ts';

export interface Article {
  readonly title: string;
  readonly text: string;
  readonly byline?: string;
  readonly published?: string;
}

/** An article without these many characters is none. */
const fewestCharacters = 80;
/** The page's own heading stands in one of its first lines. */
const headingWithin = 12;

/** `url` has no user and password. */
export function readArticle(page: Document, url: string): Read<Article> {
  const budget = openBudget(pageLimits.markdownMs);
  if (isTooLarge(page)) return { ok: false, reason: 'too-large' };
  const copy = page.cloneNode(true) as Document;
  budget();
  prepare(copy, budget);
  budget();
  const read = new Readability(copy, { keepClasses: true, serializer: (node) => node }).parse();
  const content = read?.content;
  if (read === null || !(content instanceof Element)) return { ok: false, reason: 'no-article' };
  budget();
  const body = toMarkdown(content, baseOf(page), budget);
  if (body.length < fewestCharacters) return { ok: false, reason: 'no-article' };
  const title = titleOf(page, read.title ?? '') || new URL(url).hostname;
  const author = (read.byline ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:by|von)\s/i, '')
    .trim();
  const told =
    read.publishedTime ?? page.querySelector('article time[datetime], main time[datetime], time[datetime]')?.getAttribute('datetime') ?? '';
  const date = plainDate(told);
  const text = `${frontMatter({ title, author, url, date, site: siteOf(page, url) })}${withHeading(body, title)}\n`.toWellFormed();
  if (text.length > extensionLimits.text) return { ok: false, reason: 'too-large' };
  const byline = author === '' ? {} : { byline: author.slice(0, extensionLimits.title).toWellFormed() };
  return { ok: true, value: { title, text, ...byline, ...(date === '' ? {} : { published: date }) } };
}

/** The body below its title, which it may have as its own heading already, perhaps below a line or a picture. */
function withHeading(body: string, title: string): string {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const lines = body.split('\n');
  const own = lines.slice(0, headingWithin).findIndex((line) => line.startsWith('#'));
  const isTitle = own >= 0 && letters(lines[own] ?? '') === letters(title);
  const rest = isTitle ? [...lines.slice(0, own), ...lines.slice(own + 1)].join('\n').replace(/\n{3,}/, '\n\n') : body;
  return `# ${escapedWords(title)}\n\n${rest.trimStart()}`;
}
