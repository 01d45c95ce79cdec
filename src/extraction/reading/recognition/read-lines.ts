/** What tesseract found in a picture: lines of words of symbols, each with its place. */

export interface ReadSymbol {
  /** One character, as people count them. */
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** 0..1. */
  readonly certainty: number;
}

export interface ReadWord {
  /** From left to right, at least one. */
  readonly symbols: readonly ReadSymbol[];
  readonly top: number;
  readonly bottom: number;
  /** 0..1. */
  readonly certainty: number;
  /** There is a line down between it and the word before: they stand in two cells. */
  readonly isOtherCell?: boolean;
  /** So many cells between the two have nothing in them. */
  readonly emptyBefore?: number;
}

export interface ReadLine {
  readonly top: number;
  readonly bottom: number;
  /** From left to right, at least one. */
  readonly words: readonly ReadWord[];
  /** In a font of one width, if its ink tells. */
  readonly grid?: Grid & {
    /** Of columns, beside its ink. */
    readonly edges: number;
    /** Of these: how many have ink. */
    readonly crossed: number;
  };
  /** Its ink stands in no columns, wherever its characters are said to be. */
  readonly isProse?: boolean;
  /** Each of its characters stands in a column of its grid, alone. */
  readonly isInColumns?: boolean;
  /** Its columns were read by their ink alone, but for those that this did not tell. */
  readonly isReadByInk?: boolean;
  /** Below which row of pixels its letters stand, where that was told. */
  readonly base?: number;
}

/** The columns of a font of one width, in pixels: how far they are apart, and where one begins. */
export interface Grid {
  readonly pitch: number;
  readonly origin: number;
}

/** As tesseract writes it, of what is used here. */
interface Found {
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  /** In percent. */
  readonly confidence: number;
  readonly text: string;
  readonly blocks?: readonly Found[];
  readonly paragraphs?: readonly Found[];
  readonly lines?: readonly Found[];
  readonly words?: readonly Found[];
  readonly symbols?: readonly Found[];
}

/** Less certain is what it makes of a picture without text. */
const leastCertain = 0.3;

/** A line that lies on another one with so much of its height and width, and is so much less certain: of 0.59, on one of 0.99. */
const ghost = { mostCertain: 0.75, lessCertain: 0.2, overlap: 0.6 } as const;

/**
 * What tesseract says of a word falls with its length: of 40 letters that are certain by themselves, and no word of a language, it is as uncertain as of no letters at
 * all. In pictures without text it finds no such words, but for rows of dots or circles, which are few signs repeated.
 */
const longWord = { fewest: 12, fewestDifferent: 5, leastCertain: 0.9 } as const;

/**
 * A word is no more certain than the blanks beside it either: where tesseract is torn whether there is one, as in `append(Tide(` in the fonts of terminals, words of certain letters get 0. Letters
 * of what is no text are not as certain all along a line: 0.94 at most, and 0.97 of text that stands on its head.
 */
const clearLine = { fewest: 8, fewestDifferent: 5, leastCertain: 0.975 } as const;

/**
 * A line of signs, as a regular expression, has no word of a language: tesseract is certain of each sign and of no word. Beside lines of text that are as high it is text too,
 * and must not be missing from it without a word; it counts as hardly readable then.
 */
const lineOfSigns = { fewest: 8, fewestDifferent: 5, leastCertain: 0.93 } as const;
const [hardlyReadable, surelyText, fewestOfText] = [0.6, 0.7, 5] as const;
/** In heights of those lines. */
const [lowestBeside, highestBeside] = [0.7, 1.6] as const;

/**
 * A line of code alone may have hardly a word of a language, so that its words are as uncertain as those of no text, and its letters certain. Those of text that stands another way are
 * too, so this tells only where it was read each way.
 */
const clearLetters = { fewest: 12, fewestDifferent: 5, leastCertain: 0.96 } as const;

/** Of two rows that were read as one line: the lower one is as high as so much of the other one, as marks beside a letter are not, and of the line. */
const [asHigh, leastOfLine] = [0.6, 0.3] as const;

/** In heights of the line: no character is as wide. The last one before a false blank is said to reach to the end of the word after it. */
const widestCharacter = 2;

/** In pixels. Higher than this, what reaches from the upper edge to the lower one is no letter, but light and shade. */
const highestLetter = 100;

/** @param json what its `GetJSONText` gives of a picture of this height. */
export function readLines(json: string, height: number): readonly ReadLine[] {
  const page = JSON.parse(json) as Found;
  const lines = (page.blocks ?? []).flatMap(({ paragraphs = [] }) => paragraphs).flatMap(({ lines: inside = [] }) => inside);
  const read = lines.flatMap((line) => {
    const words = (line.words ?? [])
      .flatMap(readWord)
      .filter(({ top, bottom }) => height <= highestLetter || top > 1 || bottom < height - 1);
    const [top, bottom] = [line.bbox.y0, line.bbox.y1];
    const ended = asCertainAsLetters(words).map((word, at, all) => endingBefore(word, all[at + 1], bottom - top));
    return ended.length === 0 ? [] : inTwoRows({ top, bottom, words: ended });
  });
  return withoutGhosts(withLinesOfSigns(read).filter((line) => certaintyOfLine(line) >= leastCertain));
}

