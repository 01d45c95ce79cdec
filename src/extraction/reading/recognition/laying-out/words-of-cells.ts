/**
 * Words cut where a line down stood in the picture: whatever is close to it on both sides belongs to two cells of a table. Between two lines a cell may be empty; where no line of text has anything, as
 * between two buttons, there is none.
 */
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import type { Side } from '../without-rules.ts';

export function withCellsApart(lines: readonly ReadLine[], sides: readonly Side[]): readonly ReadLine[] {
  if (sides.length === 0) return lines;
  const fromLeft = sides.toSorted((one, other) => one.x - other.x);
  const ruled = lines.map((line) => {
    const middle = (line.top + line.bottom) / 2;
    return { line, own: fromLeft.filter(({ top, bottom }) => top <= middle && bottom >= middle) };
  });
  const cut = ruled.map(({ line, own }) => cutWords(line.words, own));
  const used = new Set(cut.flatMap((words, at) => words.flatMap(({ passed }) => ruled[at]?.own[passed - 1] ?? [])));
  return ruled.map(({ line, own }, at) =>
    own.length === 0 ? line : { ...line, words: (cut[at] ?? []).map((one, index, all) => inItsCell(one, all[index - 1], own, used)) },
  );
}

interface CutWord {
  readonly word: ReadWord;
  /** How many of the lines down are left of it. */
  readonly passed: number;
}

function inItsCell({ word, passed }: CutWord, before: CutWord | undefined, own: readonly Side[], used: ReadonlySet<Side>): ReadWord {
  if (before === undefined || before.passed === passed) return word;
  const emptyBefore = own.slice(before.passed, passed - 1).filter((side) => used.has(side)).length;
  return { ...word, isOtherCell: true, ...(emptyBefore > 0 && { emptyBefore }) };
}

function cutWords(words: readonly ReadWord[], sides: readonly Side[]): readonly CutWord[] {
  const cut: CutWord[] = [];
  let passed = 0;
  for (const [at, word] of words.entries()) {
    let symbols: ReadSymbol[] = [];
    const end = (): void => {
      if (symbols.length > 0) cut.push({ word: { ...word, symbols }, passed });
      symbols = [];
    };
    for (const symbol of word.symbols) {
      const place = placeOf(symbol, word, words[at - 1], words[at + 1]);
      while ((sides[passed]?.x ?? Number.POSITIVE_INFINITY) < place) {
        end();
        passed += 1;
      }
      symbols.push(symbol);
    }
    end();
  }
  return cut;
}

/** What is right of a line if its place is: the places of a word's first and last character are off by up to half of one, and where another word is beside it, the line is between the two. */
function placeOf(symbol: ReadSymbol, { symbols }: ReadWord, before: ReadWord | undefined, next: ReadWord | undefined): number {
  const near = symbol.right - symbol.left;
  const isOfMany = symbols.length > 1;
  if (isOfMany && symbol === symbols[0] && symbol.left - rightOf(before) < near) return symbol.right;
  if (isOfMany && symbol === symbols.at(-1) && leftOf(next) - symbol.right < near) return symbol.left;
  return (symbol.left + symbol.right) / 2;
}

function leftOf(word: ReadWord | undefined): number {
  return word?.symbols[0]?.left ?? Number.POSITIVE_INFINITY;
}

function rightOf(word: ReadWord | undefined): number {
  return word?.symbols.at(-1)?.right ?? Number.NEGATIVE_INFINITY;
}
