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

export function noteOf(event: WithoutContent): CopyNote {
  if (event.kind === 'cleared') return nothingPresent(event.atMs, 'cleared');
  if (event.kind === 'refused') {
    const { because, copiedAtMs } = event;
    if (because === 'concealed') return nothingPresent(copiedAtMs, 'concealed', 'concealed');
    return nothingPresent(copiedAtMs, because === 'excluded-app' || because === 'excluded-window' ? 'excluded' : because, 'excluded');
  }
  const { because, copiedAtMs } = event;
  // One that another copy took the place of is no more on the clipboard.
  if (because === 'replaced') return { counts: { missed: 1 }, present: null };
  return nothingPresent(copiedAtMs, 'unreadable', because === 'nothing-usable' ? 'unusable' : 'missed');
}
