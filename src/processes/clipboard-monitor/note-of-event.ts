/** What is noted of an event of the clipboard that brings no content. Pure. */
import type { Absence, CounterName } from '../../contract/journal.ts';
import type { OwnerVerdict } from '../../domain/filter.ts';
import type { CopyNote } from '../../journal/notes.ts';
import type { CopyEvent } from '../../platform/clipboard/index.ts';

export type Refusal = Exclude<OwnerVerdict, 'read'>;
type WithoutContent = Exclude<CopyEvent<Refusal>, { readonly kind: 'copy' }>;

/** Nothing that is shown is on the clipboard; where a copy was the cause, it is counted. */
export function nothingPresent(atMs: number, absence: Absence, counter: CounterName | null = null): CopyNote {
  return { counts: counter === null ? {} : { [counter]: 1 }, present: { absence, atMs } };
}

/** A capture is on the clipboard again. One that was deleted meanwhile is not, and the journal says that it was. */
export function isPresent(captureId: number, atMs: number): CopyNote {
  return { counts: {}, present: { captureId, atMs } };
}

/** Hub has put a capture there; `atMs` is null during a pause, which shows nothing. */
export function putThere(captureId: number, atMs: number | null): CopyNote {
  return { counts: {}, present: atMs === null ? null : { captureId, atMs }, isAnother: true };
}

export function noteOf(event: WithoutContent): CopyNote {
  if (event.kind === 'cleared') return nothingPresent(event.atMs, 'cleared');
  const note = event.kind === 'refused' ? noteOfRefused(event) : noteOfMissed(event);
  return event.initial ? note : { ...note, isAnother: true };
}

function noteOfRefused({ because, copiedAtMs }: Extract<WithoutContent, { readonly kind: 'refused' }>): CopyNote {
  if (because === 'concealed') return nothingPresent(copiedAtMs, 'concealed', 'concealed');
  return nothingPresent(copiedAtMs, because === 'excluded-app' || because === 'excluded-window' ? 'excluded' : because, 'excluded');
}

function noteOfMissed({ because, copiedAtMs }: Extract<WithoutContent, { readonly kind: 'missed' }>): CopyNote {
  // One that another copy took the place of is no more on the clipboard.
  if (because === 'replaced') return { counts: { missed: 1 }, present: null };
  return nothingPresent(copiedAtMs, 'unreadable', because === 'nothing-usable' ? 'unusable' : 'missed');
}
