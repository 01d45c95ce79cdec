/** `hub retention hold add`, `list` and `remove`. */
import { existsSync } from 'node:fs';
import { systemErrorName } from '../../base/files/disk-error.ts';
import { makeFolders } from '../../base/files/make-folders.ts';
import { done, failed } from '../../base/outcome.ts';
import { changeDocument } from '../../configuration/change-document.ts';
import { effectiveDocument, mendOf } from '../../configuration/effective-document.ts';
import type { LegalHold } from '../../contract/documents/legal-hold.ts';
import { flawInWords } from '../../domain/conditions/document-condition.ts';
import { lostOnHold } from '../../domain/conditions/loss-words.ts';
import { say } from '../../domain/language/say.ts';
import { type Hold, holdsOf } from '../../domain/retention/holds.ts';
import { type HoldWithLoss, holdsWithLoss, isNothingLost, isWaiting } from '../../domain/retention/lost-copies.ts';
import { holdInWords } from '../../domain/retention/policy-words.ts';
import { bringingBackInWords } from '../../domain/saving/file-words.ts';
import { lossOfAll, sinceThen } from '../../journal/damage/put-aside.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { type HeldNow, heldContents } from '../../journal/retention/held-contents.ts';
import { isJournalUnavailable } from '../../journal/writing/write-failure.ts';
import { refused } from '../configuration/change-settings.ts';
import { noSuchFragments } from '../history/fragment-ids.ts';
import { whyUnusable } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { type BroughtBack, bringBack } from './bring-back.ts';
import { type Covered, countInWords, coveredNow } from './covered-copies.ts';
import { type HoldEntry, type HoldOptions, holdEntry } from './hold-options.ts';
import { nearPrograms } from './near-programs.ts';

export async function addHold(surface: Surface, id: string, options: HoldOptions): Promise<ExitStatus> {
  const entry = holdEntry(id, options);
  if (typeof entry === 'string') return wrongUsage(surface, visibleText(entry));
  const held = entry.copies === undefined ? null : heldNow(surface, entry.copies);
  if (held !== null && held.unknown.length > 0) return noSuchFragments(surface, held.unknown.map(String));
  const hold = { ...entry, ...(held !== null && { contents: held.contents }) };
  const changed = await changeDocument(surface.places, 'legal-hold', ({ raw, value }) =>
    value.holds.some((each) => each.id === id)
      ? failed('not_valid', say('there is already a legal hold {id}', { id }))
      : done({ ...raw, holds: [...entriesOf(raw), hold] }),
  );
  if (!changed.ok) return refused(surface, changed);
  const back = await bringBack(surface, id);
  const covered = coveredNow(surface.places, id);
  const [count, isComplete] = [covered?.counts.get(id) ?? null, covered?.isComplete ?? false];
  const unjudged = entry.query === undefined ? 0 : (covered?.unjudged.get(id) ?? 0);
  if (options.json)
    printJson(surface, {
      ok: true,
      id,
      covered: count,
      isComplete,
      ...(unjudged > 0 && { notIdentified: unjudged }),
      ...(back.because === null ? { broughtBack: back.copies } : { broughtBack: null, notBroughtBack: back.because }),
      ...(back.files.length > 0 && { files: back.files }),
    });
  else {
    surface.print(visibleText(inForce(id, entry)));
    if (back.copies > 0) surface.print(backInWords(back));
    if (count !== null && count > 0) surface.print(coveredInWords(count, isComplete));
    if (unjudged > 0) surface.print(unjudgedInWords(unjudged));
  }
  if (count === 0 && isComplete) surface.complain(`hub: ${nothingCovered(surface, options.app)}`);
  return 0;
}

function backInWords({ copies, files }: BroughtBack): string {
  const back = say('{count, plural, one {# deleted copy is} other {# deleted copies are}} back, because of the hold.', { count: copies });
  return files.length === 0 ? back : `${back} ${bringingBackInWords(files)}`;
}

/** With the programs that may have been meant: the name of a program is what is mistaken most easily. */
function nothingCovered({ places }: Surface, app: string | undefined): string {
  const near = app === undefined ? [] : nearPrograms(places, app);
  if (near.length === 0) return say('none of the current copies is on this hold');
  return visibleText(say('none of the current copies is on this hold; programs in the history: {names}', { names: near.join(', ') }));
}

/** Null if the journal can't be read now: then the hold knows the numbers alone. Without a journal, there are no copies. */
function heldNow({ places }: Surface, numbers: readonly number[]): (Pick<HeldNow, 'unknown'> & Partial<HeldNow>) | null {
  if (!existsSync(places.journal)) return { unknown: numbers };
  try {
    makeFolders(places.retention, 0o700);
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    return heldContents(journal, places.retention, numbers);
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error) && systemErrorName(error) === null) throw error;
    return null;
  }
}

/** One for numbered copies is about these contents alone. */
function inForce(id: string, { copies }: HoldEntry): string {
  return copies === undefined
    ? say('The legal hold {id} is in force: nothing it covers is deleted, including copies made later.', { id })
    : say('The legal hold {id} is in force: nothing it covers is deleted.', { id });
}

function unjudgedInWords(count: number): string {
  return say(
    '{count, plural, one {# of them is not identified yet, and is on the hold until it is} other {# of them are not identified yet, and are on the hold until they are}}.',
    { count },
  );
}

