/**
 * A brace alone in its line, as it closes a block, which tesseract takes for a letter or a digit: it is higher than those are, and its ends and its middle point to different sides.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';

/** Darker is ink. */
const inkBelow = 160;
/** What a brace is taken for: a letter or a digit that does not reach below its line. */
const takenFor = /^[A-IK-Za-eh-ik-oq-xyz0-9+]$/;
/** In columns of the font: letters and digits are up to 1.3 high, and braces 1.45 and more. How far above and below its place its ink may go on. */
const [lowest, highest, reach] = [1.4, 2.2, 0.6];
/** Of its width: how far its middle is beside the strokes above and below it, and those from each other. */
const [pointed, straight] = [0.14, 0.18];
/** Of its width: a stroke is no wider. */
const stroke = 0.6;

/** @param column of the font, in pixels. */
export function withLoneBraces(picture: GreyPicture, lines: readonly ReadLine[], column: number): readonly ReadLine[] {
  return lines.map((line) => {
    const [word, ...others] = line.words;
    const [symbol, ...more] = word?.symbols ?? [];
    if (word === undefined || symbol === undefined || others.length + more.length > 0 || !takenFor.test(symbol.text)) return line;
    const brace = braceOf(rowsOf(picture, line, symbol, column), column);
    return brace === null ? line : { ...line, words: [{ ...word, symbols: [{ ...symbol, text: brace }] }] };
  });
}

interface Run {
  readonly left: number;
  readonly right: number;
}

/** The ink of each row around its place, as far as that goes on without a gap: from the first to the last pixel. */
function rowsOf(
  { width, height, pixels }: GreyPicture,
  { top, bottom }: ReadLine,
  { left, right }: ReadSymbol,
  column: number,
): readonly Run[] {
  const [from, to] = [Math.max(0, left - 2), Math.min(width, right + 2)];
  const runOf = (y: number): Run | null => {
    const row = pixels.subarray(y * width + from, y * width + to);
    const first = row.findIndex((pixel) => pixel < inkBelow);
    return first === -1 ? null : { left: first, right: row.findLastIndex((pixel) => pixel < inkBelow) + 1 };
  };
  const middle = Math.round((top + bottom) / 2);
  const far = Math.round((bottom - top) / 2 + column * reach);
  const rows: Run[] = [];
  for (let y = middle; y >= Math.max(0, middle - far); y -= 1) {
    const run = runOf(y);
    if (run === null) break;
    rows.unshift(run);
  }
  for (let y = middle + 1; y < Math.min(height, middle + far); y += 1) {
    const run = runOf(y);
    if (run === null) break;
    rows.push(run);
  }
  return rows;
}

function braceOf(rows: readonly Run[], column: number): '{' | '}' | null {
  if (rows.length < column * lowest || rows.length > column * highest) return null;
  const wide = Math.max(...rows.map(({ right }) => right)) - Math.min(...rows.map(({ left }) => left));
  const at = (share: number): Run => rows[Math.min(rows.length - 1, Math.floor(rows.length * share))] as Run;
  const middleOf = ({ left, right }: Run): number => (left + right) / 2;
  const [head, upper, middle, lower, foot] = [0.04, 0.27, 0.5, 0.73, 0.95].map(at) as [Run, Run, Run, Run, Run];
  if ([upper, lower].some(({ left, right }) => right - left > wide * stroke)) return null;
  if (Math.abs(middleOf(upper) - middleOf(lower)) > wide * straight) return null;
  const between = (middleOf(upper) + middleOf(lower)) / 2;
  const [atMiddle, atEnds] = [middleOf(middle) - between, (middleOf(head) + middleOf(foot)) / 2 - between];
  if (atMiddle > wide * pointed && atEnds < 0) return '}';
  return atMiddle < -wide * pointed && atEnds > 0 ? '{' : null;
}
