/**
 * What is found in a text for the window, each to be put on the clipboard alone: links, mail addresses, phone numbers, dates, amounts,
 * blocks of code and tables in Markdown. Only what stands in the text as it is put there, so that a place in it says what is meant.
 */
import type { ContentKind } from '../../../contract/fragment-words.ts';
import type { FoundInText, FoundThing } from '../../../contract/page-rows/found-in-text.ts';
import type { ExtractedPart, Fragment } from '../../../contract/source-snapshot.ts';
import { isPhone, phonesWithin } from '../../kind/digits.ts';
import { amountsIn } from '../../structure/amounts.ts';
import { codeBlocks } from '../../structure/code-blocks.ts';
import { datesIn } from '../../structure/dates.ts';
import { isWithin } from '../../structure/found-places.ts';
import { addressesIn, linksIn } from '../../structure/links.ts';
import { linesOf, type TextPart } from '../../structure/text-lines.ts';
import { markdownTablesIn } from '../../structure/text-tables.ts';
import { firstLineWithWords, oneLine } from '../shown-text.ts';

export const nothingFound: FoundInText = { things: [], more: 0 };

/** Of the text, UTF-16 units: a window is redrawn meanwhile. */
const lookedAt = 65_536;
/** Of each kind. */
const mostOfKind = 200;
/** More of them nobody looks through. */
const mostThings = 60;
const longestShown = 60;

/** Where numbers and dates are part of something else: of it, only what leads elsewhere is offered. */
const inColumns: ReadonlySet<ContentKind> = new Set(['code', 'data', 'table']);

/** Nothing stands in them. */
const ofOnePart: ReadonlySet<ContentKind> = new Set(['token', 'iban', 'ip-address']);

/** What is not judged, or is private, has no kind. */
export function foundInFragment(fragment: Fragment): FoundInText {
  const { kind, state, secret, contentKind, text = '', textTruncated } = fragment;
  if (kind !== 'text' || state === 'captured' || state === 'filtered' || secret !== undefined) return nothingFound;
  if (contentKind === undefined || ofOnePart.has(contentKind)) return nothingFound;
  return once(fragment, () => foundIn(text, { isWhole: textTruncated !== true, isProse: !inColumns.has(contentKind) }));
}

/** In what was read in a picture or a file. */
export function foundInPart(part: ExtractedPart): FoundInText {
  const { state, secret, text = '', textTruncated } = part;
  if (state !== 'read' || secret !== undefined) return nothingFound;
  return once(part, () => foundIn(text, { isWhole: textTruncated !== true, isProse: true }));
}

const known = new WeakMap<object, FoundInText>();

/** A window is drawn more often than its copies change. */
function once(of: object, find: () => FoundInText): FoundInText {
  const found = known.get(of) ?? find();
  known.set(of, found);
  return found;
}

interface Looked {
  /** The text does not go on. */
  readonly isWhole: boolean;
  readonly isProse: boolean;
}

type Found = FoundThing & { readonly value: string };

/** Linear in the text. */
export function foundIn(whole: string, { isWhole, isProse }: Looked): FoundInText {
  const text = whole.slice(0, lookedAt);
  const links = linksIn(text, mostOfKind);
  const found = [
    ...links.map((link) => foundAt('link', link)),
    ...addressesIn(text, links, mostOfKind).map((address) => foundAt('address', address)),
    ...(isProse ? foundInProse(text, links.map(spanOf)) : []),
  ];
  // What the end of the beginning divides may be another thing.
  const end = isWhole && whole.length <= lookedAt ? Number.POSITIVE_INFINITY : text.length - 1;
  const alone = text.trim();
  const named = new Map<string, FoundThing>();
  for (const { value, ...thing } of found.toSorted((one, other) => one.span.from - other.span.from)) {
    const name = `${thing.kind} ${value}`;
    if (thing.span.to < end && value !== alone && !named.has(name)) named.set(name, thing);
  }
  const things = [...named.values()];
  return { things: things.slice(0, mostThings), more: Math.max(0, things.length - mostThings) };
}

function foundInProse(text: string, links: readonly TextPart[]): readonly Found[] {
  const { blocks, parts } = codeBlocks(text);
  const isOutside = ({ span: { from } }: Found): boolean => !isWithin(from, parts) && !isWithin(from, links);
  const things = [
    ...datesIn(text, mostOfKind).map((date) => foundAt('date', date)),
    ...amountsIn(text, mostOfKind).map((amount) => foundAt('amount', amount)),
    ...phonesIn(text),
  ];
  return [...things.filter(isOutside), ...blocks.slice(0, mostOfKind).flatMap((block) => codeAt(text, block)), ...tablesIn(text, parts)];
}

interface Place {
  readonly text: string;
  readonly offset: number | null;
}

function spanOf({ text, offset }: Place): TextPart {
  return { from: offset ?? 0, to: (offset ?? 0) + text.length };
}

function foundAt(kind: FoundThing['kind'], place: Place): Found {
  return { kind, text: oneLine(place.text, longestShown), span: spanOf(place), value: place.text };
}

/** The lines of a block, if they stand in the text as they are: without an indentation or a quotation in front of them. */
function codeAt(
  text: string,
  block: { readonly name: string | null; readonly code: string; readonly offset: number | null },
): readonly Found[] {
  const from = text.indexOf('\n', block.offset ?? 0) + 1;
  const value = block.code.slice(0, -1);
  if (value.trim() === '' || from === 0 || !text.startsWith(value, from)) return [];
  const shown = oneLine(block.name ?? firstLineWithWords(value, longestShown), longestShown);
  return [{ kind: 'code', text: shown, span: { from, to: from + value.length }, value }];
}

/** In Markdown, as they are written. */
function tablesIn(text: string, code: readonly TextPart[]): readonly Found[] {
  const tables = markdownTablesIn(text, code).filter(({ to }) => to === text.length || /[\r\n]/.test(text[to] ?? ''));
  return tables.slice(0, mostOfKind).map(({ from, to, head }) => {
    const shown = oneLine(head.filter((cell) => cell !== '').join(' · '), longestShown);
    return { kind: 'table', text: shown === '' ? '| |' : shown, span: { from, to }, value: text.slice(from, to) };
  });
}

/** Those that have a line of their own, perhaps behind the word for it, and those within a line of words. */
function phonesIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { text: line, offset } of linesOf(text)) {
    const shown = line.trim();
    if (shown.length < 7) continue;
    const number = isPhone(shown) ? shown.slice(shown.search(/[+(\d]/)) : null;
    const places = number === null ? phonesWithin(line) : [{ text: number, offset: line.indexOf(number) }];
    found.push(...places.map((place) => foundAt('phone', { text: place.text, offset: offset + place.offset })));
    if (found.length >= mostOfKind) break;
  }
  return found.slice(0, mostOfKind);
}
