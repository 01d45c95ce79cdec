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
}

export interface ReadLine {
  readonly top: number;
  readonly bottom: number;
  /** From left to right, at least one. */
  readonly words: readonly ReadWord[];
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

/**
 * What tesseract says of a word falls with its length: of 40 letters that are certain by themselves, and no word of a language, it is as uncertain as of no letters at
 * all. In pictures without text it finds no such words, but for rows of dots or circles, which are few signs repeated.
 */
const longWord = { fewest: 12, fewestDifferent: 5, leastCertain: 0.9 } as const;

/** In pixels. Higher than this, what reaches from the upper edge to the lower one is no letter, but light and shade. */
const highestLetter = 100;

/** @param json what its `GetJSONText` gives of a picture of this height. */
export function readLines(json: string, height: number): readonly ReadLine[] {
  const page = JSON.parse(json) as Found;
  const lines = (page.blocks ?? []).flatMap(({ paragraphs = [] }) => paragraphs).flatMap(({ lines: inside = [] }) => inside);
  return lines.flatMap((line) => {
    const words = (line.words ?? [])
      .flatMap(readWord)
      .filter(({ top, bottom }) => height <= highestLetter || top > 1 || bottom < height - 1);
    const certainty = words.reduce((sum, word) => sum + word.certainty, 0) / words.length;
    return words.length === 0 || certainty < leastCertain ? [] : [{ top: line.bbox.y0, bottom: line.bbox.y1, words }];
  });
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
  const ofLetters = symbols.reduce((sum, symbol) => sum + symbol.certainty, 0) / symbols.length;
  const isLong = symbols.length >= longWord.fewest && new Set(symbols.map(({ text }) => text)).size >= longWord.fewestDifferent;
  return isLong && ofLetters >= longWord.leastCertain ? Math.max(certainty, ofLetters) : certainty;
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
