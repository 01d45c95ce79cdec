/** The part of a text that detection reads, cut once for all rules. Everything in it is bounded, whatever was copied. */

export const MAX_TEXT_CHARACTERS = 65_536;
const MAX_LINES = 500;
/** A line shows its language in the beginning; this bounds every regular expression over lines. */
export const MAX_LINE_CHARACTERS = 300;

export interface Sample {
  /** At most 64 Ki characters, without a byte order mark and outer blanks. */
  readonly text: string;
  /** The same with its outer blanks: the indentation of the first line is informative too. */
  readonly source: string;
  /** Whether `text` is complete. */
  readonly whole: boolean;
  /** The first non-blank lines, with their indentation, each cut to 300 characters; at least one. */
  readonly lines: readonly string[];
}

/** A claimed type: a label of the table, and its confidence, 0..1. */
export interface Claim {
  readonly typeId: string;
  readonly confidence: number;
}

/** The sample of a text; null if it is blank. `whole` is false if the caller has already cut it. */
export function sampleOf(text: string, whole = true): Sample | null {
  const start = text.slice(0, MAX_TEXT_CHARACTERS).replace(/^\uFEFF/u, '');
  const trimmed = start.trim();
  if (trimmed === '') return null;
  // The indentation of the first line is kept: a fragment often starts in the middle of a block.
  const source = start.replace(/^(?:[^\S\r\n]*[\r\n])+/u, '').trimEnd();
  const lines = source
    .slice(0, MAX_LINES * MAX_LINE_CHARACTERS)
    .split(/\r\n|[\n\r]/u, MAX_LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd().slice(0, MAX_LINE_CHARACTERS));
  return {
    text: trimmed,
    source,
    whole: whole && text.length <= MAX_TEXT_CHARACTERS,
    lines,
  };
}

/** Whether at least this share of the lines (0..1) matches. Stops as soon as that is decided. */
export function hasShare(lines: readonly string[], isOne: (line: string) => boolean, share: number): boolean {
  let others = lines.length - Math.ceil(lines.length * share);
  return lines.every((line) => isOne(line) || others-- > 0);
}
