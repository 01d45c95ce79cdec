/**
 * The system's clipboard, as Hub sees it: reports every copy, and can own one.
 *
 * What every implementation guarantees: it never polls, but on macOS, which announces nothing; it reads no content before `judge` has allowed it, and none that its owner marks as
 * concealed; a copy's content comes from the owner that copied it, or the copy counts as missed; a slow owner delays nobody else; what `offer` puts
 * there is not a copy. Content and titles are never part of an error or a reason.
 */

import type { ContentSpool, SpooledContent } from '../../base/files/spooled-content.ts';
import type { Outcome } from '../../base/outcome.ts';
import type { ClipboardLimits } from './limits.ts';

/** Who owns the clipboard; nulls if unknown. `executable` is the full path. */
export interface OwnerIdentity {
  readonly name: string | null;
  readonly executable: string | null;
  readonly pid: number | null;
  readonly windowTitle: string | null;
}

/** A window and its program, as far as they are known. */
export interface KnownWindow {
  readonly pid: number | null;
  readonly executable: string | null;
  readonly className: string | null;
  readonly title: string | null;
  /** It belongs to a Hub, of any home. */
  readonly isHub: boolean;
}

/** What the system knows about an owner: facts, from which others derive an identity. */
export interface OwnerFacts {
  /** The properties of the owner's window, completed from its ancestors. */
  readonly owner: KnownWindow;
  /** The process of the owner's connection, as the server knows it. `untold`: none. `ended`: one that has exited; `heir` has its connection now. */
  readonly process:
    | { readonly is: 'alive' | 'untold' }
    | { readonly is: 'ended'; readonly heir: { readonly pid: number | null; readonly executable: string } | null };
  readonly active: KnownWindow | null;
  /** Both windows come from one connection to the server. */
  readonly isSameClient: boolean;
  /** It was copied before Hub was watching: the active window may have been another one then. */
  readonly isInitial: boolean;
}

/** Pure and quick. `isKnown`: the identity is the owner's own; otherwise it is unknown, or a guess. */
export type IdentifyOwner = (facts: OwnerFacts) => { readonly identity: OwnerIdentity; readonly isKnown: boolean };

/** A copy before any of its content is read. */
export interface CopyNotice {
  /** Counts the copies of one watch from 1 in the order in which they were made; their events may arrive in another order. */
  readonly ordinal: number;
  /** Milliseconds since 1970. */
  readonly copiedAtMs: number;
  /** It was on the clipboard when the watch began, so it was copied earlier. */
  readonly initial: boolean;
  /** As in `NewOwner`. */
  readonly client: number | null;
  readonly owner: OwnerIdentity;
  /** All requests about the owner were answered in time, so null means that there is none. */
  readonly isOwnerComplete: boolean;
  /** The programs that the owner may be, if it is unknown which; otherwise empty. */
  readonly ownerMayBe: readonly string[];
}

export interface Representation {
  readonly mediaType: string;
  /** Text is UTF-8. A file belongs to the receiver. */
  readonly content: SpooledContent;
}

export interface ReadCopy extends CopyNotice {
  /** One per media type; text first. At least one, and none of them empty. */
  readonly representations: readonly Representation[];
  /** Media types that were offered and requested, and did not arrive completely: too large, refused, or replaced by the next copy. */
  readonly missing: readonly string[];
  /** The page that it was copied from, if a browser reports it. */
  readonly sourceUrl: string | null;
  /** Milliseconds since the system announced the copy. */
  readonly timings: { readonly judgedAfterMs: number; readonly readAfterMs: number };
}

/**
 * Why a copy was missed. `replaced`: the next one came at once, before this one could be read; `owner-gone`: its program exited as soon; `gone-unread`:
 * either, but after it was there for long enough to be read or pasted; `unexpected`: a bug, which `onFault` reports.
 */
export type MissReason =
  | 'replaced'
  | 'owner-gone'
  | 'gone-unread'
  | 'owner-silent'
  | 'owner-refused'
  | 'too-large'
  | 'nothing-usable'
  | 'not-written'
  | 'unexpected';

type CopyMade = Pick<CopyNotice, 'ordinal' | 'copiedAtMs' | 'initial'>;

/** Each copy ends in exactly one of `copy`, `refused` and `missed`, an empty one in `cleared`. */
export type CopyEvent<Refusal extends string = string> =
  | { readonly kind: 'copy'; readonly copy: ReadCopy }
  /**
   * No content was read, or what was read was discarded: `judge` decided so, or its owner marks it as concealed. `isAgain`: its program has concealed a copy a
   * moment before, and nobody else has copied since.
   */
  | (CopyMade & { readonly kind: 'refused'; readonly because: Refusal | 'concealed'; readonly isAgain?: true })
  /** `program`: the name of the owner, if it was known by then. */
  | (CopyMade & { readonly kind: 'missed'; readonly because: MissReason; readonly program?: string | null })
  /** The clipboard is empty: it has no owner (any more, or when the watch began), or what was copied is empty, which is how programs clear it. */
  | { readonly kind: 'cleared'; readonly atMs: number; readonly by: ClearedBy; readonly isInitial?: true };

/** `request`: a program gave the clipboard up; `end`: its owner has gone, or there was none when the watch began. Or who copied nothing. */
export type ClearedBy = 'request' | 'end' | OwnerIdentity;

