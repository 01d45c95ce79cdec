/** What `hub retention verify` has found wrong, in words: what, and where. */
import type { BagFault } from '../../base/evidence/bag.ts';
import type { ChainProblem } from '../../base/evidence/verify-chain.ts';
import type { EvidenceFault } from '../../diagnostics/retention/prove-evidence.ts';
import { say } from '../../domain/language/say.ts';
import type { RecordFlaw } from '../../domain/retention/account.ts';

/** `no-head`: the head that was written down is that of no record. */
export type VerifyFault = EvidenceFault | { readonly kind: 'no-head' };

const ofChain: Readonly<Record<ChainProblem, () => string>> = {
  'not-a-record': () => say('this line is not a record'),
  changed: () => say('this record was changed'),
  'not-linked': () => say('this record does not follow the one before it: one of them is from another chain'),
  'wrong-number': () => say('records before this one are missing, or are in another order'),
  cut: () => say('the last record is incomplete'),
  'unexpected-file': () => say('this file does not belong to the records'),
  unreadable: () => say("this file can't be read, or is none"),
};

const ofRecord: Readonly<Record<RecordFlaw, () => string>> = {
  form: () => say('this record is none that Hub writes'),
  order: () => say('this record makes no sense after the one before it'),
  sum: () => say('the numbers in this record do not add up'),
};

const ofBag: Readonly<Record<BagFault['problem'], () => string>> = {
  missing: () => say('this file is missing'),
  changed: () => say('this file was changed'),
  'not-listed': () => say('this file was added'),
  'no-bag': () => say("this list of files can't be read"),
};

/** `proven`: how many records are as they were written. */
export function faultInWords(fault: VerifyFault, proven: number): string {
  switch (fault.kind) {
    case 'chain':
      return located(fault, ofChain[fault.problem](), proven);
    case 'record':
      return located(fault, ofRecord[fault.flaw](), proven);
    case 'bag':
      return say('{file}: {what}', { file: fault.file, what: ofBag[fault.problem]() });
    case 'end':
      return fault.found < fault.expected
        ? say('records are missing at the end: the journal knows of {expected}, and there are {found}', {
            expected: fault.expected,
            found: fault.found,
          })
        : say('the records do not end as the journal says: it knows of {expected}, and there are {found}', {
            expected: fault.expected,
            found: fault.found,
          });
    case 'not-deleted':
      return say('copies that are recorded as deleted are in the journal: {ids}', { ids: fault.ids.slice(0, 20).join(', ') });
    case 'bag-info':
      return say('bag-info.txt: the line {label} is not true of this folder', { label: fault.label });
    case 'foreign':
      return say('{file}: {what}', { file: fault.file, what: say('Hub exports no such file') });
    case 'unsound-then':
      return say('the records were not sound when they were exported; bag-info.txt says why');
    case 'no-head':
      return say('no record has the head that was written down: the records are others by now');
  }
}

function located({ file, line }: { readonly file: string; readonly line: number | null }, what: string, proven: number): string {
  return line === null
    ? say('{file}: {what}; the {proven} records before it are as they were written', { file, what, proven })
    : say('{file}, line {line}: {what}; the {proven} records before it are as they were written', { file, line, what, proven });
}