/** A brace alone beside a cursor, which reaches down to the next line, is taken for a word of that. */
function inTwoRows(line: ReadLine): readonly ReadLine[] {
  const first = Math.min(...line.words.map(({ bottom }) => bottom));
  const rows = [line.words.filter(({ top }) => top < first), line.words.filter(({ top }) => top >= first)].map((words) => ({
    top: Math.min(...words.map(({ top }) => top)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
    words,
  }));
  const [above, below] = rows.map(({ top, bottom }) => bottom - top) as [number, number];
  const areTwo = rows.every(({ words }) => words.length > 0) && (rows[0]?.bottom ?? 0) <= (rows[1]?.top ?? 0);
  return areTwo && Math.min(above, below) >= Math.max((line.bottom - line.top) * leastOfLine, Math.max(above, below) * asHigh)
    ? rows
    : [line];
}

/** Above a large heading, tesseract makes a line of parts of its letters too, which lies on it. */
function withoutGhosts(lines: readonly ReadLine[]): readonly ReadLine[] {
  const seen = lines.map((line) => ({ line, certainty: certaintyOfLine(line), ...sidesOf(line) }));
  const isGhost = (one: (typeof seen)[number]): boolean =>
    one.certainty < ghost.mostCertain &&
    seen.some(
      (other) =>
        other.certainty - one.certainty >= ghost.lessCertain &&
        Math.min(one.line.bottom, other.line.bottom) - Math.max(one.line.top, other.line.top) >=
          (one.line.bottom - one.line.top) * ghost.overlap &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) >= (one.right - one.left) * ghost.overlap,
    );
  return seen.filter((one) => !isGhost(one)).map(({ line }) => line);
}

function sidesOf({ words }: ReadLine): { readonly left: number; readonly right: number } {
  return { left: words[0]?.symbols[0]?.left ?? 0, right: words.at(-1)?.symbols.at(-1)?.right ?? 0 };
}

function withLinesOfSigns(lines: readonly ReadLine[]): readonly ReadLine[] {
  const heights = lines
    .filter((line) => certaintyOfLine(line) >= surelyText && symbolsOf(line).length >= fewestOfText)
    .map(({ top, bottom }) => bottom - top)
    .toSorted((one, other) => one - other);
  const usual = heights[heights.length >> 1];
  if (usual === undefined) return lines;
  return lines.map((line) => {
    const height = line.bottom - line.top;
    const isBeside = height >= usual * lowestBeside && height <= usual * highestBeside;
    if (!isBeside || certaintyOfLine(line) >= hardlyReadable || !isClear(symbolsOf(line), lineOfSigns)) return line;
    return { ...line, words: line.words.map((word) => ({ ...word, certainty: Math.max(word.certainty, hardlyReadable) })) };
  });
}

/** Whether it is text by its letters, whatever its words are. */
export function hasClearLetters(line: ReadLine): boolean {
  return isClear(symbolsOf(line), clearLetters);
}

function symbolsOf({ words }: ReadLine): readonly ReadSymbol[] {
  return words.flatMap((word) => word.symbols);
}

/** Of its words. */
function certaintyOfLine({ words }: ReadLine): number {
  return words.reduce((sum, word) => sum + word.certainty, 0) / words.length;
}

function asCertainAsLetters(words: readonly ReadWord[]): readonly ReadWord[] {
  const symbols = words.flatMap((word) => word.symbols);
  if (!isClear(symbols, clearLine)) return words;
  return words.map((word) => ({ ...word, certainty: Math.max(word.certainty, meanCertainty(word.symbols)) }));
}

function endingBefore(word: ReadWord, next: ReadWord | undefined, height: number): ReadWord {
  const [last, start] = [word.symbols.at(-1), next?.symbols[0]?.left];
  if (last === undefined || start === undefined || last.right - last.left <= height * widestCharacter) return word;
  if (start <= last.left || start >= last.right) return word;
  return { ...word, symbols: [...word.symbols.slice(0, -1), { ...last, right: start }] };
}

function readWord({ bbox, confidence, symbols = [] }: Found): readonly ReadWord[] {
  const read = symbols
    .filter(({ text }) => text.trim() !== '')
    .map(
      (symbol): ReadSymbol => ({
        text: symbol.text,
        left: symbol.bbox.x0,
        right: symbol.bbox.x1,
        certainty: fraction(symbol.confidence),
      }),
    );
  return read.length === 0 ? [] : [{ symbols: read, top: bbox.y0, bottom: bbox.y1, certainty: certaintyOf(read, fraction(confidence)) }];
}

/** That of a long word is the one of its letters. */
function certaintyOf(symbols: readonly ReadSymbol[], certainty: number): number {
  return isClear(symbols, longWord) ? Math.max(certainty, meanCertainty(symbols)) : certainty;
}

interface Clear {
  readonly fewest: number;
  readonly fewestDifferent: number;
  readonly leastCertain: number;
}

function isClear(symbols: readonly ReadSymbol[], { fewest, fewestDifferent, leastCertain: least }: Clear): boolean {
  const different = new Set(symbols.map(({ text }) => text)).size;
  return symbols.length >= fewest && different >= fewestDifferent && meanCertainty(symbols) >= least;
}

function meanCertainty(symbols: readonly ReadSymbol[]): number {
  return symbols.reduce((sum, symbol) => sum + symbol.certainty, 0) / symbols.length;
}

function fraction(percent: number): number {
  return Math.max(0, Math.min(1, percent / 100));
}

/** A line that was read in a part of a picture, at its place in the whole. `left`, `top`: of the part, in pixels of the whole. */
export function placedLine(line: ReadLine, { left, top }: { readonly left: number; readonly top: number }): ReadLine {
  return {
    top: line.top + top,
    bottom: line.bottom + top,
    words: line.words.map((word) => ({
      ...word,
      top: word.top + top,
      bottom: word.bottom + top,
      symbols: word.symbols.map((symbol) => ({ ...symbol, left: symbol.left + left, right: symbol.right + left })),
    })),
  };
}
