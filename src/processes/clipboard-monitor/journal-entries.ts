/** The journal entry for an event of the clipboard: a capture for a copy, a note for any other. Pure. */
import { type Absence, type CounterName, isGoneReason, type NewCapture } from '../../contract/journal.ts';
import type { OwnerVerdict } from '../../domain/capture/content-filter.ts';
import { planFragments, sourceOf } from '../../domain/capture/fragments-of-copy.ts';
import type { CopyNote } from '../../journal/captures/copy-notes.ts';
import type { CopyEvent, ReadCopy } from '../../platform/clipboard/index.ts';

/** `passed-over`: not a copy, but one that was made during a pause and has a new owner. */
export type OwnerRefusal = Exclude<OwnerVerdict, 'read'> | 'passed-over';
type WithoutContent = Exclude<CopyEvent<Exclude<OwnerRefusal, 'passed-over'>>, { readonly kind: 'copy' }>;

/** The clipboard has nothing to show; if a copy caused this, it is counted. */
export function nothingPresent(atMs: number, absence: Absence, counter: CounterName | null = null): CopyNote {
  return { counts: counter === null ? {} : { [counter]: 1 }, present: { absence, atMs } };
}

/** A capture is on the clipboard again. If it was deleted meanwhile it is not, and the journal says so. */
export function currentNote(captureId: number, atMs: number): CopyNote {
  return { counts: {}, present: { captureId, atMs } };
}

/** Its program has exited, and Hub has put the capture back on the clipboard. */
export function leftNote(captureId: number, atMs: number): CopyNote {
  return { counts: {}, present: { captureId, atMs, isLeft: true } };
}

/** Hub has put a capture back on the clipboard; `atMs` is null during a pause, when nothing is shown. */
export function offeredNote(captureId: number, atMs: number | null): CopyNote {
  return { counts: {}, present: atMs === null ? null : { captureId, atMs }, isAnother: true };
}

export function noteOf(event: WithoutContent): CopyNote {
  if (event.kind === 'cleared') return nothingPresent(event.atMs, 'cleared');
  const note = event.kind === 'refused' ? noteOfRefused(event) : noteOfMissed(event);
  return event.initial ? note : { ...note, isAnother: true };
}

/** What a program conceals within a minute after another one is mostly how it clears that: both are one private copy. */
function noteOfRefused({ because, copiedAtMs, isAgain }: Extract<WithoutContent, { readonly kind: 'refused' }>): CopyNote {
  if (because === 'concealed') return nothingPresent(copiedAtMs, 'concealed', isAgain ? null : 'concealed');
  return nothingPresent(copiedAtMs, because === 'excluded-app' ? 'excluded' : because, 'excluded');
}

type Missed = Extract<WithoutContent, { readonly kind: 'missed' }>;

/** Whether it was taken back at once: by the next copy, or because its program ended. Nobody could have pasted it either. */
export function isGone({ because }: Missed): boolean {
  return because !== 'nothing-usable' && isGoneReason(because);
}

function noteOfMissed({ because, copiedAtMs, program }: Missed): CopyNote {
  if (because === 'nothing-usable') return nothingPresent(copiedAtMs, 'unreadable', 'unusable');
  // What replaced it may have been copied in the same millisecond, and be recorded already.
  const atMs = because === 'gone-unread' || because === 'replaced' ? copiedAtMs - 1 : copiedAtMs;
  const counter = isGoneReason(because) ? 'gone' : 'missed';
  return { ...nothingPresent(atMs, 'unreadable', counter), missed: [{ atMs: copiedAtMs, program: program ?? null, because }] };
}

/** More copies are never being read at once. */
const mostNoticed = 256;

/** The WorkSpace of each copy: the one that was active when the copy was made, and not when a slow owner has handed it over. */
export class NoticedWorkspaces {
  readonly #active: () => string;
  readonly #noticed = new Map<number, string>();

  constructor(active: () => string) {
    this.#active = active;
  }

  /** A copy was made; it is known by its number. */
  notice(ordinal: number): void {
    this.#noticed.set(ordinal, this.#active());
    const [oldest] = this.#noticed.keys();
    if (this.#noticed.size > mostNoticed && oldest !== undefined) this.#noticed.delete(oldest);
  }

  of(ordinal: number): string {
    return this.#noticed.get(ordinal) ?? this.#active();
  }
}

/** The journal's form of a copy, whose files go into `workspace`; null if nothing in it is usable. */
export function captureOf(copy: ReadCopy, workspace: string): NewCapture | null {
  const plans = planFragments(
    copy.representations.map(({ mediaType, content }) => ({ mediaType, small: 'inline' in content ? content.inline : null })),
    copy.missing,
  );
  if (plans.length === 0) return null;
  return {
    origin: 'clipboard',
    copiedAtMs: copy.copiedAtMs,
    ...(copy.initial ? { isInitial: true } : {}),
    source: sourceOf(copy.owner, copy.sourceUrl),
    givenName: null,
    workspace,
    fragments: plans.map(({ kind, representations }) => ({
      kind,
      representations: representations.flatMap((position) => copy.representations[position] ?? []),
    })),
  };
}
