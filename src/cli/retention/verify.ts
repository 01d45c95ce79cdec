/**
 * `hub retention verify`: proves the records of this home against its journal, whether Hub runs or not, or those of an exported folder by themselves. It
 * changes nothing, except that a record that a killed process has not finished writing is finished, and which warning is dismissed.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemErrorName } from '../../base/files/disk-error.ts';
import { localTimestamp } from '../../base/timestamp.ts';
import { type ProvenEvidence, proveEvidence } from '../../diagnostics/retention/prove-evidence.ts';
import { proveHome } from '../../diagnostics/retention/prove-home.ts';
import { say } from '../../domain/language/say.ts';
import type { Account } from '../../domain/retention/account.ts';
import { lostKeyInWords } from '../../domain/retention/policy-words.ts';
import { carriedOver, journalsPutAside } from '../../journal/damage/put-aside.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { dismissGone } from '../../journal/retention/gone-records.ts';
import { knownGone, type ProvenRecords, proveRecords, proveRecordsFile } from '../../journal/retention/prove-records.ts';
import type { LostKey } from '../../journal/retention/proven-end.ts';
import { isJournalUnavailable } from '../../journal/writing/write-failure.ts';
import { journalUnavailable, whyUnusable, withJournal } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { faultInWords, type VerifyFault } from './fault-words.ts';

export interface VerifyOptions {
  readonly json?: boolean;
  /** An exported folder, one with records, or one file of records. */
  readonly from?: string;
  /** Written down elsewhere: it has to be the hash of one of the records. */
  readonly head?: string;
  /** Nobody warns any more of the records that are gone by now. */
  readonly dismiss?: boolean;
}

interface Verified {
  /** Whether records before and after them may be elsewhere. */
  readonly isOneFile: boolean;
  readonly proven: ProvenRecords;
  readonly fault: VerifyFault | null;
  /** What tells where they end: the journal, or the sentences of an exported folder about itself; null if nothing does. */
  readonly endBy: 'journal' | 'bag' | null;
  /** In an exported folder: whether its policy is the one of the last run. */
  readonly policy: ProvenEvidence['policy'];
  /** Of this home; an export has no key. */
  readonly lostKey: LostKey;
  /** How many earlier records are known to be gone. */
  readonly gone: number;
  /** The journal that is there knows of no records; what is left out otherwise. */
  readonly newJournal?: NewJournal;
}

/** `putAsideMs`: when the damaged one was put aside that it has taken the place of; null if it is not known that it has. */
interface NewJournal {
  readonly putAsideMs: number | null;
}

export async function verify(surface: Surface, options: VerifyOptions): Promise<ExitStatus> {
  surface.statusCounts?.();
  const head = options.head?.toLowerCase();
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    return wrongUsage(surface, say('--head takes the 64 digits of a head that you wrote down'));
  if (options.from === '') return wrongUsage(surface, say('--from takes an exported folder, or one file of records'));
  if (options.from !== undefined && options.dismiss)
    return wrongUsage(surface, say('--dismiss is about this Hub’s own records; use it without --from'));
  const wanted = head === undefined ? [] : [head];
  const verified = await verifiedIn(surface, options.from, wanted);
  if (verified === 'unavailable') return 1;
  if (verified === null && options.from !== undefined && !existsSync(options.from))
    return failedBecause(surface, say('{place} does not exist', { place: options.from }), 'not_found');
  if (verified === null) return failedBecause(surface, say('there are no records in {place}', { place: options.from ?? '' }), 'not_found');
  const isFound = head === undefined || verified.proven.found.has(head);
  const fault: VerifyFault | null = verified.fault ?? (isFound ? null : { kind: verified.isOneFile ? 'no-head-in-file' : 'no-head' });
  const isAll = fault === null ? completeness(verified, head) : false;
  if (options.json) printJson(surface, asJson(verified, fault, isAll));
  else {
    for (const line of lossInWords(verified)) surface.print(line);
    if (fault === null) for (const line of inWords(verified, head)) surface.print(visibleText(line));
  }
  if (fault !== null) return failedBecause(surface, faultInWords(fault, verified.proven.sound), 'not_proven');
  return options.dismiss ? dismiss(surface, verified, options) : isAll === false ? 4 : 0;
}

/** Of sound records: false if something is known to be missing, and null if nothing tells whether there are records before the first one, or after the last one. */
function completeness({ gone, lostKey, endBy, proven }: Verified, head: string | undefined): boolean | null {
  if (gone > 0 || lostKey !== null) return false;
  const isLast = head !== undefined && proven.found.get(head) === proven.length;
  return proven.before === 0 && (endBy !== null || isLast) ? true : null;
}

