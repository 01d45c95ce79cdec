/**
 * `hub delete ID ID…`, `--query`, `--since` and `--all`: deletes many copies in the journal, in slices, so that a copy that is made meanwhile never
 * waits long. A running core notices, and erases what is left of them. Without one, nobody would erase them when the time to undo it is over: then
 * they are erased at once, as with `--now`. `hub undelete` (`undelete.ts`) brings them back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { holdsForDeleting } from '../../configuration/reading/retention-documents.ts';
import { say } from '../../domain/language/say.ts';
import { stayOnHold } from '../../domain/retention/hold-words.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import { momentOf } from '../../domain/search/query-times.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { eraseStep } from '../../journal/fragments/erasing.ts';
import type { Journal } from '../../journal/journal.ts';
import { deleteSlice } from '../../journal/keeping/delete-fragments.ts';
import { type HiddenSlice, hideSlice } from '../../journal/keeping/deletions.ts';
import { type OnHold, storeHolds } from '../../journal/retention/holds-in-force.ts';
import { isSoundId, wholeNumber } from '../../journal/row-values.ts';
import { chosenFragments } from '../history/chosen-fragments.ts';
import { trashFiles } from '../history/files-of-copies.ts';
import { remove } from '../history/fragment-commands.ts';
import { isNumber, noSuchFragments, notANumber } from '../history/fragment-ids.ts';
import { withJournalAsync } from '../history/journal-access.ts';
import { notATime } from '../not-a-time.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { withBridge } from '../with-bridge.ts';
import { type HeldCopies, heldCopies, isAgreed } from './agree-to-delete.ts';
import { deletedInWords, type WhatWasDeleted } from './deleted-in-words.ts';
import { comingFromNow, journalsKept, keptInWords, mayWait, waitsBelow, writeDown } from './waiting-copies.ts';

export interface DeleteOptions {
  readonly json?: boolean;
  readonly query?: string;
  /** `2h`, `17:30` or `yesterday`, as `momentOf` takes them: only copies that are not older. */
  readonly since?: string;
  readonly all?: boolean;
  /** Pinned copies too. */
  readonly pinned?: boolean;
  /** Without a question. */
  readonly yes?: boolean;
  /** Move their files to the trash too. */
  readonly withFile?: boolean;
  /** Erase them at once. */
  readonly now?: boolean;
}

const noneHeld: HeldCopies = { onHold: [], isWhole: true };

/** One copy is deleted by the running Hub, many by the command itself, as is one that waits in a damaged journal. */
export async function deleteCopies(surface: Surface, ids: readonly string[], options: DeleteOptions): Promise<ExitStatus> {
  const { query, since, all } = options;
  const [id, ...more] = ids;
  const isOne = id !== undefined && more.length === 0 && query === undefined && since === undefined && all === undefined;
  if (!isOne || mayWait(surface, id)) return removeMany(surface, ids, options);
  const status = await remove(surface, id, options);
  const kept = status === 0 && !options.json ? keptInWords(surface) : '';
  if (kept !== '') surface.print(kept);
  return status;
}

