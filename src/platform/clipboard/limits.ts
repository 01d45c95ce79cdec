/** Limits on bytes and time for reading one copy. One table, so that no limit is defined elsewhere. */

const kibibyte = 1_024;
const mebibyte = 1_024 * kibibyte;

export interface ClipboardLimits {
  readonly textBytes: number;
  readonly imageBytes: number;
  readonly htmlBytes: number;
  readonly rtfBytes: number;
  readonly filesBytes: number;
  /** All representations of one copy together. */
  readonly copyBytes: number;
  /** A request about which its owner does nothing for this long is given up. */
  readonly silenceMs: number;
  /** An owner from which nothing came by then may be busy: the copy is read once more if it answers within this time after all. */
  readonly answersLateMs: number;
  /**
   * An owner that refused everything that it lists may have announced its copy a moment before it has it (Vim serves requests in between): the copy is
   * read once more after each of these times, as long as it is on the clipboard.
   */
  readonly refusedAgainMs: readonly number[];
  /**
   * Once the text, the HTML or the files of a copy have arrived, its RTF and the picture that an office program draws of it are waited for this long: they say
   * the same, and the copy is not durable before.
   */
  readonly repeatingMs: number;
  /** An owner that took longer than this for the text and the HTML is not asked to draw a picture of them, which takes it several times as long. */
  readonly drawingAfterMs: number;
  /** An owner that continues, but takes longer than this for one copy, is given up. */
  readonly copyMs: number;
  /** What is unknown about the owner by then stays unknown: the copy can vanish during the lookup. */
  readonly ownerLookupMs: number;
  /** The same if rules depend on the owner: it is better to lose such a copy than to read it by mistake. */
  readonly neededOwnerLookupMs: number;
  /**
   * A copy that follows another one this soon comes from a program that copies repeatedly, and may be replaced as soon: its text is requested along
   * with its list of formats.
   */
  readonly hurriedMs: number;
}

export const clipboardLimits: ClipboardLimits = {
  textBytes: 256 * mebibyte,
  imageBytes: 256 * mebibyte,
  htmlBytes: 64 * mebibyte,
  rtfBytes: 64 * mebibyte,
  filesBytes: 16 * mebibyte,
  copyBytes: 512 * mebibyte,
  silenceMs: 5_000,
  answersLateMs: 20_000,
  refusedAgainMs: [100, 1_000],
  repeatingMs: 2_000,
  drawingAfterMs: 500,
  copyMs: 60_000,
  ownerLookupMs: 50,
  neededOwnerLookupMs: 1_000,
  hurriedMs: 100,
};

/** Marks and source addresses are small by nature. */
export const smallAnswerBytes: number = 64 * kibibyte;
/** A list of targets, four bytes each: 262,144 of them, while no program has 100. A longer list may hide a mark, so its copy is not read. */
export const targetListBytes: number = mebibyte;
/** An answer that is no longer read is discarded up to this size, which is more than any copy that is kept. */
export const discardedBytes: number = 1_024 * mebibyte;
export const discardedWithinMs = 60_000;