/** A new owner of the clipboard, before anything is requested from it. */
export interface NewOwner {
  /** It was there when the watch began. */
  readonly initial: boolean;
  /** There is no owner any more: a program gave the clipboard up, or exited. Null if there is one. */
  readonly clearedBy: 'request' | 'end' | null;
  /** The number that its copy will have, if it is wanted. */
  readonly ordinal: number;
  /** Milliseconds since 1970: its copy is of that time, or of a moment later. */
  readonly atMs: number;
  /** The same for all windows of one program's connection to the system; null if that is not known. */
  readonly client: number | null;
}

export interface ClipboardWatchOptions<Refusal extends string = string> {
  /**
   * Called for each new owner except ourselves, and for the one that is there at the start (`initial`), before anything is requested from it. If
   * false, the copy is not read and nothing is reported, not even that there is no owner; what is being read by then is read to its end. Without it,
   * every copy is wanted.
   */
  isWanted?(owner: NewOwner): boolean;
  /** Derives the owner's identity from what the system knows. */
  readonly identifyOwner: IdentifyOwner;
  /** Whether `judge` needs to know the owner, which is then looked up for longer and repeatedly. By default it does not. */
  needsOwner?(): boolean;
  /** Decides before any content is read. Must not throw, and must be quick: the copy can vanish meanwhile. */
  judge(notice: CopyNotice): 'read' | { readonly refuse: Refusal };
  /**
   * A program that is about to exit asks whether it may, without its copy being lost: resolves when that is safe, or with false if it is not going to be.
   * Must not reject. Without it, no program is told that it may ask.
   */
  isSafe?(): Promise<boolean>;
  /** Where one representation is stored. */
  newContent(): ContentSpool;
  readonly limits?: Partial<ClipboardLimits>;
  /** Only its plain text is read. */
  readonly isTextAlone?: boolean;
  onEvent(event: CopyEvent<Refusal>): void;
  /** An unexpected exception: it has cost one copy at most, and the watch continues. */
  onFault(error: unknown): void;
  /** Called once, when the system will report no more copies. */
  onLost(reason: DisplayLoss): void;
}

/**
 * `display-gone`: the session, or its server, has ended. On Wayland also `malformed` or `overfull`, if the compositor sends what none sends, or takes nothing
 * any more; `refused`: it calls a request an error.
 */
export type DisplayLoss = 'display-gone' | 'malformed' | 'overfull' | 'refused';

export interface ClipboardWatch {
  /**
   * Reads what is on the clipboard once more, without asking `judge`: somebody wants it. Null if there is nothing, or it is ours. `isStill` is asked
   * when everything that was copied before is known. The event is only returned, and the content belongs to the caller.
   */
  readAgain(isStill: () => boolean): Promise<CopyEvent | null>;
  /** Ends the watch; copies that were being read are dropped without an event. When the system ends it, each still has its event, before `onLost` unless it takes very long to store. */
  stop(): void;
}

/** What to put on the clipboard; a file is read when somebody pastes, and must exist as long as the offer does. */
export interface OfferedRepresentation {
  readonly mediaType: string;
  /**
   * A picture of the text beside it. A spreadsheet that is offered both pastes the picture instead of the cells: no office program is offered it, and where
   * nobody knows who pastes, no program is.
   */
  readonly isOfText?: true;
  readonly content: { readonly bytes: number; readonly inline: Buffer } | { readonly bytes: number; readonly file: string };
}

export type OfferFailure = 'not-owner' | 'display-gone';

export interface Clipboard extends AsyncDisposable {
  /** It is the X clipboard of a Wayland session, which the compositor keeps in step with its own, and which does not tell which Wayland program copied. */
  readonly isXwayland?: boolean;
  /** It never tells which program makes a copy: `client` is always null. */
  readonly isAnonymous?: boolean;
  /**
   * It is the X clipboard of a session whose compositor does not answer now. Resolves to the clipboard to watch in its place once that one answers; null if it
   * still does not after some seconds. Never rejects.
   */
  readonly successor?: (() => Promise<Clipboard | null>) | undefined;
  /** Reports every copy from now on, and the current one. One watch at a time. */
  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch;
  /**
   * Reports text that is selected with the mouse and not copied (PRIMARY on X11), once its owner has announced nothing else for half a second, and at most one a
   * second. What is selected when the watch begins is not reported. Until it is called, and after `stop`, nothing is requested about selections. One watch at a time.
   */
  watchSelected<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch;
  /** Becomes the owner; resolves when the system has confirmed it. Ends with the next copy, the next offer, or `close`. */
  offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>>;
  /** The same for what a middle click pastes (PRIMARY on X11); `not-owner` where there is no such thing. The clipboard stays as it is. */
  offerSelected(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>>;
  /**
   * As `offer`, if nobody is the owner, which a watch has to have seen, and `isWanted` (asked last) agrees. On X11 it never takes the clipboard from a program that
   * copies at this moment; a Wayland compositor gives it to whoever asks last, so that there one that copies within this moment may lose its copy.
   */
  takeOver(representations: readonly OfferedRepresentation[], isWanted: () => boolean): Promise<Outcome<void, OfferFailure>>;
  /** Identifies the session of the user: another one after a logout or on another display, the same for every process. Null if that is not known. */
  session(): Promise<string | null>;
  close(): Promise<void>;
}

export type OpenFailure = 'no-display' | 'denied' | 'wayland' | 'no-xfixes' | 'unsupported';
