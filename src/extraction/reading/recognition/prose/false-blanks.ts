/**
 * Blanks in lines of Japanese that are none: tesseract takes Latin digits and letters among Japanese for words, and tells places of both that are off by half a character. A blank that was
 * written shows in the ink.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadWord } from '../read-lines.ts';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;
/** Darker is ink. */
const inkBelow = 160;
/** In heights of the line: a blank has more room, two characters beside each other less; and so far its place may be off. */
const [leastBlank, reach] = [0.4, 0.6];

/** @param lines that were read in this picture, dark on light. Linear in the picture: around each word a little more than a character is looked at. */
export function withoutFalseBlanks(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => {
    if (!line.words.some(({ symbols }) => symbols.some(({ text }) => kana.test(text)))) return line;
    const words: ReadWord[] = [];
    for (const word of line.words) {
      const before = words.at(-1);
      if (
        before !== undefined &&
        word.isOtherCell !== true &&
        isJapaneseBetween(before, word) &&
        !isBlankBetween(picture, line, before, word)
      )
        words[words.length - 1] = joined(before, word);
      else words.push(word);
    }
    return { ...line, words };
  });
}

function isJapaneseBetween(before: ReadWord, word: ReadWord): boolean {
  return [before.symbols.at(-1), word.symbols[0]].some((symbol) => symbol !== undefined && japanese.test(symbol.text));
}

function isBlankBetween({ width, pixels }: GreyPicture, line: ReadLine, before: ReadWord, word: ReadWord): boolean {
  const height = line.bottom - line.top;
  const [end, start] = [before.symbols.at(-1)?.right ?? 0, word.symbols[0]?.left ?? 0];
  if (start - end > height) return true;
  // Where they are is not known.
  if (start - end < -height / 4) return false;
  const from = Math.max(0, Math.floor(Math.min(end, start) - height * reach));
  const to = Math.min(width, Math.ceil(Math.max(end, start) + height * reach));
  let [empty, widest] = [0, 0];
  for (let x = from; x < to; x += 1) {
    let isEmpty = true;
    for (let y = line.top; isEmpty && y < line.bottom; y += 1) isEmpty = (pixels[y * width + x] ?? 255) >= inkBelow;
    empty = isEmpty ? empty + 1 : 0;
    widest = Math.max(widest, empty);
  }
  return widest >= height * leastBlank;
}

/** As certain as its characters are on average. */
function joined(before: ReadWord, word: ReadWord): ReadWord {
  const [one, other] = [before.symbols.length, word.symbols.length];
  return {
    ...before,
    symbols: [...before.symbols, ...word.symbols],
    top: Math.min(before.top, word.top),
    bottom: Math.max(before.bottom, word.bottom),
    certainty: (before.certainty * one + word.certainty * other) / (one + other),
  };
}
