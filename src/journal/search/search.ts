/**
 * Finds the fragments that a query asks for, page by page and newest first. The indexes propose fragments in the order of their numbers, and each one is
 * compared itself; of blocks that are not indexed, every fragment is. So a page costs what it looks at, not what there is.
 *
 * A step of FTS5 goes on to the next fragment with all looked-up terms, which nothing can interrupt, and a query may have many candidates and few
 * matches. So no event loop may search; the core does it in a thread.
 */
import { foldedText } from '../../domain/search/folding.ts';
import { cheapestFirst, isForSelectedAlone, isMatch, type MatchedLine, markedTexts, matchedLine } from '../../domain/search/match.ts';
import { phraseOf, type SearchQuery } from '../../domain/search/query.ts';
import type { JournalReader } from '../journal.ts';
import { candidates, selectedOnes } from './candidates.ts';
import { lookupOf } from './index-terms.ts';
import { type ReadFragment, searchedFragment } from './searched-fragment.ts';

/** `before` and `after` are ids of fragments: only older or newer ones are found. */
export interface SearchPageQuery {
  readonly query: SearchQuery;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
  /**
   * So many are found apart: the newest of those whose content has the words of the query next to each other, in this order; and where some match only by what
   * was read in them, of those that do not.
   */
  readonly phrases?: number | undefined;
}

/** A found fragment, and the line that shows why: of its text, else of its names. Null if it has no such line. */
export interface FoundFragment {
  readonly id: number;
  readonly line: MatchedLine | null;
}

/** `next`: the next page's `before` (or `after`, if only that was given); null on the last page. A page with fewer fragments may also have one. */
export interface FoundPage {
  readonly found: readonly FoundFragment[];
  readonly next: number | null;
  /** Those that were to be found apart, each kind newest first. They are among the others too, on this page or a later one. */
  readonly first?: readonly FoundFragment[];
}

/**
 * A page of matches, newest first, without damaged ones. With only `after`, these are the ones nearest to it, otherwise the newest.
 *
 * @param isOver returns whether the page should end early. It is called before each candidate except the first.
 */
export function searchPage(journal: JournalReader, asked: SearchPageQuery, isOver: () => boolean = () => false): FoundPage {
  const page = matchesOf(journal, asked, isOver);
  const most = asked.phrases ?? 0;
  if (most === 0) return page;
  const first = journal.snapshot(() => firstMatches(journal, { query: asked.query, most, page }, isOver));
  return first === null ? page : { ...page, first };
}

interface FirstQuery {
  readonly query: SearchQuery;
  readonly most: number;
  readonly page: FoundPage;
}

/** Whoever searches for a word means a copy that says it, rather than a picture in which it was read. Null where nothing has to be found apart. */
function firstMatches(journal: JournalReader, asked: FirstQuery, isOver: () => boolean): readonly FoundFragment[] | null {
  const phrase = phraseOf(asked.query);
  const first = phrase === null ? [] : phraseMatches(journal, { ...asked, phrase }, isOver);
  // The others are newest first, and so are these among them, unless something that was read stands between.
  if (!asked.page.found.some(isRead)) return phrase === null ? null : first;
  const known = new Set(first.map(({ id }) => id));
  const own = ownMatches(journal, asked, isOver).filter(({ id }) => !known.has(id));
  return [...first, ...own].slice(0, asked.most);
}

/** A page with all that was found has these too; otherwise the index proposes them. */
function phraseMatches(
  journal: JournalReader,
  { query, phrase, most, page }: FirstQuery & { readonly phrase: string },
  isOver: () => boolean,
): FoundFragment[] {
  const clause = { isNegated: false, any: [{ is: 'text' as const, text: phrase }] };
  const found = page.next === null ? page.found : matchesOf(journal, { query: [...query, clause], limit: most }, isOver).found;
  return found
    .flatMap(({ id }) => {
      const fragment = searchedFragment(journal, id);
      return fragment?.text().includes(phrase) === true ? [{ id, line: lineOf(fragment, [phrase]) }] : [];
    })
    .slice(0, most);
}

/** Those that were found by more than what was read in them. */
function ownMatches(journal: JournalReader, { query, most, page }: FirstQuery, isOver: () => boolean): readonly FoundFragment[] {
  if (page.next === null) return page.found.filter((each) => !isRead(each));
  return matchesOf(journal, { query, limit: most }, isOver, (each) => !isRead(each)).found;
}

function isRead({ line }: FoundFragment): boolean {
  return line?.of === 'picture' || line?.of === 'document';
}

function matchesOf(
  journal: JournalReader,
  { query, before, after, limit }: SearchPageQuery,
  isOver: () => boolean,
  isWanted: (found: FoundFragment) => boolean = () => true,
): FoundPage {
  const isUpward = before === undefined && after !== undefined;
  const ordered = cheapestFirst(query);
  const wanted = markedTexts(query);
  const found: FoundFragment[] = [];
  return journal.snapshot(() => {
    const page = (next: number | null): FoundPage => ({ found: isUpward ? found.toReversed() : found, next });
    let lookedAt: number | null = null;
    const span = { above: after ?? 0, below: before ?? Number.MAX_SAFE_INTEGER, isUpward };
    const ids = isForSelectedAlone(query) ? selectedOnes(journal, span) : candidates(journal, lookupOf(journal, ordered), span);
    for (const id of ids) {
      if (lookedAt !== null && isOver()) return page(lookedAt);
      const fragment = searchedFragment(journal, id);
      const one = fragment !== null && isMatch(ordered, fragment) ? { id, line: lineOf(fragment, wanted) } : null;
      if (one !== null && isWanted(one)) {
        if (found.length >= limit) return page(found.at(-1)?.id ?? null);
        found.push(one);
      }
      lookedAt = id;
    }
    return page(null);
  });
}

function lineOf(fragment: ReadFragment, wanted: readonly string[]): MatchedLine | null {
  if (wanted.length === 0) return null;
  const line = matchedLine(fragment.original(), fragment.text(), wanted);
  if (line !== null) return line;
  const read = matchedLine(fragment.originalExtracted(), fragment.extracted(), wanted);
  if (read !== null) return { ...read, of: fragment.kind === 'image' ? 'picture' : 'document' };
  for (const [of, name] of fragment.originalNames()) {
    const named = matchedLine(name, foldedText(name), wanted);
    if (named !== null) return { ...named, of };
  }
  return null;
}
