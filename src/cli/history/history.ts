/** `hub history` and `hub search`: they read the journal directly, so that they work when no Hub is running too. */

import path from 'node:path';
import type { ListedFragment } from '../../contract/bridge.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { copyStateName } from '../../domain/conditions/state-names.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { meantConditions } from '../../domain/search/nearest-type.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import { withoutSecretLines } from '../../domain/secrets/find-secret.ts';
import { tellingKind } from '../../domain/view/kind-names.ts';
import { titleInPicture } from '../../domain/view/looks/extracted-views.ts';
import { titleOf } from '../../domain/view/looks/row-titles.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { damagedRowsNotice } from '../../journal/damage/damaged-rows.ts';
import { emptyHistoryNotice } from '../../journal/damage/put-aside.ts';
import { contentLimits, fragmentView } from '../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { undoable } from '../../journal/keeping/deletions.ts';
import { searchPage } from '../../journal/search/search.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { displayWidth, formatTable, oneLine, size } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { findActiveWorkspace } from '../workspace-catalog.ts';
import { marksOf, outcomeText, shownClock } from './copy-facts.ts';
import { withJournal } from './journal-access.ts';
import { matchOnOneLine } from './match-on-one-line.ts';
import { namesOnDesktop, type ProgramNames, recordedNames } from './program-names.ts';

export interface HistoryOptions {
  readonly limit: number;
  readonly query?: string;
  readonly json?: boolean;
}

/** The copies, newest first, or those that the query finds. Other programs get the names of programs as they were recorded. */
export async function listCopies(surface: Surface, options: HistoryOptions): Promise<ExitStatus> {
  return history(surface, options, options.json ? undefined : await namesOnDesktop(surface));
}

export function history(surface: Surface, options: HistoryOptions, programs = recordedNames): ExitStatus {
  const parsed = parseSearch(options.query ?? '', Date.now());
  if (!parsed.ok) return failedBecause(surface, parsed.detail, 'bad_request');
  const { query } = parsed;
  if (options.query !== undefined && query.length === 0)
    return failedBecause(surface, say('search needs at least one word'), 'bad_request');
  return withJournal(surface, (journal) => {
    const shown = query.length === 0 ? newest(journal, options.limit) : matches(journal, query, options.limit);
    if (options.json) printJson(surface, { items: shown });
    else if (shown.length === 0) surface.print(options.query === undefined ? emptyHistory(surface, journal) : nothingFound(query));
    else for (const line of lines(surface, shown, programs)) surface.print(line);
    const deleted = options.json ? null : undoable(journal, 'last', Date.now());
    if (deleted !== null)
      surface.print(
        say('{count, plural, one {# copy is} other {# copies are}} deleted; to bring that back before {end}: hub undelete', {
          count: deleted.copies,
          end: shownClock(deleted.untilMs),
        }),
      );
    const reportDamagedRow = damagedRowsNotice(journal.damaged);
    if (reportDamagedRow !== null && !options.json) surface.print(sayHeard(reportDamagedRow));
    return 0;
  });
}

/** A history that is empty because nothing could be carried over from a damaged journal is not a new one, nor is one whose copies were deleted. */
function emptyHistory({ places }: Surface, journal: JournalReader): string {
  const notice = emptyHistoryNotice(journal, places.journal);
  if (notice !== null) return visibleText(say('Nothing yet: {why}', { why: sayHeard(notice) }));
  return readCounters(journal).captured === 0 ? say('Nothing yet. Copy something.') : say('No copy is in the history now. Copy something.');
}

function nothingFound(query: SearchQuery): string {
  const meant = meantConditions(query);
  const nothing = say('No matching copies.');
  return meant.length === 0 ? nothing : `${nothing} ${say('Did you mean {meant}?', { meant: meant.join(' ') })}`;
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
    if (line === null) return [shown];
    const of = line.of === 'picture' || line.of === 'document' ? { of: line.of } : {};
    return [{ ...shown, match: { text: line.text, marks: line.marks.map(([from, to]) => [from, to]), ...of } }];
  });
}

function lines(surface: Surface, fragments: readonly ListedFragment[], programs: ProgramNames): readonly string[] {
  const workspace = findActiveWorkspace(surface.places);
  const rows = fragments.map((fragment) => [
    fragment.id,
    fragment.capturedAt.slice(5, 19).replace('T', ' '),
    String(fragment.copyCount ?? 1),
    shortType(fragment),
    // Of copied files it is the size of their list, which is of no use.
    fragment.kind === 'files' ? '' : size(fragment.bytes),
    copyStateName(fragment.state),
    oneLine(programs(fragment.source), 16),
    whereOrWhat(surface, placeOf(fragment, workspace), fragment),
  ]);
  return formatTable(
    [say('ID'), say('COPIED'), say('TIMES'), say('TYPE'), say('SIZE'), say('STATE'), say('FROM'), say('WHERE, OR WHAT')],
    rows,
  );
}

/** A link is plain text: its kind says more. */
function shortType(fragment: ListedFragment): string {
  return tellingKind(fragment) ?? fragment.detection?.typeId ?? fragment.kind;
}

/** Of what a picture says, beside its file. In characters. */
const longestName = 40;

/** Cut to the width of a terminal, and whole in a pipe. A secret is named by what it is. */
function whereOrWhat(surface: Surface, place: string | null, fragment: ListedFragment): string {
  const isSecret = fragment.secret !== undefined;
  if (fragment.match !== undefined && !isSecret) {
    const where =
      fragment.match.of === undefined
        ? ''
        : `${fragment.match.of === 'picture' ? say('Text in this picture') : say('Text in this document')}: `;
    return where + matchOnOneLine(surface, fragment.match, Math.max(20, surface.columns - 77 - displayWidth(where)));
  }
  const said = fragment.kind === 'image' ? titleInPicture(fragment, longestName) : '';
  const name = fragment.title ?? (isSecret ? titleOf(fragment) : said || null);
  const others = place ?? (isSecret ? null : contentOrReason(fragment));
  const isEnough = fragment.title !== undefined && (surface.terminal || place === null);
  const about = isEnough ? [name] : [name, others];
  const width = place !== null && !surface.terminal ? Number.POSITIVE_INFINITY : Math.max(20, surface.columns - 77);
  return oneLine([...marksOf(fragment), ...about.filter((part) => part !== null)].join(' '), width);
}

/** A copy that is only kept is known by what is in it; of one that was to be something else, the reason matters. */
function contentOrReason(fragment: ListedFragment): string {
  const shown = preview(fragment);
  return (fragment.state === 'kept' && shown.trim() !== '') || fragment.reason === null ? shown : outcomeText(fragment);
}

/** The path of a saved file inside the active WorkSpace; its whole path if it is in another one. */
function placeOf({ savedPath }: Fragment, workspace: string): string | null {
  if (savedPath === null) return null;
  const way = path.relative(workspace, savedPath);
  const isOutside = way.startsWith('..') || path.isAbsolute(way);
  return isOutside ? savedPath : way.replaceAll(path.sep, '/');
}

function preview(fragment: Fragment): string {
  return (fragment.text && withoutSecretLines(fragment.text)) ?? fragment.files?.join(', ') ?? '';
}
