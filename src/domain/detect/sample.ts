/** The part of a text that detection looks at, cut once for all who look. Everything in here is bounded, whatever was copied. */

export const MAX_TEXT_CHARACTERS = 65_536;
const MAX_LINES = 500;
/** What a line says of its language it says in the beginning; this bounds every regular expression over lines. */
const MAX_LINE_CHARACTERS = 300;

export interface Sample {
  /** At most 64 Ki characters, without a byte order mark and outer blanks. */
  readonly text: string;
  /** The same with its outer blanks: the indentation of the first line says something too. */
  readonly source: string;
  /** Whether `text` is all that there is. */
  readonly whole: boolean;
  /** The first lines that are not blank, with their indentation, each cut to 300 characters. */
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
  const lines = start
    .slice(0, MAX_LINES * MAX_LINE_CHARACTERS)
    .split(/\r\n|[\n\r]/u, MAX_LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS).trimEnd());
  return {
    text: trimmed,
    source: start.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd(),
    whole: whole && text.length <= MAX_TEXT_CHARACTERS,
    lines,
  };
}

/** How many of the lines match, as a share 0..1. */
export function shareOf(lines: readonly string[], shape: RegExp): number {
  return lines.length === 0 ? 0 : lines.filter((line) => shape.test(line)).length / lines.length;
}
