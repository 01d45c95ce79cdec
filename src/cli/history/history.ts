/** `hub history`, `hub search` and `hub show`: they read the journal directly, so that they work when no Hub is running too. */

import os from 'node:os';
import path from 'node:path';
import { localTimestamp } from '../../base/timestamp.ts';
import type { ListedFragment } from '../../contract/bridge.ts';
import { isFinding } from '../../contract/fragment-words.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { Detection, Fragment } from '../../contract/source-snapshot.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { wasNotKept } from '../../domain/capture/why-not-kept.ts';
import { copyStateName } from '../../domain/conditions/state-names.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { meantConditions } from '../../domain/search/nearest-type.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import { withoutSecretLines } from '../../domain/secrets/find-secret.ts';
import { fragmentOutcome } from '../../domain/view/fragment-outcome.ts';
import { kindName, tellingKind } from '../../domain/view/kind-names.ts';
import { extractedViews } from '../../domain/view/looks/extracted-views.ts';
import { titleOf } from '../../domain/view/looks/row-titles.ts';
import { damagedRowsNotice } from '../../journal/damage/damaged-rows.ts';
import { emptyHistoryNotice } from '../../journal/damage/put-aside.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { contentLimits, fragmentView, isHeldBack } from '../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment, tryReadHead } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { Journal, JournalReader } from '../../journal/journal.ts';
import { undoable } from '../../journal/keeping/deletions.ts';
import { searchPage } from '../../journal/search/search.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { displayWidth, formatTable, oneLine, padded, size } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { findActiveWorkspace } from '../workspace-catalog.ts';
import { fragmentNamed, isNumber } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';
import { matchOnOneLine } from './match-on-one-line.ts';
import { type ProgramNames, recordedNames } from './program-names.ts';

