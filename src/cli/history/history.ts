/** `hub history`, `hub search` and `hub show`: they read the journal directly, so that they work when no Hub is running too. */

import path from 'node:path';
import type { ListedFragment } from '../../contract/bridge.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { wasNotKept } from '../../domain/capture/why-not-kept.ts';
import { meantConditions } from '../../domain/search/nearest-type.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import { damagedRowsNotice } from '../../journal/damage/damaged-rows.ts';
import { contentLimits, fragmentView, isHeldBack } from '../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment, tryReadHead } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { Journal, JournalReader } from '../../journal/journal.ts';
import { searchPage } from '../../journal/search/search.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine, size } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { findActiveWorkspace } from '../workspace-catalog.ts';
import { fragmentNamed } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';
import { matchOnOneLine } from './match-on-one-line.ts';

export interface HistoryOptions {
  readonly limit: number;
  readonly query?: string;
  readonly json?: boolean;
}

export function history(surface: Surface, options: HistoryOptions): ExitStatus {
  const parsed = parseSearch(options.query ?? '', Date.now());
  if (!parsed.ok) return failedBecause(surface, parsed.detail, 'bad_request');
  const { query } = parsed;
  if (options.query !== undefined && query.length === 0) return failedBecause(surface, 'search needs at least one word', 'bad_request');
  return withJournal(surface, (journal) => {
    const shown = query.length === 0 ? newest(journal, options.limit) : matches(journal, query, options.limit);
    if (options.json) printJson(surface, { items: shown });
    else if (shown.length === 0) surface.print(options.query === undefined ? 'Nothing yet. Copy something.' : nothingFound(query));
    else for (const line of lines(surface, shown)) surface.print(line);
    const reportDamagedRow = damagedRowsNotice(journal.damaged);
    if (reportDamagedRow !== null && !options.json) surface.print(reportDamagedRow);
    return 0;
  });
}

function nothingFound(query: SearchQuery): string {
  const meant = meantConditions(query);
  return `Nothing matches all of this.${meant.length === 0 ? '' : ` Did you mean ${meant.join(' ')}?`}`;
}

function newest(journal: JournalReader, limit: number): readonly ListedFragment[] {
  return listFragments(journal, { limit }).map((fragment) =>
    fragmentView({ journal, pathsOf: pathsOfUriList }, fragment, contentLimits.listed),
  );
}

function matches(journal: JournalReader, query: SearchQuery, limit: number): readonly ListedFragment[] {
  return searchPage(journal, { query, limit }).found.flatMap(({ id, line }) => {
    const fragment = readFragment(journal, id);
    if (fragment === null) return [];
    const shown = fragmentView({ journal, pathsOf: pathsOfUriList }, fragment, contentLimits.listed);
    return [line === null ? shown : { ...shown, match: { text: line.text, marks: line.marks.map(([from, to]) => [from, to]) } }];
  });
}

/** `content` prints only the bytes; on a terminal, a text with control characters made visible. */
export function show(surface: Surface, id: string, options: { readonly json?: boolean; readonly content?: boolean }): ExitStatus {
  if (options.content && options.json)
    return wrongUsage(surface, '--content prints bytes, and not JSON; use --content or --json, not both');
  return withJournal(surface, (journal) => {
    const fragment = fragmentNamed(journal, id);
    if (fragment === null) return failedBecause(surface, `there is no copy ${oneLine(id, 20)}; for the IDs: hub history`, 'not_found');
    if (options.content) return printContent(surface, journal, fragment);
    const shown = fragmentView({ journal, pathsOf: pathsOfUriList }, fragment, contentLimits.single);
    if (options.json) printJson(surface, shown);
    else for (const line of details(shown)) surface.print(line);
    const place = contentPlaces(journal, fragment.id)[0];
    const isMissing = !isHeldBack(fragment) && (place === undefined || tryReadHead(place, 1) === null);
    if (isMissing && !options.json)
      surface.print('\nIts content is missing: its file in the data folder of Hub is gone or cannot be read.');
    return 0;
  });
}

function printContent(surface: Surface, journal: Journal, fragment: JournalFragment): ExitStatus {
  if (fragment.state === 'filtered') return failedBecause(surface, `copy ${fragment.id} ${wasNotKept(fragment.reason)}`);
  if (isHeldBack(fragment)) {
    const because = fragment.reason === null ? 'Hub has not examined it yet' : 'its type could not be determined';
    return failedBecause(surface, `${because}, and a rule of your content filter may exclude it; see: hub show ${fragment.id}`);
  }
  const place = contentPlaces(journal, fragment.id)[0];
  if (place === undefined) return failedBecause(surface, 'it has no content');
  const bytes = tryReadHead(place, Number.POSITIVE_INFINITY);
  if (bytes === null) return failedBecause(surface, 'the file with its content is missing or cannot be read');
  if (!surface.terminal) surface.printBytes(bytes);
  else if (fragment.kind === 'image')
    return failedBecause(surface, `it is a picture; write it to a file: hub show --content ${fragment.id} > FILE`);
  else surface.print(visibleText(new TextDecoder().decode(bytes)));
  return 0;
}

