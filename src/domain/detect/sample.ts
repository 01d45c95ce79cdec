/** The part of a text that detection looks at, cut once for all who look. Everything in here is bounded, whatever was copied. */

export const MAX_TEXT_CHARACTERS = 65_536;
const MAX_LINES = 500;
/** What a line says of its language it says in the beginning; this bounds every regular expression over lines. */
export const MAX_LINE_CHARACTERS = 300;

export interface Sample {
  /** At most 64 Ki characters, without a byte order mark and outer blanks. */
  readonly text: string;
  /** The same with its outer blanks: the indentation of the first line says something too. */
  readonly source: string;
  /** Whether `text` is all that there is. */
  readonly whole: boolean;
  /** The first lines that are not blank, with their indentation, each cut to 300 characters: one at least. */
  readonly lines: readonly string[];
}

/** What a type is claimed for: a label of the table, and how sure that is, 0..1. */
export interface Claim {
  readonly typeId: string;
  readonly confidence: number;
}

/** The sample of a text; null where there is nothing but blanks. `whole` is false where the caller has cut it before. */
export function sampleOf(text: string, whole = true): Sample | null {
  const start = text.slice(0, MAX_TEXT_CHARACTERS).replace(/^\uFEFF/u, '');
  const trimmed = start.trim();
  if (trimmed === '') return null;
  // Indentation of the first line is kept: a fragment often starts in the middle of a block.
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

/** Whether so many of the lines are such ones, as a share 0..1. Looks no further than it takes to know. */
export function hasShare(lines: readonly string[], isOne: (line: string) => boolean, share: number): boolean {
  let others = lines.length - Math.ceil(lines.length * share);
  return lines.every((line) => isOne(line) || others-- > 0);
}
