/** Reads the text in pictures: prepares one, has tesseract read it, and gives its words their places in the picture. Loaded for the first picture. */
import type { ExtractionOptions, RecognizedWord } from '../../../contract/extraction.ts';
import type { RecognizedPage, UnreadPicture } from '../document-reader.ts';
import { withRaisedUnderscores } from './low-underscores.ts';
import { preparedPicture } from './prepared-picture.ts';
import type { ReadWord } from './read-lines.ts';
import { Tesseract } from './tesseract.ts';
import { laidOut, textOfWord } from './text-of-lines.ts';
import { toldApart } from './told-apart.ts';
import { withWideSigns } from './wide-signs.ts';
import { withoutRules } from './without-rules.ts';

/** Of pages: text of the usual size is about as high then as tesseract reads it best. */
const dotsPerInch = 200;
const usualLanguages = ['eng'];

let loading: Promise<Tesseract> | null = null;

/** @param folder of the installed languages. Throws `NoText`. */
export async function recognized(unread: UnreadPicture, options: ExtractionOptions, folder: string | null): Promise<RecognizedPage> {
  const languages = options.languages.length === 0 ? usualLanguages : options.languages;
  const tesseract = await engineFor(languages, folder);
  const drawn = await unread.draw(dotsPerInch);
  const { picture: prepared, scale } = preparedPicture(drawn);
  const picture = withRaisedUnderscores(options.structure ? withoutRules(prepared) : prepared);
  const read = tesseract.read(picture, unread.isPage ? 'page' : 'block', languages, folder);
  const { text, lines } = laidOut(withWideSigns(toldApart(picture, read)));
  const perPixel = unread.width / drawn.width / scale;
  const words = options.words ? lines.flatMap((line) => line.words) : [];
  return { text, words: words.map((word) => placed(word, unread.page, perPixel)) };
}

/** The engine with the data of these languages, before there is a picture. Throws `NoText`. */
export async function engineFor(languages: readonly string[], folder: string | null): Promise<Tesseract> {
  loading ??= Tesseract.load();
  const tesseract = await loading;
  tesseract.learn(languages.length === 0 ? usualLanguages : languages, folder);
  return tesseract;
}

function placed(word: ReadWord, page: number, perPixel: number): RecognizedWord {
  const [left, right] = [word.symbols[0]?.left ?? 0, word.symbols.at(-1)?.right ?? 0];
  const box = { left, top: word.top, width: right - left, height: word.bottom - word.top };
  const inPicture = Object.entries(box).map(([side, pixels]) => [side, rounded(pixels * perPixel)]);
  return { text: textOfWord(word), box: Object.fromEntries(inPicture) as typeof box, certainty: word.certainty, page };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
