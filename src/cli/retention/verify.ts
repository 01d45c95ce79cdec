/**
 * `hub retention verify`: proves the records of this home against its journal, whether Hub runs or not, or those of an exported folder by themselves. It
 * changes nothing, except that a record that a killed process has not finished writing is finished.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ProvenEvidence, proveEvidence } from '../../diagnostics/retention/prove-evidence.ts';
import { proveHome } from '../../diagnostics/retention/prove-home.ts';
import { say } from '../../domain/language/say.ts';
import { type ProvenRecords, proveRecords } from '../../journal/retention/prove-records.ts';
import { whyUnusable } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { faultInWords, type VerifyFault } from './fault-words.ts';

export interface VerifyOptions {
  readonly json?: boolean;
  /** An exported folder, or one with records. */
  readonly from?: string;
  /** Written down elsewhere: it has to be the hash of one of the records. */
  readonly head?: string;
}

/** `journal`: whether the end was compared with the journal. */
interface Verified {
  readonly proven: ProvenRecords;
  readonly fault: VerifyFault | null;
  readonly journal: boolean;
  /** In an exported folder: whether its policy is the one of the last run. */
  readonly policy: ProvenEvidence['policy'];
}

export async function verify(surface: Surface, options: VerifyOptions): Promise<ExitStatus> {
  const head = options.head?.toLowerCase();
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    return wrongUsage(surface, say('--head takes the 64 digits of a head that was written down'));
  const wanted = head === undefined ? [] : [head];
  const verified = await verifiedIn(surface, options.from, wanted);
  if (verified === 'unavailable') return 1;
  if (verified === null) return failedBecause(surface, say('there are no records in this folder'), 'not_found');
  const isFound = head === undefined || verified.proven.found.has(head);
  const fault: VerifyFault | null = verified.fault ?? (isFound ? null : { kind: 'no-head' });
  if (options.json) printJson(surface, asJson(verified, fault));
  else if (fault === null) for (const line of inWords(verified, head)) surface.print(visibleText(line));
  return fault === null ? 0 : failedBecause(surface, faultInWords(fault, verified.proven.length), 'not_proven');
}

/** Says why, if the journal can't be read. */
async function verifiedIn(surface: Surface, from: string | undefined, wanted: readonly string[]): Promise<Verified | null | 'unavailable'> {
  if (from !== undefined) return ofFolder(from, wanted);
  try {
    return { ...(await proveHome(surface.places, wanted)), policy: null };
  } catch (error) {
    const why = whyUnusable(error);
    if (why === null) throw error;
    failedBecause(surface, why, 'unavailable');
    return 'unavailable';
  }
}

function ofFolder(from: string, wanted: readonly string[]): Verified | null {
  const folder = path.resolve(from);
  if (existsSync(path.join(folder, 'bagit.txt'))) return { ...proveEvidence(folder, wanted), journal: false };
  if (!existsSync(folder)) return null;
  const proven = proveRecords(folder, wanted);
  if (proven.length === 0 && proven.fault === null) return null;
  return { proven, fault: proven.fault, journal: false, policy: null };
}

function asJson({ proven: { length, head, account }, journal, policy }: Verified, fault: VerifyFault | null) {
  const { runs, interrupted, isOpen, deletedCopies, firstAt, lastAt, continued } = account;
  return {
    ...{
      ok: fault === null,
      records: length,
      head,
      runs,
      interrupted,
      lastRunIsOpen: isOpen,
      deleted: deletedCopies,
      firstAt,
      lastAt,
      comparedWithJournal: journal,
      ...(policy === null ? {} : { policyOfLastRun: policy }),
    },
    earlierChains: continued.map((each) => ({ because: each.because, records: each.length, head: each.head })),
    fault,
  };
}

function inWords({ proven, journal, policy }: Verified, head: string | undefined): readonly string[] {
  const { length, account, found } = proven;
  if (length === 0) return [say('There are no records of retention: it has deleted nothing.')];
  const { runs, interrupted, isOpen, deletedCopies, firstAt, lastAt, continued } = account;
  const number = head === undefined ? undefined : found.get(head);
  const lines = [
    say('All {length, plural, one {# record is} other {# records are}} as they were written, from {from} to {to}.', {
      length,
      from: firstAt ?? '',
      to: lastAt ?? '',
    }),
    say(
      '{runs, plural, one {# run} other {# runs}}, {interrupted} of them interrupted; {deleted, plural, one {# copy} other {# copies}} deleted.',
      {
        runs,
        interrupted,
        deleted: deletedCopies,
      },
    ),
    isOpen ? say('Nothing says that the last run has ended: it goes on, or was interrupted.') : '',
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
    journal
      ? say('They end where the journal says, and nothing that was deleted is in it.')
      : say('There is no journal that knows of them: whether records are missing at the end, only a head that was written down can tell.'),
    number === undefined ? '' : say('The head that was written down is that of record {number}.', { number }),
    say('To prove later that nothing before this was changed, write down its head elsewhere:'),
    `  ${proven.head}`,
  ];
  return lines.filter((line) => line !== '');
}

function policyWords(policy: ProvenEvidence['policy']): readonly string[] {
  if (policy === null) return [];
  return policy === 'same'
    ? [say('The policy in this folder is the one of the last run.')]
    : [say('The policy in this folder is not the one of the last run: it was changed since, by whomever.')];
}
