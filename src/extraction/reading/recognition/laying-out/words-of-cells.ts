/** Words cut where a line down stood in the picture: whatever is close to it on both sides belongs to two cells of a table. */
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import type { Side } from '../without-rules.ts';

export function withCellsApart(lines: readonly ReadLine[], sides: readonly Side[]): readonly ReadLine[] {
  if (sides.length === 0) return lines;
  const fromLeft = sides.toSorted((one, other) => one.x - other.x);
  return lines.map((line) => {
    const middle = (line.top + line.bottom) / 2;
    const own = fromLeft.filter(({ top, bottom }) => top <= middle && bottom >= middle);
    return own.length === 0 ? line : { ...line, words: cutWords(line.words, own) };
  });
}

function cutWords(words: readonly ReadWord[], sides: readonly Side[]): readonly ReadWord[] {
  const cut: ReadWord[] = [];
  /** How many of the sides are left of the last character. */
  let passed = 0;
  for (const word of words) {
    let symbols: ReadSymbol[] = [];
    let isOtherCell = false;
    const end = (): void => {
      if (symbols.length > 0) cut.push({ ...word, symbols, ...(isOtherCell && cut.length > 0 && { isOtherCell }) });
      [symbols, isOtherCell] = [[], true];
    };
    for (const symbol of word.symbols) {
      const middle = (symbol.left + symbol.right) / 2;
      const before = passed;
      while ((sides[passed]?.x ?? Number.POSITIVE_INFINITY) < middle) passed += 1;
      if (passed === before) symbols.push(symbol);
      else {
        end();
        symbols.push(symbol);
      }
    }
    end();
  }
  return cut;
}