export interface HistoryOptions {
  readonly limit: number;
  readonly query?: string;
  readonly json?: boolean;
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

/** A history that is empty because nothing could be carried over from a damaged journal is not a new one. */
function emptyHistory({ places }: Surface, journal: JournalReader): string {
  const notice = emptyHistoryNotice(journal, places.journal);
  return notice === null ? say('Nothing yet. Copy something.') : visibleText(say('Nothing yet: {why}', { why: sayHeard(notice) }));
}

function nothingFound(query: SearchQuery): string {
  const meant = meantConditions(query);
  const nothing = say('Nothing matches all of this.');
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

interface ShowOptions {
  readonly json?: boolean;
  readonly content?: boolean;
}

/** `content` prints only the bytes; on a terminal, a text with control characters made visible. */
export function show(surface: Surface, id: string, options: ShowOptions, programs = recordedNames): ExitStatus {
  if (options.content && options.json)
    return wrongUsage(surface, say('--content prints bytes, and not JSON; use --content or --json, not both'));
  return withJournal(surface, (journal) => {
    const fragment = fragmentNamed(journal, id);
    const deleted = fragment === null && isNumber(id) ? undoable(journal, currentNumber(journal, Number(id)), Date.now()) : null;
    if (deleted !== null) {
      const end = shownClock(deleted.untilMs);
      return failedBecause(
        surface,
        say('copy {id} is deleted; to bring it back before {end}: hub undelete {id}', { id, end }),
        'not_found',
      );
    }
    if (fragment === null)
      return failedBecause(surface, say('there is no copy {id}; for the IDs: hub history', { id: oneLine(id, 20) }), 'not_found');
    if (options.content) return printContent(surface, journal, fragment);
    const shown = fragmentView({ journal, pathsOf: pathsOfUriList }, fragment, contentLimits.single);
    if (options.json) printJson(surface, shown);
    else for (const line of details(shown, programs)) surface.print(line);
    if (shown.textTruncated === true && !options.json)
      surface.complain(`hub: ${say('this is the beginning of the text; for all of it: hub show {id} --content', { id: fragment.id })}`);
    const place = contentPlaces(journal, fragment.id)[0];
    const isMissing = !isHeldBack(fragment) && (place === undefined || tryReadHead(place, 1) === null);
    if (isMissing && !options.json)
      surface.print(`\n${say('Its content is missing: its file in the data folder of Hub is gone or cannot be read.')}`);
    return 0;
  });
}

function printContent(surface: Surface, journal: Journal, fragment: JournalFragment): ExitStatus {
  if (fragment.state === 'filtered')
    return failedBecause(surface, say('copy {id} {why}', { id: fragment.id, why: wasNotKept(fragment.reason) }));
  if (isHeldBack(fragment)) {
    const because = fragment.reason === null ? say('Hub has not examined it yet') : say('its type could not be determined');
    return failedBecause(
      surface,
      say('{because}, and a rule of your content filter may exclude it; see: hub show {id}', { because, id: fragment.id }),
    );
  }
  const place = contentPlaces(journal, fragment.id)[0];
  if (place === undefined) return failedBecause(surface, say('it has no content'));
  const bytes = tryReadHead(place, Number.POSITIVE_INFINITY);
  if (bytes === null) return failedBecause(surface, say('the file with its content is missing or cannot be read'));
  if (!surface.terminal) surface.printBytes(bytes);
  else if (fragment.kind === 'image')
    return failedBecause(surface, say('it is a picture; write it to a file: hub show --content {id} > FILE', { id: fragment.id }));
  else if (fragment.kind === 'document')
    return failedBecause(surface, say('it is no text; write it to a file: hub show --content {id} > FILE', { id: fragment.id }));
  else surface.print(visibleText(new TextDecoder().decode(bytes)));
  return 0;
}

function lines(surface: Surface, fragments: readonly ListedFragment[], programs: ProgramNames): readonly string[] {
  const workspace = findActiveWorkspace(surface.places);
  const rows = fragments.map((fragment) => [
    fragment.id,
    fragment.capturedAt.slice(5, 19).replace('T', ' '),
    String(fragment.copyCount ?? 1),
    shortType(fragment),
    size(fragment.bytes),
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
  const name = fragment.title ?? (isSecret ? titleOf(fragment) : null);
  const others = place ?? (isSecret ? null : contentOrReason(fragment));
  const isEnough = fragment.title !== undefined && (surface.terminal || place === null);
  const about = isEnough ? [name] : [name, others];
  const width = place !== null && !surface.terminal ? Number.POSITIVE_INFINITY : Math.max(20, surface.columns - 77);
  return oneLine([...marksOf(fragment), ...about.filter((part) => part !== null)].join(' '), width);
}

/** A copy that is only kept is known by what is in it; of one that was to be something else, the reason matters. */
function contentOrReason(fragment: ListedFragment): string {
  const shown = preview(fragment);
  return fragment.state === 'kept' && shown.trim() !== '' ? shown : (fragment.reason ?? shown);
}

/** `pinned`, `selected`, and its tags. */
function marksOf({ pinned, selection, tags = [] }: Fragment): readonly string[] {
  return [...(pinned ? [say('pinned')] : []), ...(selection === undefined ? [] : [say('selected')]), ...tags.map((tag) => `#${tag}`)];
}

/** The path of a saved file inside the active WorkSpace; its whole path if it is in another one. */
function placeOf({ savedPath }: Fragment, workspace: string): string | null {
  if (savedPath === null) return null;
  const way = path.relative(workspace, savedPath);
  const isOutside = way.startsWith('..') || path.isAbsolute(way);
  return isOutside ? savedPath : way.replaceAll(path.sep, '/');
}

const shownEarlier = 10;

/** A time of the contract (RFC 3339) as people read it: `2026-11-21 03:23:16`, by the clock of this machine. */
function shownTime(at: string): string {
  return at.slice(0, 19).replace('T', ' ');
}

function shownClock(atMs: number): string {
  return localTimestamp(atMs).slice(11, 19);
}

/** How often it was copied, and when before; null if only once. */
function timesOf({ copyCount, firstCapturedAt, earlierCopies = [] }: Fragment, programs: ProgramNames): string | null {
  if (copyCount === undefined) return null;
  const earlier = earlierCopies.slice(0, shownEarlier).map(({ capturedAt, source }) => {
    const from = programs(source);
    const time = shownTime(capturedAt);
    return from === '' ? time : say('{time} from {from}', { time, from });
  });
  const isAll = earlier.length === copyCount - 1;
  const before = `${earlier.join(', ')}${isAll ? '' : ', …'}`;
  return say('{count, number}, first on {first}; before that: {before}', {
    count: copyCount,
    first: shownTime(firstCapturedAt ?? ''),
    before,
  });
}

function typeOf(detection: Detection): string {
  const { typeId, group, confidence } = detection;
  return isFinding(detection) ? `${typeId} (${group}, ${Math.round(confidence * 100)} %)` : group;
}

function preview(fragment: Fragment): string {
  return (fragment.text && withoutSecretLines(fragment.text)) ?? fragment.files?.join(', ') ?? '';
}

/** `kept: too_short (too short for a file)`: the reason as `--json` has it, and what that means. */
function stateOf(fragment: Fragment): string {
  const { state, reason } = fragment;
  if (reason === null) return copyStateName(state);
  const { text } = fragmentOutcome(fragment, { workspacePath: '', userHome: os.homedir(), minTextChars: null });
  return `${copyStateName(state)}: ${reason} (${text})`;
}

function details(fragment: Fragment, programs: ProgramNames): readonly string[] {
  const { detection, source } = fragment;
  const facts: readonly (readonly [string, string | null])[] = [
    [say('Title'), fragment.title ?? null],
    [say('Link text'), fragment.secret === undefined ? (fragment.linkTitle ?? null) : null],
    [say('Marks'), marksOf(fragment).join(' ')],
    [say('Copied'), shownTime(fragment.capturedAt)],
    [say('Times'), timesOf(fragment, programs)],
    [say('From'), [programs(source), source.path].filter((part) => part !== '').join(', ')],
    [say('Page'), source.type === 'web' && source.app.name !== null ? source.name : null],
    [
      say('Kind'),
      `${fragment.contentKind === undefined ? '' : `${kindName(fragment.contentKind)}, `}${fragment.kind}, ${size(fragment.bytes)}, ${fragment.mediaTypes.join(' ')}`,
    ],
    [say('Type'), detection === null ? null : typeOf(detection)],
    [say('Name in it'), fragment.embeddedFilename],
    [say('Text of'), fragment.textOf?.id ?? null],
    [say('Its text'), fragment.textCopy ?? null],
    [say('State'), stateOf(fragment)],
    [say('Saved as'), fragment.savedPath],
    [say('Note'), fragment.note ?? null],
  ];
  const known = facts.filter((fact) => fact[1] !== null && fact[1] !== '');
  // A name may have a line feed: each file is one line.
  const body = fragment.text ?? fragment.files?.map((file) => file.replaceAll('\n', '\\n')).join('\n');
  const lines = known.map(([name, value]) => `${padded(name, 11)} ${visibleText(value ?? '').replaceAll(/\s/g, ' ')}`);
  return [...lines, ...(body === undefined ? [] : ['', visibleText(body)]), ...extractedLines(fragment)];
}

/** What was read in it, each under what it was read in; or why there is nothing. */
function extractedLines(fragment: Fragment): readonly string[] {
  return extractedViews(fragment)
    .filter(({ state }) => state !== 'unread')
    .flatMap(({ name, text, note }) => {
      const title = name === '' ? say('Text in this picture') : say('Text in {name}', { name: visibleText(name) });
      return ['', `${title}:`, ...(text === '' ? [] : [visibleText(text)]), ...(note === '' ? [] : [note])];
    });
}