function coveredInWords(count: number, isComplete: boolean): string {
  return isComplete
    ? say('{count, plural, one {# copy is} other {# copies are}} on it now.', { count })
    : say('At least {count, plural, one {# copy is} other {# copies are}} on it now.', { count });
}

/** All of them or, if one is unknown, none. */
export async function removeHolds(surface: Surface, ids: readonly string[], { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const named = [...new Set(ids)];
  const changed = await changeDocument(surface.places, 'legal-hold', ({ raw, value }) => {
    const unknown = named.find((id) => !value.holds.some((each) => each.id === id));
    if (unknown !== undefined)
      return failed('not_valid', say('there is no legal hold {id}; for the list: hub retention hold list', { id: `'${unknown}'` }));
    return done({ ...raw, holds: entriesOf(raw).filter((each) => !named.some((id) => each.id === id)) });
  });
  if (!changed.ok) return refused(surface, changed);
  if (json) printJson(surface, { ok: true, ids: named });
  else for (const id of named) surface.print(visibleText(say('The legal hold {id} has ended.', { id })));
  return 0;
}

/** Writes the last valid holds again, after their file has disappeared. */
export async function restoreHolds(surface: Surface, { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const { unused, exists } = effectiveDocument(surface.places, 'legal-hold');
  const isGone = unused?.fault.reason === 'gone';
  if (unused !== null && !isGone) {
    const why = say('legal-hold.json {flaw}. Fix it: {mend}', {
      flaw: flawInWords(unused.fault),
      mend: mendOf('legal-hold', unused.fault),
    });
    return failedBecause(surface, why, 'document_broken');
  }
  // Another value with the same content is written: the file is missing.
  const changed = isGone ? await changeDocument(surface.places, 'legal-hold', ({ raw }) => done({ ...raw })) : null;
  if (changed?.ok === false) return refused(surface, changed);
  const { value } = effectiveDocument(surface.places, 'legal-hold');
  const ids = value.holds.map(({ id }) => id);
  if (json) printJson(surface, { ok: true, restored: isGone, ids });
  else if (!isGone)
    surface.print(
      exists
        ? say('legal-hold.json is not missing; nothing was changed.')
        : say('There is no legal-hold.json, and no holds to restore: there never were any, or they were ended. Nothing was changed.'),
    );
  else surface.print(visibleText(say('legal-hold.json has been restored, with its last valid holds: {ids}', { ids: ids.join(', ') })));
  return 0;
}

/** As they are written, and not with the defaults of what they leave out. */
function entriesOf({ holds }: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(holds) ? holds : [];
}

/** Also those of a document that is not valid: the last valid ones. */
export function listHolds(surface: Surface, { json }: { readonly json?: boolean }): ExitStatus {
  const { value, unused } = effectiveDocument(surface.places, 'legal-hold');
  if (unused !== null)
    failedBecause(
      surface,
      say('legal-hold.json {flaw}; these are the last valid holds. Fix it: {mend}', {
        flaw: flawInWords(unused.fault),
        mend: mendOf('legal-hold', unused.fault),
      }),
      'holds_broken',
    );
  const covered = coveredNow(surface.places);
  const withLoss = withLossNow(surface, holdsOf(value));
  if (json) {
    const counts = covered === null ? null : Object.fromEntries(covered.counts);
    printJson(surface, {
      ok: unused === null,
      holds: value.holds,
      covered: counts,
      isComplete: covered?.isComplete ?? false,
      ...lossAsJson(withLoss),
    });
  } else if (value.holds.length === 0) surface.print(say('There are no legal holds.'));
  else for (const line of [...table(value.holds, covered), ...withLoss.map(lostOnHold)]) surface.print(visibleText(line));
  return unused === null ? 0 : 1;
}

/** Without a journal that can be read nothing tells which copies are in the history. */
function withLossNow({ places }: Surface, holds: readonly Hold[]): readonly HoldWithLoss[] {
  const { loss, beforeMs } = lossOfAll(places.journal);
  if (isNothingLost(loss) && !isWaiting(loss)) return [];
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    return holdsWithLoss(loss, holds, sinceThen(journal, beforeMs));
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error)) throw error;
    return holdsWithLoss(loss, holds, { beforeMs, inHistory: () => new Map() });
  }
}

/** Left out where nothing was lost, or waits to be carried over. */
function lossAsJson(holds: readonly HoldWithLoss[]) {
  const lost = holds.filter(({ copies, mayHaveMore }) => copies.length > 0 || mayHaveMore);
  const waiting = holds.filter(({ waits }) => waits).map(({ id }) => id);
  return {
    ...(lost.length > 0 && { lost: Object.fromEntries(lost.map(({ id, copies, mayHaveMore }) => [id, { copies, mayHaveMore }])) }),
    ...(waiting.length > 0 && { stillToBeCarriedOver: waiting }),
  };
}

const widestCell = 60;

function table(holds: readonly LegalHold[], covered: Covered | null): readonly string[] {
  return formatTable(
    [say('HOLD'), say('ON IT NOW'), say('COPIES'), say('NOTE')],
    holds.map((hold) => [hold.id, countInWords(covered, hold.id), oneLine(holdInWords(hold), widestCell), oneLine(hold.note, widestCell)]),
  );
}
