/** Which elements of a page somebody sees: all but those that no browser shows, and, where the page says which part is its article, the menus around that. */
import { MarkupParser } from './markup-parser.ts';

type Attributes = Readonly<Record<string, string>>;

/** Elements whose text nobody sees. */
const unseen: ReadonlySet<string> = new Set([
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
/** A page may hide itself as a whole until its scripts have run. */
const whole: ReadonlySet<string> = new Set(['html', 'body']);
/** KaTeX shows a formula so, and says it once more for screen readers. */
const shownFormula = 'katex-html';
const menuRoles: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);
/** They are menus of the page where they are in no article. */
const margins: ReadonlySet<string> = new Set(['header', 'footer', 'aside']);

/** The part that a page calls its article: by the element, or by `role="main"`. */
export type ArticleElement = 'main' | 'article';

/** Hears of each element as it is opened and closed. @param article around which the menus are left out; null: nothing is. */
export class Visibility {
  readonly #article: ArticleElement | null;
  #depth = 0;
  /** Of the element that hides what is in it; 0 for none. */
  #hiddenAt = 0;
  #articleAt = 0;

  constructor(article: ArticleElement | null = null) {
    this.#article = article;
  }

  get isSeen(): boolean {
    return this.#hiddenAt === 0;
  }

  /** Whether the element is seen. */
  open(name: string, attributes: Attributes): boolean {
    this.#depth += 1;
    if (this.#hiddenAt > 0) return false;
    if (this.#articleAt === 0 && isArticle(this.#article, name, attributes)) this.#articleAt = this.#depth;
    if (isHidden(name, attributes) || (this.#article !== null && this.#isMenu(name, attributes))) this.#hiddenAt = this.#depth;
    return this.isSeen;
  }

  /** Whether the element was seen. */
  close(): boolean {
    const wasSeen = this.isSeen;
    if (this.#hiddenAt === this.#depth) this.#hiddenAt = 0;
    if (this.#articleAt === this.#depth) this.#articleAt = 0;
    this.#depth -= 1;
    return wasSeen;
  }

  #isMenu(name: string, { role = '' }: Attributes): boolean {
    if (name === 'nav' || role === 'navigation') return true;
    return this.#articleAt === 0 && (margins.has(name) || menuRoles.has(role));
  }
}

function isArticle(article: ArticleElement | null, name: string, { role }: Attributes): boolean {
  return article !== null && (name === article || (article === 'main' && role === 'main'));
}

function isHidden(name: string, attributes: Attributes): boolean {
  if (unseen.has(name)) return true;
  if (whole.has(name)) return false;
  if (attributes.hidden !== undefined) return true;
  if (attributes['aria-hidden'] === 'true' && !(attributes.class ?? '').split(' ').includes(shownFormula)) return true;
  return attributes.style !== undefined && hidesByStyle(attributes.style);
}

function hidesByStyle(style: string): boolean {
  const rules = style.replaceAll(/\s/g, '').toLowerCase().split(';');
  return rules.some((rule) => /^(?:display:none|visibility:(?:hidden|collapse))(?:!important)?$/.test(rule));
}

/** An article says something. */
const fewestCharacters = 40;

/**
 * The element of the article, where there is no doubt: the page has one `<main>` with text in it, or without one a single `<article>`. Null for any other page:
 * of that nothing may be left out.
 */
export function articleElement(pieces: Iterable<string>): ArticleElement | null {
  const [main, article] = [new Counted('main'), new Counted('article')];
  const seen = new Visibility();
  const parser = new MarkupParser({
    open: (name, attributes) => {
      const isSeen = seen.open(name, attributes);
      for (const each of [main, article]) each.open(isSeen && isArticle(each.element, name, attributes));
    },
    close: () => {
      seen.close();
      for (const each of [main, article]) each.close();
    },
    text: (text) => {
      if (seen.isSeen) for (const each of [main, article]) each.text(text);
    },
  });
  for (const piece of pieces) parser.write(piece);
  parser.end();
  if (main.count > 0) return main.isClear ? 'main' : null;
  return article.isClear ? 'article' : null;
}

/** How often an element is there, one in another counted once, and how much is in it. */
class Counted {
  readonly element: ArticleElement;
  count = 0;
  #characters = 0;
  #depth = 0;
  #openAt = 0;

  constructor(element: ArticleElement) {
    this.element = element;
  }

  get isClear(): boolean {
    return this.count === 1 && this.#characters >= fewestCharacters;
  }

  open(isOne: boolean): void {
    this.#depth += 1;
    if (!isOne || this.#openAt > 0) return;
    this.#openAt = this.#depth;
    this.count += 1;
  }

  close(): void {
    if (this.#openAt === this.#depth) this.#openAt = 0;
    this.#depth -= 1;
  }

  text(text: string): void {
    if (this.#openAt > 0) this.#characters += text.trim().length;
  }
}
