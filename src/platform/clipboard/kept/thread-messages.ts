/** What the thread that has the clipboard and the rest of the process say to each other. Contents go one way only, from one thread to the other: they are moved. */
import type { ClipboardLimits } from '../limits.ts';

/** `id` comes back with the answer. */
export type ThreadOrder =
  /** Every change is reported from now on, and what is there now. */
  | { readonly do: 'watch' }
  | { readonly do: 'unwatch' }
  | { readonly do: 'describe'; readonly id: number }
  /** The copy with that sequence number. `thenAhead`: one that follows at once may be read before it is allowed. */
  | {
      readonly do: 'read';
      readonly id: number;
      readonly sequence: number;
      readonly thenAhead: boolean;
      readonly isTextAlone: boolean;
      readonly limits: ClipboardLimits;
    }
  | { readonly do: 'end' }
  /** That copy is not to be read. */
  | { readonly do: 'drop'; readonly sequence: number }
  /** `over`: what may be on the clipboard then; `nothing` includes what a Hub had put there that has ended. */
  | {
      readonly do: 'offer';
      readonly id: number;
      readonly formats: readonly { readonly format: string; readonly bytes: Uint8Array }[];
      readonly over: 'anything' | 'nothing';
    };

export interface WindowOfProgram {
  readonly pid: number | null;
  readonly executable: string | null;
  readonly title: string | null;
}

/** What is on the clipboard, without any of its content. */
export interface Description {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly isOurs: boolean;
  /** It was offered by a Hub that has ended. */
  readonly isLeft: boolean;
  /** By their names; empty for an empty clipboard. Null if there are more than any program has. */
  readonly formats: readonly string[] | null;
  /** Null if no window owns it, or the system does not tell. */
  readonly owner: WindowOfProgram | null;
  readonly active: WindowOfProgram | null;
}

export interface ReadContent {
  readonly mediaType: string;
  /** The bytes are a bitmap of Windows, which is not converted yet; otherwise they are those of the representation. */
  readonly isBitmap: boolean;
  /** Or why there are none. */
  readonly bytes: Uint8Array | 'too-large' | 'refused';
}

/** `replaced`: there is another copy now. `busy`: another program had the clipboard open all the time. */
export type ReadOutcome =
  | { readonly is: 'contents'; readonly contents: readonly ReadContent[]; readonly sourceUrl: string | null }
  | { readonly is: 'concealed' | 'replaced' | 'busy' };

/** `no-display`: this session has no clipboard, and may have one later; `denied`: the user, or the system, does not allow it. */
export type ThreadFailure = 'no-display' | 'unsupported' | 'denied';

export type OfferOutcome = 'done' | 'not-owner' | 'busy' | 'refused';

export type ThreadAnswer =
  | { readonly is: 'described'; readonly id: number; readonly now: Description }
  | { readonly is: 'read'; readonly id: number; readonly outcome: ReadOutcome }
  | { readonly is: 'offered'; readonly id: number; readonly outcome: OfferOutcome };

export type ThreadReport =
  /** The first message. `fails`: why there is no clipboard. `window`: where a thread of Windows takes messages. */
  | { readonly is: 'ready'; readonly fails: ThreadFailure | null; readonly window?: number }
  /** `now` is null if there is no copy that was not reported yet. */
  | { readonly is: 'changed'; readonly isInitial: boolean; readonly missed: number; readonly now: Description | null }
  /** A bug. */
  | { readonly is: 'fault'; readonly code: string }
  | ThreadAnswer;