/** What is lost comes first: that the rest is intact must not be read as if all of it were. */
function lossInWords({ gone, lostKey }: Verified): readonly string[] {
  const records =
    gone === 0
      ? []
      : [
          say(
            'INCOMPLETE: {count, plural, one {# earlier record is} other {# earlier records are}} gone, and what was deleted by then can no longer be proven.',
            { count: gone },
          ),
        ];
  return lostKey === null ? records : [...records, say('INCOMPLETE: {what}.', { what: lostKeyInWords(lostKey) })];
}

/** Of records that are proven: before that it is not known what is gone. */
function dismiss(surface: Surface, { gone }: Verified, { json }: VerifyOptions): ExitStatus {
  return withJournal(surface, (journal) => {
    dismissGone(journal, gone);
    if (!json)
      surface.print(
        say(
          '{count, plural, =0 {No records are missing.} one {hub doctor will no longer warn about this missing record.} other {hub doctor will no longer warn about these # missing records.}}',
          {
            count: gone,
          },
        ),
      );
    return 0;
  });
}

/** Says why, if the journal can't be read. */
async function verifiedIn(surface: Surface, from: string | undefined, wanted: readonly string[]): Promise<Verified | null | 'unavailable'> {
  if (from !== undefined) return readFrom(surface, from, wanted);
  try {
    const { journal, ...proven } = await proveHome(surface.places, wanted);
    const verified = { ...proven, isOneFile: false, policy: null };
    if (journal) return { ...verified, endBy: 'journal' };
    if (!existsSync(surface.places.journal)) return { ...verified, endBy: null };
    const putAsideMs = await replacedMs(surface.places);
    // A journal that knows of no run agrees with a folder without records, unless the damaged one before it may have known of some.
    if (proven.proven.length === 0 && putAsideMs === null) return { ...verified, endBy: 'journal' };
    return { ...verified, endBy: null, newJournal: { putAsideMs } };
  } catch (error) {
    const why = isJournalUnavailable(error) ? journalUnavailable(error, surface.places.journal) : whyUnusable(error);
    if (why === null) throw error;
    failedBecause(surface, why, 'unavailable');
    return 'unavailable';
  }
}

/**
 * When the damaged journal was put aside that this one has taken the place of. Null if it does not know: then it may be one that somebody else put there, such
 * as a backup, whatever was put aside before.
 */
async function replacedMs({ journal: file, blobs }: Surface['places']): Promise<number | null> {
  const [putAside] = await journalsPutAside(file);
  if (putAside === undefined) return null;
  using journal = openJournalReader({ file, blobs }, () => {});
  return (carriedOver(journal, putAside.file)?.copies ?? null) === null ? null : putAside.atMs;
}

/** Says why, if what has that name can't be read. */
function readFrom(surface: Surface, from: string, wanted: readonly string[]): Verified | null | 'unavailable' {
  try {
    return ofFolder(path.resolve(from), wanted);
  } catch (error) {
    const code = systemErrorName(error);
    if (code === null) throw error;
    failedBecause(surface, say("{place} can't be read ({code})", { place: from, code }), 'unreadable');
    return 'unavailable';
  }
}

function ofFolder(folder: string, wanted: readonly string[]): Verified | null {
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  if (facts.isFile()) return ofFile(folder, wanted);
  if (existsSync(path.join(folder, 'bagit.txt'))) return bagOf(folder, wanted);
  const proven = proveRecords(folder, wanted);
  if (proven.length === 0 && proven.fault === null) return null;
  return { proven, fault: proven.fault, isOneFile: false, endBy: null, policy: null, lostKey: null, gone: knownGone(null, proven) };
}

function bagOf(folder: string, wanted: readonly string[]): Verified {
  const bag = proveEvidence(folder, wanted);
  return { ...bag, isOneFile: false, endBy: 'bag', lostKey: null, gone: knownGone(null, bag.proven) };
}

function ofFile(file: string, wanted: readonly string[]): Verified {
  const proven = proveRecordsFile(file, wanted);
  return { proven, isOneFile: true, fault: proven.fault, endBy: null, policy: null, lostKey: null, gone: knownGone(null, proven) };
}

/** Of a file in the middle of the chain, nothing is known of the runs, nor of the records before it: where they say something, there is nothing. */
function asJson({ proven, endBy, policy, lostKey, gone, newJournal }: Verified, fault: VerifyFault | null, isComplete: boolean | null) {
  const { length, head, account, before } = proven;
  const records = length - before;
  return {
    ok: fault === null,
    isComplete,
    records,
    ...(before === 0 ? { head, ...runsAsJson(account), recordsGone: gone } : { recordsBefore: before, head: records === 0 ? null : head }),
    comparedWithJournal: endBy === 'journal',
    ...(newJournal === undefined ? {} : { journalReplaced: true }),
    ...(lostKey === null ? {} : { lostKey }),
    ...(policy === null ? {} : { policyOfLastRun: policy }),
    fault,
  };
}