/** Without `--pinned`, pinned copies stay, unless they are named. */
export async function removeMany(surface: Surface, ids: readonly string[], options: DeleteOptions): Promise<ExitStatus> {
  const { query, since, all } = options;
  if (!ids.every(isNumber)) return notANumber(surface);
  const sinceMs = since === undefined ? undefined : momentOf(since, Date.now(), 'from');
  if (since !== undefined && sinceMs === null) return wrongUsage(surface, notATime(since));
  const isChosen = query !== undefined || since !== undefined || all === true;
  if (ids.length === 0 && !isChosen) return wrongUsage(surface, say('say which copies: IDs, --query, --since or --all'));
  if (ids.length > 0 && isChosen) return wrongUsage(surface, say('use IDs, or --query, --since and --all, not both'));
  const parsed = parseSearch(query ?? '', Date.now());
  if (!parsed.ok) return failedBecause(surface, parsed.detail, 'bad_request');
  if (query !== undefined && parsed.query.length === 0) return wrongUsage(surface, say('--query needs at least one word'));
  if (parsed.query.some(isMistakenExclusion))
    return failedBecause(
      surface,
      say('a word after - is not one of the conditions of a search, and nearly all copies are without it'),
      'bad_request',
    );
  if (options.withFile && options.now && (ids.length !== 1 || isChosen))
    return wrongUsage(surface, say('--with-file and --now go together for one copy only'));
  return withJournalAsync(surface, async (journal) => {
    storeHolds(journal, () => holdsForDeleting(surface.places));
    const isRunning = (options.now !== true || options.withFile === true) && (await hasCore(surface));
    if (options.withFile && !isRunning)
      return failedBecause(
        surface,
        say('files are moved to the trash by a running Hub, so nothing was deleted; to start it: hub start'),
        'no_bridge',
      );
    const canUndo = isRunning && options.now !== true;
    const below = waitsBelow(surface, journal);
    const hasCome = comingFromNow(journal, below);
    const named = namedCopies(journal, ids, canUndo, below);
    if (ids.length > 0 && named.numbers.length + named.waiting.length === 0) return noSuchFragments(surface, named.missing);
    const found = ids.length > 0 ? named.numbers : chosen(journal, parsed.query, sinceMs ?? null);
    const doomed = options.pinned || !isChosen ? found : withoutPinned(journal, found);
    const pinned = found.length - doomed.length;
    const held = isChosen ? heldCopies(journal, doomed) : noneHeld;
    // These stay even if their hold ends right now: whoever was asked was told so, and if all of them are on hold, nobody was asked.
    const staying = new Set(held.onHold.map(({ id }) => id));
    const free = doomed.filter((id) => !staying.has(id));
    const others = isChosen && below > 0;
    const waiting = others ? { withFile: options.withFile === true } : null;
    const many = { count: free.length, held: staying.size, isWhole: held.isWhole, canUndo, waiting, yes: options.yes };
    if (isChosen && (free.length > 0 || others) && !(await isAgreed(surface, many))) return 1;
    // Somebody may have put copies on hold before the answer, without a Hub that would know it.
    storeHolds(journal, () => holdsForDeleting(surface.places));
    const choice = { query: query ?? '', sinceMs: sinceMs ?? null, pinned: options.pinned === true };
    const { written, join } = writeDown(surface, journal, isChosen ? choice : { numbers: named.waiting }, !canUndo);
    // Whoever deletes something does not get it back from the history, whatever there is besides.
    const isReached = written !== 'too-many';
    // From here on none of them comes over; some may have, since they were looked for.
    const came = (
      isChosen ? chosen(journal, parsed.query, sinceMs ?? null) : namedCopies(journal, named.waiting, canUndo, 0).numbers
    ).filter(hasCome);
    const known = new Set(found);
    const late = came.filter((id) => !known.has(id));
    const ordered = [...free, ...(options.pinned || !isChosen ? late : withoutPinned(journal, late))];
    const { deleted, onHold: keptNow, deletion } = await deleteAll(journal, ordered, canUndo);
    join(deletion);
    const waits = written === 'written';
    const onHold = [...held.onHold, ...keptNow];
    const [kept] = onHold;
    // Nothing of what was asked for is done: also if a search has found the copies.
    if (deleted === 0 && !isReached) return failedBecause(surface, waitingNotReached(), 'unavailable');
    if (kept !== undefined && deleted === 0 && !waits) return failedBecause(surface, stayOnHold(onHold.map(({ hold }) => hold)), 'on_hold');
    const missing = named.missing.length > 0 && { missing: named.missing };
    const stay = new Set(onHold.map(({ id }) => id));
    const files = options.withFile
      ? await trashFiles(
          surface,
          doomed.filter((id) => !stay.has(id)),
        )
      : null;
    const withFiles = files !== null && { files };
    const stayed = onHold.length > 0 && { onHold: onHold.length };
    const aside = journalsKept(surface);
    const withOthers = {
      ...(waits && { waiting: true }),
      ...(!isReached && { waiting: false }),
      ...(aside.length > 0 && { putAside: aside }),
    };
    if (options.json)
      printJson(surface, {
        ok: isReached,
        deleted,
        pinned,
        canUndo: canUndo && (deleted > 0 || waits),
        ...missing,
        ...withFiles,
        ...stayed,
        ...withOthers,
      });
    else
      for (const line of [...deletedInWords({ deleted, pinned, onHold, canUndo, files, waits }), keptInWords(surface)])
        if (line !== '') surface.print(line);
    if (!isReached && !options.json) return failedBecause(surface, waitingNotReached(), 'unavailable');
    if (missing) noSuchFragments(surface, named.missing);
    return isReached ? 0 : 1;
  });
}

