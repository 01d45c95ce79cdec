/** How much and how long: what reading one copy may cost. One table, so that nobody keeps a limit of his own. */

const kibibyte = 1_024;
const mebibyte = 1_024 * kibibyte;

export interface ClipboardLimits {
  readonly textBytes: number;
  readonly imageBytes: number;
  readonly htmlBytes: number;
  readonly filesBytes: number;
  /** All representations of one copy together. */
  readonly copyBytes: number;
  /** An owner that does nothing for so long is given up on. */
  readonly silenceMs: number;
  /** An owner that goes on, but takes longer than this for one copy, is given up on. */
  readonly copyMs: number;
  /** What is not known of the owner by then stays unknown; the copy can vanish while we ask. */
  readonly ownerLookupMs: number;
  /** The same where rules ask who it is: such a copy is rather lost than read by mistake. */
  readonly neededOwnerLookupMs: number;
  /** A copy so soon after the one before was made by a program that copies in a row, and may be replaced as soon: its text is asked for with its list. */
  readonly hurriedMs: number;
}

export const clipboardLimits: ClipboardLimits = {
  textBytes: 256 * mebibyte,
  imageBytes: 256 * mebibyte,
  htmlBytes: 64 * mebibyte,
  filesBytes: 16 * mebibyte,
  copyBytes: 512 * mebibyte,
  silenceMs: 5_000,
  copyMs: 60_000,
  ownerLookupMs: 50,
  neededOwnerLookupMs: 1_000,
  hurriedMs: 100,
};

/** Marks and source addresses are small by nature. */
export const smallAnswerBytes: number = 64 * kibibyte;
/** A list of targets, four bytes each: 262,144 of them, when no program has 100. A longer one may hide a mark, and its copy is not read. */
export const targetListBytes: number = mebibyte;
/** What an owner still sends of an answer that nobody reads any more is discarded up to here; it is more than any copy that is kept. */
export const discardedBytes: number = 1_024 * mebibyte;
export const discardedWithinMs = 60_000;
