/** Reads the text in pictures: prepares one, has tesseract read it, and gives its words their places in the picture. Loaded for the first picture. */
import type { ExtractionOptions, RecognizedWord } from '../../../contract/extraction.ts';
import { lineModelLanguage } from '../../languages/line-model-packages.ts';
import type { RecognizedPage, UnreadPicture } from '../document-reader.ts';
import { withChineseRead } from './chinese-lines.ts';
import type { LineModel } from './line-model.ts';
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
/** Resident: the model of lines takes up to 250 MB more, of 500. */
const mostBefore = 220 * 1024 * 1024;

let loading: Promise<Tesseract> | null = null;

/** @param folder of the installed languages. Throws `NoText`. */
export async function recognized(unread: UnreadPicture, options: ExtractionOptions, folder: string | null): Promise<RecognizedPage> {
  const languages = options.languages.length === 0 ? usualLanguages : options.languages;
  const tesseract = await engineFor(languages, folder);
  const drawn = await unread.draw(dotsPerInch);
  const { picture: prepared, scale } = preparedPicture(drawn);
  const picture = withRaisedUnderscores(options.structure ? withoutRules(prepared) : prepared);
  const read = tesseract.read(picture, unread.isPage ? 'page' : 'block', languages, folder);
  const told = withWideSigns(toldApart(picture, read));
  const isChinese = languages.includes(lineModelLanguage);
  const { text, lines } = laidOut(isChinese ? await withChineseRead(picture, told, () => lineModel(folder)) : told);
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

/** Null where it is not installed, or where it would not fit into the memory of this process any more. */
async function lineModel(folder: string | null): Promise<LineModel | null> {
  if (folder === null || process.memoryUsage.rss() > mostBefore) return null;
  const { LineModel } = await import('./line-model.ts');
  return LineModel.load(folder);
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
