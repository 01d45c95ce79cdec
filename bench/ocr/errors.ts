/** How much of a text was read wrongly. */
import type { Kind } from './samples.ts';

export interface Errors {
  /** To be inserted, removed or replaced, so that what was read is what was shown; never more than there are. */
  readonly wrong: number;
  readonly characters: number;
  /** Of code, the same without what every line begins with; else the same. */
  readonly wrongUnindented: number;
  readonly lines: number;
  readonly linesWhole: number;
  /** Lines that are right but for their indentation, or altogether; and those of them with the right one. */
  readonly linesFound: number;
  readonly linesIndented: number;
}

export function errorsOf(shown: string, read: string, kind: Kind): Errors {
  const [expected, found] = [comparable(shown, kind), comparable(read, kind)];
  const [lines, readLines] = [expected.split('\n'), found.split('\n')];
  const whole = new Set(readLines);
  const unindented = new Set(readLines.map((line) => line.trimStart()));
  const linesFound = lines.filter((line) => unindented.has(line.trimStart()));
  return {
    wrong: changes(expected, found),
    characters: [...expected].length,
    wrongUnindented: changes(lines.map((line) => line.trimStart()).join('\n'), readLines.map((line) => line.trimStart()).join('\n')),
    lines: lines.length,
    linesWhole: lines.filter((line) => whole.has(line)).length,
    linesFound: linesFound.length,
    linesIndented: linesFound.filter((line) => whole.has(line)).length,
  };
}

export function summed(all: readonly Errors[]): Errors {
  const sum = (of: (errors: Errors) => number): number => all.reduce((total, errors) => total + of(errors), 0);
  return {
    wrong: sum(({ wrong }) => wrong),
    characters: sum(({ characters }) => characters),
    wrongUnindented: sum(({ wrongUnindented }) => wrongUnindented),
    lines: sum(({ lines }) => lines),
    linesWhole: sum(({ linesWhole }) => linesWhole),
    linesFound: sum(({ linesFound }) => linesFound),
    linesIndented: sum(({ linesIndented }) => linesIndented),
  };
}

/**
 * Code and terminals with their indentation and gaps, without empty lines; windows as rows of words; prose as words, since it wraps, with straight
 * quotation marks; Chinese and Japanese without spaces, which they have none of.
 */
export function comparable(text: string, kind: Kind): string {
  const composed = text.normalize('NFC');
  if (kind === 'chinese' || kind === 'japanese') return composed.replaceAll(/\s+/g, '');
  if (kind === 'prose') return words(composed.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'));
  const lines = composed.split('\n').map((line) => (kind === 'interface' ? words(line) : line.trimEnd()));
  return lines.filter((line) => line !== '').join('\n');
}

function words(text: string): string {
  return text.split(/\s+/).join(' ').trim();
}

function changes(expected: string, read: string): number {
  const [from, to] = [[...expected], [...read]];
  return Math.min(from.length, changesBetween(from, to));
}

/** Levenshtein's distance. */
function changesBetween(from: readonly string[], to: readonly string[]): number {
  let above = Uint32Array.from({ length: to.length + 1 }, (_, at) => at);
  let current = new Uint32Array(to.length + 1);
  for (let row = 1; row <= from.length; row += 1) {
    current[0] = row;
    for (let column = 1; column <= to.length; column += 1) {
      const same = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current[column] = Math.min(same, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    [above, current] = [current, above];
  }
  return above[to.length] ?? 0;
}