function lines(surface: Surface, fragments: readonly ListedFragment[]): readonly string[] {
  const workspace = findActiveWorkspace(surface.places);
  const rows = fragments.map((fragment) => [
    fragment.id,
    fragment.capturedAt.slice(5, 19).replace('T', ' '),
    String(fragment.copyCount ?? 1),
    fragment.detection?.typeId ?? fragment.kind,
    size(fragment.bytes),
    fragment.state,
    oneLine(fragment.source.app.name ?? fragment.source.name, 16),
    whereOrWhat(surface, placeOf(fragment, workspace), fragment),
  ]);
  return formatTable(['ID', 'COPIED', 'TIMES', 'TYPE', 'SIZE', 'STATE', 'FROM', 'WHERE, OR WHAT'], rows);
}

/** Cut to the width of the terminal; a path is left whole for another program, which could not use a part of it. */
function whereOrWhat(surface: Surface, place: string | null, fragment: ListedFragment): string {
  if (fragment.match !== undefined) return matchOnOneLine(surface, fragment.match, Math.max(20, surface.columns - 77));
  if (place !== null && !surface.terminal) return oneLine(place, Number.POSITIVE_INFINITY);
  const about = fragment.title ?? place ?? fragment.reason ?? preview(fragment);
  return oneLine([...marksOf(fragment), about].join(' '), Math.max(20, surface.columns - 77));
}

/** `pinned`, and its tags. */
function marksOf({ pinned, tags = [] }: Fragment): readonly string[] {
  return [...(pinned ? ['pinned'] : []), ...tags.map((tag) => `#${tag}`)];
}

/** The path of a saved file inside the active WorkSpace; its whole path if it is in another one. */
function placeOf({ savedPath }: Fragment, workspace: string): string | null {
  if (savedPath === null) return null;
  const way = path.relative(workspace, savedPath);
  const isOutside = way.startsWith('..') || path.isAbsolute(way);
  return isOutside ? savedPath : way.replaceAll(path.sep, '/');
}

const shownEarlier = 10;

/** How often it was copied, and when before; null if only once. */
function timesOf({ copyCount, firstCapturedAt, earlierCopies = [] }: Fragment): string | null {
  if (copyCount === undefined) return null;
  const earlier = earlierCopies.slice(0, shownEarlier).map(({ capturedAt, source }) => {
    const from = source.app.name ?? source.name;
    return `${capturedAt.slice(0, 19).replace('T', ' ')}${from === '' ? '' : ` from ${from}`}`;
  });
  const isAll = earlier.length === copyCount - 1;
  return `${copyCount}, first on ${firstCapturedAt}; before that: ${earlier.join(', ')}${isAll ? '' : ', …'}`;
}

function preview(fragment: Fragment): string {
  return fragment.text ?? fragment.files?.join(', ') ?? '';
}

function details(fragment: Fragment): readonly string[] {
  const { detection, source } = fragment;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Title', fragment.title ?? null],
    ['Marks', marksOf(fragment).join(' ')],
    ['Copied', fragment.capturedAt],
    ['Times', timesOf(fragment)],
    ['From', [source.app.name ?? source.name, source.path].filter((part) => part !== '').join(', ')],
    ['Kind', `${fragment.kind}, ${size(fragment.bytes)}, ${fragment.mediaTypes.join(' ')}`],
    ['Type', detection === null ? null : `${detection.typeId} (${detection.group}, ${Math.round(detection.confidence * 100)} %)`],
    ['Name in it', fragment.embeddedFilename],
    ['State', [fragment.state, fragment.reason].filter((part) => part !== null).join(': ')],
    ['Saved as', fragment.savedPath],
    ['Note', fragment.note ?? null],
  ];
  const known = facts.filter((fact) => fact[1] !== null && fact[1] !== '');
  const body = fragment.text ?? fragment.files?.join('\n');
  const lines = known.map(([name, value]) => `${name.padEnd(11)} ${visibleText(value ?? '').replaceAll(/\s/g, ' ')}`);
  return [...lines, ...(body === undefined ? [] : ['', visibleText(body)])];
}
