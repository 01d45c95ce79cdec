/** The letters above the columns of a spreadsheet and the numbers beside its rows, which are no data: they are left out where both are there. */
import type { ReadLine, ReadWord } from '../read-lines.ts';
import type { Side } from '../without-rules.ts';

/** In characters. */
const longest = 2;
/** Letters that follow each other, and of the words of their line; rows that count up, and of the rows with a number. */
const [fewestLetters, ofLetters] = [3, 0.5] as const;
const [fewestRows, ofRows] = [2, 0.6] as const;
const number = /^\d{1,5}$/;
/** Some are read twice, as `Cc`. */
const letter = /^[A-Z][a-z]?$/;

/** The same lines where they are none. @param lines from top to bottom, with their cells apart. @param sides the lines between the cells. */
export function withoutSpreadsheetHeaders(lines: readonly ReadLine[], sides: readonly Side[]): readonly ReadLine[] {
  const at = sides.length === 0 ? -1 : lines.findIndex(isOfLetters);
  const header = lines[at];
  if (header === undefined) return lines;
  const first = header.words.find((word) => isLetter(textOf(word)));
  const below = lines.slice(at + 1);
  const strip = stripOf(below, sides, leftOf(first));
  if (strip === null) return lines;
  const { edge, to } = strip;
  const rows = below.slice(0, to).map((line) => ({
    ...line,
    words: line.words.flatMap((word) => {
      const symbols = word.symbols.filter(({ left, right }) => (left + right) / 2 > edge);
      return symbols.length === 0 ? [] : [{ ...word, symbols }];
    }),
  }));
  return [...lines.slice(0, at), ...rows.filter(({ words }) => words.length > 0), ...below.slice(to)];
}

function isLetter(text: string): boolean {
  return letter.test(text) && (text.length === 1 || text[0]?.toLowerCase() === text[1]);
}

function isOfLetters({ words }: ReadLine): boolean {
  const texts = words.map(textOf);
  const letters = texts.flatMap((text, at) => (isLetter(text) ? [text.charCodeAt(0) - at] : []));
  const following = Math.max(
    0,
    ...Map.groupBy(letters, (first) => first)
      .values()
      .map(({ length }) => length),
  );
  return following >= Math.max(fewestLetters, texts.length * ofLetters) && texts.every((text) => text.length <= longest);
}

/** Where the numbers end, in pixels from the left, and before which of these lines; null where they do not count up. @param most where the first column has its letter. */
function stripOf(lines: readonly ReadLine[], sides: readonly Side[], most: number): { readonly edge: number; readonly to: number } | null {
  const numbers = lines.flatMap(({ words: [word] }, at) =>
    word !== undefined && number.test(textOf(word)) && rightOf(word) <= most
      ? [{ at, value: Number(textOf(word)), right: rightOf(word) }]
      : [],
  );
  const offsets = Map.groupBy(numbers, ({ at, value }) => value - at);
  const usual = [...offsets.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  if (usual.length < Math.max(fewestRows, numbers.length * ofRows)) return null;
  const right = Math.max(...usual.map((one) => one.right));
  const between = sides.map(({ x }) => x).filter((x) => x >= right && x <= most);
  return between.length === 0 ? null : { edge: Math.min(...between), to: Math.max(...usual.map(({ at }) => at)) + 1 };
}

function textOf({ symbols }: ReadWord): string {
  return symbols.map(({ text }) => text).join('');
}

function leftOf(word: ReadWord | undefined): number {
  return word?.symbols[0]?.left ?? 0;
}

function rightOf({ symbols }: ReadWord): number {
  return symbols.at(-1)?.right ?? 0;
}
