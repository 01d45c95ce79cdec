/** What `hub retention verify` has found wrong, in words: what, and where. */
import type { BagFault } from '../../base/evidence/bag.ts';
import type { ChainProblem } from '../../base/evidence/verify-chain.ts';
import type { EvidenceFault } from '../../diagnostics/retention/prove-evidence.ts';
import { say } from '../../domain/language/say.ts';
import type { RecordFlaw } from '../../domain/retention/account.ts';

/** The head that was written down is that of no record: of none at all, or of none in the one file that was read. */
export type VerifyFault = EvidenceFault | { readonly kind: 'no-head' | 'no-head-in-file' };

const ofChain: Readonly<Record<ChainProblem, () => string>> = {
  'not-a-record': () => say('this line is not a record'),
  changed: () => say('this record was changed'),
  'not-linked': () => say('this record does not follow the one before it: one of them is from another chain'),
  'wrong-number': () => say('records before this one are missing, or are in another order'),
  cut: () => say('the last record is incomplete'),
  'unexpected-file': () => say('this file does not belong to the records'),
  unreadable: () => say("this can't be read, or is not a file"),
};

const ofRecord: Readonly<Record<RecordFlaw, () => string>> = {
  form: () => say('this is not a record that Hub writes'),
  order: () => say('this record makes no sense after the one before it'),
  sum: () => say('the numbers in this record do not add up'),
};

const ofBag: Readonly<Record<BagFault['problem'], () => string>> = {
  missing: () => say('this file is missing'),
  changed: () => say('this file was changed'),
  'not-listed': () => say('this file was added'),
  'no-bag': () => say("this list of files can't be read"),
};

/** `sound`: how many records before the fault were read, and are as they were written. */
export function faultInWords(fault: VerifyFault, sound: number): string {
  switch (fault.kind) {
    case 'chain':
      return located(fault, ofChain[fault.problem](), sound);
    case 'record':
      return located(fault, ofRecord[fault.flaw](), sound);
    case 'bag':
      return say('{file}: {what}', { file: fault.file, what: ofBag[fault.problem]() });
    case 'end':
      return fault.found < fault.expected
        ? say('records are missing at the end: the journal knows of {expected}, and there are {found}', {
            expected: fault.expected,
            found: fault.found,
          })
        : say('the records do not end where the journal says: it knows of {expected}, and there are {found}', {
            expected: fault.expected,
            found: fault.found,
          });
    case 'not-deleted':
      return say('copies that are recorded as deleted are in the journal: {ids}', { ids: fault.ids.slice(0, 20).join(', ') });
    case 'bag-info':
      return say('bag-info.txt: the line {label} does not match this folder', { label: fault.label });
    case 'foreign':
      return say('{file}: {what}', { file: fault.file, what: say('Hub exports no such file') });
    case 'unsound-then':
      return say('the records were not sound when they were exported; bag-info.txt says why');
    case 'no-head':
      return say('no record has the head that you wrote down: these are not the same records');
    case 'no-head-in-file':
      return say('no record in this file has the head that you wrote down; records outside this file were not read');
  }
}

function located({ file, line }: { readonly file: string; readonly line: number | null }, what: string, sound: number): string {
  if (line === null)
    return sound === 0
      ? say('{file}: {what}', { file, what })
      : say('{file}: {what}; the {proven, plural, one {# record before it is} other {# records before it are}} intact', {
          file,
          what,
          proven: sound,
        });
  return sound === 0
    ? say('{file}, line {line}: {what}', { file, line, what })
    : say('{file}, line {line}: {what}; the {proven, plural, one {# record before it is} other {# records before it are}} intact', {
        file,
        line,
        what,
        proven: sound,
      });
}
