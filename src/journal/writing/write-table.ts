/** The table of writes that an event loop can order from its writer thread. */
import { systemErrorName } from '../../base/files/disk-error.ts';
import { sweepBlobs } from '../blobs.ts';
import { recordCaptures, recordCapturesAgain } from '../captures/captures.ts';
import { recordNote } from '../captures/copy-notes.ts';
import { leaveMessages, messagesTold, recordExtensionSave } from '../captures/extension-messages.ts';
import { dismissMissed } from '../captures/missed-copies.ts';
import { forgetPages, recordPageReport } from '../captures/page-reports.ts';
import { isDamage } from '../damage/damage.ts';
import { repairingRows, repairRows } from '../damage/repair-rows.ts';
import { eraseStep, eraseTrimmed } from '../fragments/erasing.ts';
import { beginReading, recordExtracted, resumeReadings } from '../fragments/extracted-texts.ts';
import {
  makeFailedSavesDue,
  makeWaitingSavesDue,
  recordJudgement,
  recordSaved,
  recordSavedAgain,
  recordSaveFailure,
  requestSave,
  withdrawSave,
} from '../fragments/fragment-states.ts';
import { countAttempt, releaseHeldBack } from '../fragments/judging-attempts.ts';
import { trimSelections } from '../fragments/selections.ts';
import type { Journal } from '../journal.ts';
import { annotate } from '../keeping/annotations.ts';
import { eraseCleared, fileRemoved } from '../keeping/cleared-passwords.ts';
import { deleteFragment, deleteSlice } from '../keeping/delete-fragments.ts';
import { adoptLost, eraseDue, hideSlice, undelete } from '../keeping/deletions.ts';
import { fileIsBack, fileStaysAway, recordTrashed } from '../keeping/trashed-files.ts';
import { trimStep } from '../keeping/trim.ts';
import { withholdPicture } from '../keeping/withheld-pictures.ts';
import { nameProgramsBy } from '../program-names.ts';
import { setHolds } from '../retention/holds-in-force.ts';
import { beginRun, runStep, settleRecords } from '../retention/run.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';
import { writeFailure } from './write-failure.ts';
import type { WriteOutcome } from './write-outcome.ts';

const writes = {
  recordCaptures,
  recordCapturesAgain,
  recordNote,
  recordExtensionSave,
  messagesTold,
  leaveMessages,
  recordPageReport,
  forgetPages,
  countAttempt,
  releaseHeldBack,
  recordJudgement,
  beginReading,
  recordExtracted,
  resumeReadings,
  recordSaved,
  recordSaveFailure,
  makeWaitingSavesDue,
  withdrawSave,
  requestSave,
  makeFailedSavesDue,
  deleteFragment,
  deleteSlice,
  eraseCleared,
  withholdPicture,
  fileRemoved,
  hideSlice,
  undelete,
  eraseDue,
  adoptLost,
  recordTrashed,
  fileIsBack,
  fileStaysAway,
  annotate,
  dismissMissed,
  trimStep,
  trimSelections,
  eraseStep,
  eraseTrimmed,
  indexBlocksStep,
  sweepBlobs,
  setHolds,
  nameProgramsBy,
  beginRun,
  runStep,
  settleRecords,
} as const;

/** Replacements for writes that may have been done already. The other writes can simply be repeated: at worst a count is one too high. */
const writesAgain: Partial<Record<WriteName, Work>> = {
  recordCaptures: recordCapturesAgain as Work,
  recordSaved: recordSavedAgain as Work,
};

type Writes = typeof writes;
type Work = (journal: Journal, ...given: readonly unknown[]) => unknown;
export type WriteName = keyof Writes;
export type WriteArguments<Name extends WriteName> = Writes[Name] extends (journal: Journal, ...given: infer Given) => unknown
  ? Given
  : never;
export type WriteResult<Name extends WriteName> = ReturnType<Writes[Name]>;

export interface WriteOrder {
  readonly name: WriteName;
  readonly given: readonly unknown[];
  /** It may have been done already. */
  readonly again: boolean;
}

/** Does one write, and opens the journal for it if needed. Never throws. */
export function runWrite(open: () => Journal, { name, given, again }: WriteOrder): WriteOutcome<unknown> {
  let journal: Journal;
  try {
    journal = open();
  } catch (error) {
    return { ok: false, reason: isDamage(error) ? 'damaged' : 'not-now', code: codeOf(error) };
  }
  try {
    const work = (again ? writesAgain[name] : undefined) ?? (writes[name] as Work);
    const mend = (): void => journal.transaction(() => repairRows(journal));
    return { ok: true, value: repairingRows(() => work(journal, ...given), mend) };
  } catch (error) {
    return { ok: false, reason: writeFailure(error), code: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('errcode' in error && typeof error.errcode === 'number') return `ERR_SQLITE_${error.errcode}`;
  return systemErrorName(error) ?? ('code' in error && typeof error.code === 'string' ? error.code : 'unknown');
}
