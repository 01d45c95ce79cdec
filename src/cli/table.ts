import { createRequire } from 'node:module';
import { sayNumber } from '../domain/language/numbers.ts';

/** Columns for a terminal: as wide as their widest cell, two blanks apart; the last one is left as long as it is. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : padded(cell, widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** One line of at most `limit` columns, for a cell: control characters and line ends become blanks, and what is cut is marked. */
export function oneLine(text: string, limit: number): string {
  return cutToWidth(flat(text).trim(), limit);
}

/** On one line: each run of blanks, line ends and characters that steer a terminal is one blank. What joins pictures or letters to one (U+200C, U+200D), and the letters of flags (U+E0020 to U+E007F), stay. */
export function flat(text: string): string {
  return text.replaceAll(/[\s\p{Control}]|(?![\u{e0020}-\u{e007f}])[^\P{Format}\u200c\u200d]/gu, ' ').replaceAll(/ +/g, ' ');
}

/** At most `limit` columns of a line; `…` stands for what is cut off. */
export function cutToWidth(line: string, limit: number): string {
  // No character is wider than two columns. Of a longer text only its beginning is measured: nobody sees more marks of no width than that.
  if (line.length <= limit / 2) return line;
  const head = line.slice(0, limit * 16);
  if (head.length === line.length && displayWidth(line) <= limit) return line;
  let [end, left] = [0, limit - 1];
  for (const { segment } of graphemes.segment(head)) {
    left -= displayWidth(segment);
    if (left < 0) break;
    end += segment.length;
  }
  return `${line.slice(0, end)}…`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A number of bytes, for a cell. */
export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${sayNumber(bytes / 1_024, 1)} KiB`;
  return `${sayNumber(bytes / 1_048_576, 1)} MiB`;
}

/** The text with blanks up to this width. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** How many columns of a terminal it takes: two for a Chinese character, none for a mark on the letter before it. */
export function displayWidth(text: string): number {
  if (isPlain.test(text)) return text.length;
  stringWidth ??= (createRequire(import.meta.url)('string-width') as typeof import('string-width')).default;
  return stringWidth(text);
}

const isPlain = /^[ -~]*$/;
/** Loaded with the first text that needs it: its expressions take as long to make as a short command to run. */
let stringWidth: typeof import('string-width').default | undefined;