function runsAsJson({ runs, interrupted, isOpen, deletedCopies, firstAt, lastAt, continued }: Account) {
  return {
    ...{ runs, interrupted, lastRunIsOpen: isOpen, deleted: deletedCopies, firstAt, lastAt },
    earlierChains: continued.map((each) => ({ because: each.because, records: each.length, head: each.head })),
  };
}

function inWords({ proven, endBy, policy, newJournal }: Verified, head: string | undefined): readonly string[] {
  const { length, account, found } = proven;
  if (length === 0) return [say('There are no retention records: retention has deleted nothing.')];
  const { runs, interrupted, isOpen, deletedCopies, firstAt, lastAt, continued } = account;
  const number = head === undefined ? undefined : found.get(head);
  if (proven.before > 0) return partInWords(proven, number);
  const lines = [
    say('{length, plural, one {The only record is} other {All # records are}} intact, from {from} to {to}.', {
      length,
      from: firstAt ?? '',
      to: lastAt ?? '',
    }),
    say(
      '{runs, plural, one {# run} other {# runs}}, {interrupted, plural, =0 {none interrupted} one {# of them interrupted} other {# of them interrupted}}; {deleted, plural, one {# copy} other {# copies}} deleted.',
      {
        runs,
        interrupted,
        deleted: deletedCopies,
      },
    ),
    isOpen ? say('There is no record that the last run has ended: it is still going on, or was interrupted.') : '',
    ...policyWords(policy),
    ...continued.map((each) =>
      each.because === 'new-journal'
        ? say('After record {length} the journal was replaced by a new one.', { length: each.length })
        : say(
            '{length, plural, one {# earlier record is} other {# earlier records are}} not here: these begin anew after the head {head}.',
            {
              length: each.length,
              head: each.head,
            },
          ),
    ),
    continued.some((each) => each.gone !== undefined)
      ? say('With those that were gone before, {count, number} records are gone.', { count: account.gone })
      : '',
    endBy === 'journal'
      ? continued.some((each) => each.because === 'new-journal')
        ? say(
            'They end where the journal says they should, and nothing recorded as deleted since this journal began is still in it. It knows nothing of what was deleted before.',
          )
        : say('They end where the journal says they should, and nothing recorded as deleted is still in the journal.')
      : notCompared(newJournal),
    number === undefined ? '' : say('The head that you wrote down is the one of record {number}.', { number }),
    say('To be able to prove later that none of these records was changed, write down their head elsewhere:'),
    `  ${proven.head}`,
  ];
  return lines.filter((line) => line !== '');
}

/** What nothing tells, and since when. */
function notCompared(newJournal: NewJournal | undefined): string {
  if (newJournal === undefined)
    return say(
      'There is no journal to compare them with: only a head that you wrote down can show whether records are missing at the end.',
    );
  const { putAsideMs } = newJournal;
  const what = say(
    'It can’t be compared with them, and does not tell whether what they say was deleted is gone: only a head that you wrote down can show whether records are missing at the end.',
  );
  const since =
    putAsideMs === null
      ? say('The journal was replaced by a new one, which knows nothing of these records.')
      : say('The journal was damaged and put aside at {at}; the new one knows nothing of these records.', {
          at: localTimestamp(putAsideMs).slice(0, 16).replace('T', ' '),
        });
  return `${since} ${what}`;
}

/** Of a file in the middle of the chain, nothing is known of the runs. */
function partInWords({ length, head, before }: ProvenRecords, number: number | undefined): readonly string[] {
  const lines = [
    say(
      'Records {first} to {last} are intact. Earlier records are not in this file, so the hash of the one before them could not be checked.',
      {
        first: before + 1,
        last: length,
      },
    ),
    number === undefined ? '' : say('The head that you wrote down is the one of record {number}.', { number }),
    say('To be able to prove later that none of these records was changed, write down their head elsewhere:'),
    `  ${head}`,
  ];
  return lines.filter((line) => line !== '');
}

function policyWords(policy: ProvenEvidence['policy']): readonly string[] {
  if (policy === null) return [];
  return policy === 'same'
    ? [say('The policy in this folder is the one used in the last run.')]
    : [say('The policy in this folder is not the one used in the last run: it has been changed since.')];
}