function waitingNotReached(): string {
  return say(
    'copies that wait in a damaged journal were not reached, and come over later: there are too many deletions of them; try again later',
  );
}

interface NamedCopies {
  /** Each once, although a copy may be named by several ids. */
  readonly numbers: readonly number[];
  readonly missing: readonly string[];
  /** Those that may be numbers of copies that wait in a damaged journal. */
  readonly waiting: readonly number[];
}

/** Those that are deleted and not erased yet can only be erased at once. `below`: from this number on, none waits in a damaged journal. */
function namedCopies(journal: Journal, ids: readonly (string | number)[], canUndo: boolean, below: number): NamedCopies {
  const numbers = new Set<number>();
  const waiting = new Set<number>();
  const missing: string[] = [];
  for (const id of ids) {
    const number = currentNumber(journal, Number(id));
    const state = journal.statement('SELECT state FROM fragments WHERE id = ?').get(number)?.state;
    if (state === undefined && number < below) waiting.add(number);
    else if (state === undefined || (canUndo && state === 'deleted')) missing.push(String(id));
    else numbers.add(number);
  }
  return { numbers: [...numbers], missing, waiting: [...waiting] };
}

const coreWithinMs = 2_000;

async function hasCore({ places }: Surface): Promise<boolean> {
  return (await withBridge(places, (bridge) => bridge.health(), coreWithinMs)).kind === 'answer';
}

/** `-tag:keep` means the text `tag:keep`, because there is no such condition: it would delete what was to be kept. */
function isMistakenExclusion({ isNegated, any }: SearchQuery[number]): boolean {
  return isNegated && any.some((term) => term.is === 'text' && /^[a-z]{1,16}:/.test(term.text));
}

function chosen(journal: Journal, query: SearchQuery, fromMs: number | null): readonly number[] {
  const ids = chosenFragments(journal, query);
  if (fromMs === null) return ids;
  const recent = journal.statement(
    `SELECT fragments.id FROM fragments JOIN captures ON captures.id = capture_id WHERE copied_at >= ? AND ${isSoundId('fragments.id')}`,
  );
  const isRecent = new Set(Array.from(recent.rows(fromMs), ({ id }) => Number(id)));
  return ids.filter((id) => isRecent.has(id));
}

function withoutPinned(journal: Journal, ids: readonly number[]): readonly number[] {
  const pinned = new Set(
    journal
      .statement('SELECT fragment_id FROM annotations WHERE pinned = 1')
      .all()
      .map((row) => wholeNumber(row.fragment_id)),
  );
  return pinned.size === 0 ? ids : ids.filter((id) => !pinned.has(id));
}

/** A slice holds the journal's lock; in the pause after it, whoever waits for that gets it. */
const sliceMs = 8;
const pauseMs = 10;
const idsAtOnce = 500;
/** As much as can be done now; the core does the rest. */
const erasedWithinMs = 2_000;

type Slice = Pick<HiddenSlice, 'looked' | 'deleted' | 'onHold'> & Partial<HiddenSlice>;

type Done = Pick<WhatWasDeleted, 'deleted' | 'onHold'> & { readonly deletion: number | null };

async function deleteAll(journal: Journal, ids: readonly number[], canUndo: boolean): Promise<Done> {
  const kept: OnHold[] = [];
  let deleted = 0;
  let deletion: number | null = null;
  for (let at = 0; at < ids.length; ) {
    const some = ids.slice(at, at + idsAtOnce);
    const slice: Slice = canUndo
      ? hideSlice(journal, { ids: some, nowMs: Date.now(), budgetMs: sliceMs, deletion })
      : deleteSlice(journal, some, sliceMs);
    deletion = slice.deletion ?? deletion;
    at += slice.looked;
    deleted += slice.deleted;
    kept.push(...slice.onHold);
    if (at < ids.length) await pause(pauseMs);
  }
  const endMs = performance.now() + erasedWithinMs;
  while (deleted > 0 && !canUndo && eraseStep(journal) === 'more' && performance.now() < endMs) await pause(1);
  return { deleted, onHold: kept, deletion };
}
