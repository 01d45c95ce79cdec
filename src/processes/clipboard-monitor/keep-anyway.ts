/** Reads what is on the clipboard once more, because the user wants it although the content filter, or a pause, kept it out. */
import type { ComponentMessage, KeepResult } from '../../contract/components.ts';
import { isKeepable } from '../../domain/conditions/keepable.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { ClipboardWatch, ReadCopy } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';
import { captureOf } from './journal-entries.ts';
import type { Recorder } from './recording/recorder.ts';

export interface KeepParts {
  readonly component: Pick<Component, 'tell' | 'log'>;
  readonly journal: JournalReader;
  readonly recorder: Pick<Recorder, 'recorded' | 'isIdle'>;
  /** The active WorkSpace. */
  readonly workspace: () => string;
  readonly isPaused: () => boolean;
  /** No copy is being read. */
  readonly isAtRest: () => boolean;
}

/**
 * Keeps what is there, and says what became of it. With a capture, only if that is on the clipboard. What its owner marks as concealed is never kept.
 * `watch` is null while no clipboard is watched.
 */
export async function keepAnyway(
  parts: KeepParts,
  watch: ClipboardWatch | null,
  { requestId, captureId }: Extract<ComponentMessage, { kind: 'keep' }>,
): Promise<void> {
  const result = parts.isPaused() ? 'paused' : await kept(parts, watch, captureId);
  parts.component.log.info('copy wanted all the same', { result });
  parts.component.tell('python_core', { kind: 'kept', requestId, result });
}

async function kept(parts: KeepParts, watch: ClipboardWatch | null, captureId: number | null): Promise<KeepResult> {
  const { journal, recorder, isAtRest, isPaused } = parts;
  // Everything that was copied so far is in the journal then. A pause may have begun meanwhile.
  const isStill = (): boolean => !isPaused() && isAtRest() && recorder.isIdle && isPresent(journal, captureId);
  const event = (await watch?.readAgain(isStill)) ?? null;
  if (event === null && isPaused()) return 'paused';
  if (event === null || event.kind === 'cleared') return 'gone';
  if (event.kind === 'refused') return 'concealed';
  return event.kind === 'copy' && (await isRecorded(parts, event.copy)) ? 'kept' : 'unreadable';
}

async function isRecorded({ recorder, workspace }: KeepParts, copy: ReadCopy): Promise<boolean> {
  const capture = captureOf(copy, workspace());
  return capture !== null && (await recorder.recorded({ ...capture, isExempt: true }));
}

/** Whether the clipboard holds a copy that was not kept: this one, or any. */
function isPresent(journal: JournalReader, captureId: number | null): boolean {
  const { fragments, absence } = readPresent(journal);
  const [first] = fragments;
  if (first === undefined) return captureId === null && isKeepable(absence);
  return fragments.every(({ state }) => state === 'filtered') && (captureId === null || first.captureId === captureId);
}
