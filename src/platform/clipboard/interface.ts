/**
 * The system's clipboard, as Hub sees it: told of every copy, and able to be the owner of one.
 *
 * What every implementation keeps: it never polls; it reads no content before `judge` has said so, and none that its owner marked as
 * concealed; a copy's content comes from the owner that copied it or the copy counts as missed; a slow owner delays nobody else;
 * what `offer` put there is no copy. Content and titles are never part of an error or a reason.
 */
import type { Outcome } from '../../base/outcome.ts';
import type { Spill, SpilledContent } from '../../base/spill.ts';
import type { ClipboardLimits } from './limits.ts';

/** Who owns the clipboard; nulls where unknown. `executable` is the whole path. */
export interface OwnerIdentity {
  readonly name: string | null;
  readonly executable: string | null;
  readonly pid: number | null;
  readonly windowTitle: string | null;
}

/** A copy before any of its content was read. */
export interface CopyNotice {
  /** Counts the copies of one watch from 1 in the order in which they were made; their events may come in another. */
  readonly ordinal: number;
  /** Milliseconds since 1970. */
  readonly copiedAtMs: number;
  /** It was on the clipboard when the watch began, so it was copied earlier. */
  readonly initial: boolean;
  readonly owner: OwnerIdentity;
  /** All that could be asked about the owner was answered in time: what is null then is not there. */
  readonly isOwnerComplete: boolean;
  /** Names of programs of which the owner is one, where nobody can say which; empty else. */
  readonly ownerMayBe: readonly string[];
}

export interface Representation {
  readonly mediaType: string;
  /** Text is UTF-8. A file belongs to the receiver. */
  readonly content: SpilledContent;
}

export interface ReadCopy extends CopyNotice {
  /** One of a media type; text first. At least one, and none of them empty. */
  readonly representations: readonly Representation[];
  /** Media types that were offered and wanted, and did not come whole: too large, refused, or overtaken by the next copy. */
  readonly missing: readonly string[];
  /** Page that a browser says it was copied from. */
  readonly sourceUrl: string | null;
  /** Milliseconds since the system told of the copy. */
  readonly timings: { readonly judgedAfterMs: number; readonly readAfterMs: number };
}

/** Why a copy was lost. `replaced`: the next one came before this one could be read; `owner-gone`: its program ended first; `unexpected`: a bug, of which `onFault` tells. */
export type MissReason =
  | 'replaced'
  | 'owner-gone'
  | 'owner-silent'
  | 'owner-refused'
  | 'too-large'
  | 'nothing-usable'
  | 'not-written'
  | 'unexpected';

type CopyMade = Pick<CopyNotice, 'ordinal' | 'copiedAtMs' | 'initial'>;

/** Each copy ends in exactly one of `copy`, `refused` and `missed`, and one of nothing in `cleared`. */
export type CopyEvent<Refusal extends string = string> =
  | { readonly kind: 'copy'; readonly copy: ReadCopy }
  /** No content was read, or what was read is forgotten: `judge` said so, or its owner marked it as concealed. */
  | (CopyMade & { readonly kind: 'refused'; readonly because: Refusal | 'concealed' })
  | (CopyMade & { readonly kind: 'missed'; readonly because: MissReason })
  /** The clipboard holds nothing: it has no owner (any more, or when the watch began), or what was copied is empty, as programs do that clear it. */
  | { readonly kind: 'cleared'; readonly atMs: number };

export interface ClipboardWatchOptions<Refusal extends string = string> {
  /**
   * Asked of each new owner but ourselves, and of the one that is there at the start (`initial`), before anything is asked of it. When false the
   * copy is not read and nothing is told of it, nor that there is no owner; what is being read by then is read to its end. Left out, all are wanted.
   */
  isWanted?(initial: boolean): boolean;
  /** Whether `judge` needs to know the owner, which is then asked for longer and again. Left out, it does not. */
  needsOwner?(): boolean;
  /** Decides before any content is read. Must not throw, and must be quick: the copy can vanish meanwhile. */
  judge(notice: CopyNotice): 'read' | { readonly refuse: Refusal };
  /** Where one representation is to be kept. */
  newContent(): Spill;
  readonly limits?: Partial<ClipboardLimits>;
  onEvent(event: CopyEvent<Refusal>): void;
  /** Something threw that must not: it has cost one copy at most, and the watch goes on. */
  onFault(error: unknown): void;
  /** Called once, when the system will tell of no more copies. */
  onLost(reason: 'display-gone'): void;
}

export interface ClipboardWatch {
  /** Ends the watch; copies that were being read are dropped without an event. */
  stop(): void;
}

/** Something to put on the clipboard; a file is read when somebody pastes, and must stay as long as the offer. */
export interface OfferedRepresentation {
  readonly mediaType: string;
  readonly content: { readonly bytes: number; readonly inline: Buffer } | { readonly bytes: number; readonly file: string };
}

export type OfferFailure = 'not-owner' | 'display-gone';

export interface Clipboard extends AsyncDisposable {
  /** Tells of every copy from now on, and of the one that is there. One watch at a time. */
  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch;
  /** Becomes the owner; done when the system has agreed. It lasts until somebody copies, the next offer, or `close`. */
  offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>>;
  close(): Promise<void>;
}

export type OpenFailure = 'no-display' | 'wayland' | 'no-xfixes' | 'unsupported';
