/**
 * The terms of the search indexes: what is stored for a fragment and for a block, and the conditions of a query that can be looked up. A looked-up
 * fragment may still not match, but every fragment that matches is looked up: the text of the fragment itself decides.
 */

import { meantKinds } from '../../contract/fragment-words.ts';
import type { SearchedFragment } from '../../domain/search/match.ts';
import type { SearchClause, SearchQuery, SearchTerm } from '../../domain/search/query.ts';
import { addPairsOf, lookedUpPieces, piecesOf } from '../../domain/search/search-terms.ts';
import type { JournalReader } from '../journal.ts';
import { isOfProgram } from '../program-names.ts';
import { textOf, wholeNumber } from '../row-values.ts';

/** The fields whose values have numbers (`index_facts`). */
export const factFields = ['type', 'group', 'extension', 'app', 'tag'] as const;
export type FactField = (typeof factFields)[number];

/** More different pieces than any text that somebody reads; random data would fill the index. */
const mostPieces = 16_384;
export const mostPairs = 65_536;
/** Stands for every piece, or every pair. */
export const everything = '0all';
const nothing = '0none';
const pinned = '0pinned';
/** Enough pieces of a long word: each more is one more list to read. */
const mostLookedUp = 10;
/** The number of values that have none, because there are too many: each of their fragments is looked at. */
export const noFact = 0;
/** With more programs than this, looking at each fragment costs less. */
const mostFacts = 64;

/** Longer than three characters, so that it is no piece of a word. */
export function factTerm(id: number): string {
  return `0f${id.toString(36).padStart(4, '0')}`;
}

/** The terms of a fragment, without those of its facts with numbers. */
export function termsOf(fragment: SearchedFragment): string[] {
  const { kind, state, bytes, isPinned } = fragment;
  const pieces = piecesOf(`${fragment.names()}\n${fragment.fileNames()}\n${fragment.text()}\n${fragment.extracted()}`, mostPieces);
  return [
    ...(pieces === 'all' ? [everything] : pieces),
    `0kind_${kind}`,
    ...(fragment.contentKind() === '' ? [] : [contentKindTerm(fragment.contentKind())]),
    `0state_${state}`,
    sizeTerm(sizeClass(bytes)),
    ...(isPinned ? [pinned] : []),
  ];
}

/** Adds the characters and pairs of a fragment to those of its block. */
export function addShortTerms(fragment: SearchedFragment, pairs: Set<number>): void {
  addPairsOf(`${fragment.names()}\n${fragment.fileNames()}`, pairs);
  addPairsOf(fragment.text(), pairs);
  addPairsOf(fragment.extracted(), pairs);
}

export function pairTerm(pair: number): string {
  return `u${pair.toString(36)}`;
}

function sizeClass(bytes: number): number {
  return bytes < 1 ? 0 : Math.floor(Math.log2(bytes)) + 1;
}

function contentKindTerm(kind: string): string {
  return `0for_${kind.replaceAll('-', '_')}`;
}

function sizeTerm(which: number): string {
  return `0size_${which}`;
}

/** The conditions that can be looked up, in the language of FTS5; null without any. `days`: only fragments copied in this time. */
export interface Lookup {
  readonly fragments: string | null;
  readonly blocks: string | null;
  readonly days: { readonly from: number; readonly to: number } | null;
}

const dayMs = 86_400_000;
const lastDay = 100_000_000;

export function lookupOf(journal: JournalReader, query: SearchQuery): Lookup {
  const positive = query.filter(({ isNegated }) => !isNegated);
  const fragments = positive.map((clause) => expressionOf(clause, (term) => fragmentsWith(journal, term)));
  const blocks = positive.map((clause, at) => (fragments[at] === null ? expressionOf(clause, blocksWith) : null));
  const and = (expressions: readonly (string | null)[]): string | null => expressions.filter((one) => one !== null).join(' AND ') || null;
  const times = positive.flatMap(({ any }) => (any.length === 1 && any[0]?.is === 'time' ? [any[0]] : []));
  const from = Math.max(0, ...times.map((time) => dayOf(time.from)));
  const to = Math.min(lastDay, ...times.map((time) => dayOf(time.before)));
  return { fragments: and(fragments), blocks: and(blocks), days: times.length === 0 ? null : { from, to } };
}

/** The day of a time, in days since 1970. */
export function dayOf(atMs: number): number {
  return Math.min(lastDay, Math.max(0, Math.floor(atMs / dayMs)));
}

/** Null if one of the alternatives can't be looked up. */
function expressionOf({ any }: SearchClause, of: (term: SearchTerm) => string | null): string | null {
  const expressions = any.map(of);
  return expressions.includes(null) ? null : `(${expressions.join(' OR ')})`;
}

function fragmentsWith(journal: JournalReader, term: SearchTerm): string | null {
  switch (term.is) {
    case 'text':
    case 'address':
    case 'file':
      return textExpression(term.text);
    case 'type':
    case 'extension':
    case 'group':
    case 'tag':
      return anyFact(factsWith(journal, term.is, (value) => value === term.text));
    case 'app':
      return anyFact(factsWith(journal, 'app', (value) => isOfProgram(journal, value, term.text)));
    case 'pinned':
      return quoted(pinned);
    case 'kind':
      return quoted(`0kind_${term.kind}`);
    case 'content-kind':
      return anyOf(meantKinds(term.kind).map(contentKindTerm));
    case 'state':
      return quoted(`0state_${term.state}`);
    case 'size': {
      const [first, last] = [sizeClass(term.least), Math.min(53, sizeClass(term.most))];
      if (first > last) return quoted(nothing);
      return anyOf(Array.from({ length: last - first + 1 }, (_, at) => sizeTerm(first + at)));
    }
    case 'time':
    case 'selected':
      return null;
  }
}

/** Null for a text without a piece. */
function textExpression(text: string): string | null {
  const pieces = lookedUpPieces(text);
  if (pieces.length === 0) return null;
  const step = Math.max(1, pieces.length / mostLookedUp);
  const some = Array.from({ length: Math.min(pieces.length, mostLookedUp) }, (_, at) => pieces[Math.floor(at * step)] ?? '');
  return `((${some.map(quoted).join(' AND ')}) OR ${quoted(everything)})`;
}

/** For a text of any length; null for one without any visible character. */
function blocksWith(term: SearchTerm): string | null {
  if (term.is !== 'text' && term.is !== 'address' && term.is !== 'file') return null;
  const pairs = new Set<number>();
  addPairsOf(term.text, pairs);
  const all = [...pairs];
  const longest = all.some((pair) => pair >= 65_536) ? all.filter((pair) => pair >= 65_536) : all;
  const some = longest.slice(0, mostLookedUp);
  return some.length === 0 ? null : `((${some.map((pair) => quoted(pairTerm(pair))).join(' AND ')}) OR ${quoted(everything)})`;
}

function factsWith(journal: JournalReader, field: FactField, isOne: (value: string) => boolean): readonly number[] {
  return journal
    .statement('SELECT id, value FROM index_facts WHERE field = ?')
    .all(field)
    .flatMap((row) => {
      const id = wholeNumber(row.id);
      return id !== null && isOne(textOf(row.value) ?? '') ? [id] : [];
    });
}

function anyFact(ids: readonly number[]): string | null {
  return ids.length > mostFacts ? null : anyOf([noFact, ...ids].map(factTerm));
}

function anyOf(terms: readonly string[]): string {
  return `(${terms.map(quoted).join(' OR ')})`;
}

function quoted(term: string): string {
  return `"${term}"`;
}
