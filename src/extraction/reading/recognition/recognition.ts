/** Reads the text in pictures: prepares one, has tesseract read it, and gives its words their places in the picture. Loaded for the first picture. */
import { collect } from '../../../base/memory.ts';
import type { ExtractionOptions } from '../../../contract/extraction.ts';
import { extractionLimits } from '../../../contract/words/extraction-limits.ts';
import { lineModelLanguage } from '../../languages/line-model-packages.ts';
import type { RecognizedPage, UnreadPicture } from '../document-reader.ts';
import { numbersBeside, withoutNumbers } from './cells/numbers-beside.ts';
import { withCellsRead } from './cells/read-cells.ts';
import { withChineseRead } from './chinese-lines.ts';
import { readInColumns } from './columns/read-in-columns.ts';
import type { GreyPicture } from './grey-picture.ts';
import { blocksOf } from './laying-out/blocks-of-lines.ts';
import { haveTheirPlaces } from './laying-out/line-numbers.ts';
import { type Apart, numbersApart } from './laying-out/numbers-apart.ts';
import { laidOut, textOfWord } from './laying-out/text-of-lines.ts';
import { withCellsApart } from './laying-out/words-of-cells.ts';
import { withLeftOut } from './left-out-lines.ts';
import { withLigaturesRead } from './ligatures/read-apart.ts';
import type { LineModel } from './line-model.ts';
import { withGrids } from './pitch/fixed-pitch.ts';
import { hasNothingToRead } from './preparing/nothing-to-read.ts';
import { withBullets } from './prose/bullets.ts';
import { withoutFalseBlanks } from './prose/false-blanks.ts';
import { withLostBlanks } from './prose/lost-blanks.ts';
import { withLostDigits } from './prose/lost-digits.ts';
import { withWideSigns } from './prose/wide-signs.ts';
import type { ReadLine, ReadWord } from './read-lines.ts';
import { withLetterCase } from './signs/letter-case.ts';
import { withLostMarks } from './signs/lost-marks.ts';
import { toldApart } from './signs/told-apart.ts';
import { Tesseract } from './tesseract.ts';
import { type Box, type Readers, type UprightText, uprightText } from './upright/upright-text.ts';

/** Of pages: text of the usual size is about as high then as tesseract reads it best. */
const dotsPerInch = 200;
const usualLanguages = ['eng'];
/** Resident: the model of lines, or a page, takes up to 200 MB more. */
const mostBefore = extractionLimits.memoryBytes - extractionLimits.memoryOvershootBytes - 200 * 1024 * 1024;
/** Resident, since the first page of the engine: less is not worth loading it again. */
const muchGrown = 32 * 1024 * 1024;
/** In ms from the beginning of a picture: what is left then stays as tesseract read it, so that the picture is not given up. */
const longestMs = (extractionLimits.pictureMs * 2) / 3;
/** Of the time that a picture of Chinese takes: tesseract's share. */
const chineseShare = 0.5;
/** Words of a line: so many tell how high it is. */
const fewestBeside = 3;

let loading: Promise<Tesseract> | null = null;
/** Resident, after the first page of this engine; any other one would take as much. */
let afterFirstPage: number | null = null;
let loadingModel: Promise<LineModel | null> | null = null;

/** @param folder of the installed languages. @param progress how much of the picture is read, 0..1; it never falls. Throws `NoText`. */
export async function recognized(
  unread: UnreadPicture,
  options: ExtractionOptions,
  folder: string | null,
  progress: (part: number) => void = () => {},
): Promise<RecognizedPage> {
  const begunMs = performance.now();
  const languages = options.languages.length === 0 ? usualLanguages : options.languages;
  const isChinese = languages.includes(lineModelLanguage);
  const ofTesseract = isChinese ? chineseShare : 1;
  let most = 0;
  const told = (part: number): void => {
    most = Math.max(most, part);
    progress(most);
  };
  const found = await readByTesseract(unread, { ...options, languages: [...languages] }, folder, (part) => told(part * ofTesseract));
  if (found === null) return { text: '', words: [], upright: [] };
  const { shown, read, perPixel } = found;
  const chinese = {
    model: (): Promise<LineModel | null> => lineModel(folder, unread.isPage),
    untilMs: begunMs + longestMs,
    progress: (part: number): void => told(ofTesseract + part * (1 - ofTesseract)),
  };
  const { text, lines } = laidOut(isChinese ? await withChineseRead(shown.picture, read, chinese) : read);
  afterFirstPage ??= process.memoryUsage.rss();
  const words = options.words ? lines.flatMap((line) => line.words) : [];
  return {
    text,
    words: words.map((word) => ({
      text: textOfWord(word),
      box: scaledBox(shown.placeOf(boxOf(word)), perPixel),
      certainty: word.certainty,
      page: unread.page,
    })),
    upright: options.words ? lines.flatMap((line) => evenWords(line).map((word) => uprightWord(word, line, perPixel / shown.scale))) : [],
  };
}

interface ReadPicture {
  readonly shown: UprightText;
  readonly read: readonly ReadLine[];
  /** What a pixel that was drawn is in the picture or page. */
  readonly perPixel: number;
}

/** Null if there is nothing to read. */
async function readByTesseract(
  unread: UnreadPicture,
  { languages, structure }: ExtractionOptions,
  folder: string | null,
  progress: (part: number) => void,
): Promise<ReadPicture | null> {
  const begunMs = performance.now();
  // Its memory never shrinks, and pages before this one may have been larger.
  if (unread.isLarge || hasGrown()) forgetEngine();
  const drawn = await unread.draw(dotsPerInch);
  if (hasNothingToRead(drawn)) return null;
  const tesseract = await engineFor(languages, folder);
  const readers: Readers = {
    read: (picture) =>
      unread.isPage
        ? readBy(tesseract, picture, 'page', languages, folder, (percent) => progress(percent / 100))
        : readInColumns(picture, (part, done, share) =>
            readBy(tesseract, part, 'block', languages, folder, (percent) => progress(done + (percent / 100) * share)),
          ),
    readPart: (picture) => readBy(tesseract, picture, 'block', languages, folder),
    hasTime: () => performance.now() - begunMs < longestMs / 3,
  };
  const ruled = uprightText(drawn, structure ? 'any' : 'cells', readers);
  const ruledLines = withGrids(ruled.picture, ruled.lines);
  // What a terminal draws is made of signs: they are text, also between the cells of a table.
  const isQuick = performance.now() - begunMs < longestMs / 6;
  const isTerminal =
    structure && ruled.mayLackSigns && isQuick && ruledLines.filter(({ grid }) => grid !== undefined).length * 2 > ruledLines.length;
  const seen = isTerminal ? uprightText(drawn, 'cells', readers) : ruled;
  const seenLines = isTerminal ? withGrids(seen.picture, seen.lines) : ruledLines;
  const again = {
    read: (part: GreyPicture): readonly ReadLine[] => readBy(tesseract, part, 'block', languages, folder),
    hasTime: (): boolean => performance.now() - begunMs < longestMs / 2,
  };
  const perPixel = unread.width / drawn.width;
  const readWith = ({
    numbers,
    lines,
    code,
  }: Apart & { readonly code?: GreyPicture }): Pick<ReadPicture, 'shown' | 'read'> & Pick<Apart, 'numbers'> => {
    const cells = withCellsRead(
      code ?? withoutNumbers(seen.plain, numbers),
      withLeftOut(withoutNumbers(seen.picture, numbers), lines),
      again.hasTime,
      seen.short ?? null,
      seen.original,
    );
    const shown = { ...seen, ...withLigaturesRead(seen.picture, cells, again) };
    return { shown, read: [...numbers, ...corrected(shown)], numbers };
  };
  if (seen.short !== undefined) return { ...readWith({ numbers: seen.numbers ?? [], lines: [] }), perPixel };
  const onGrids = (code: readonly ReadLine[]): readonly ReadLine[] => withGrids(seen.picture, code);
  const beside = numbersBeside(seen.plain, seenLines, onGrids, again.hasTime);
  const byInk = beside === null ? null : readWith(beside);
  if (byInk !== null && haveTheirPlaces(byInk.numbers, byInk.read)) return { ...byInk, perPixel };
  const asRead = readWith(numbersApart(seenLines, onGrids));
  // Rarely: one was misread, or something else stands on their left.
  return { ...(haveTheirPlaces(asRead.numbers, asRead.read) ? asRead : readWith({ numbers: [], lines: seenLines })), perPixel };
}

/** By what the ink shows. */
function corrected({ picture, lines, sides }: UprightText): readonly ReadLine[] {
  const told = beside(lines, (others) => withLostMarks(picture, toldApart(picture, others)));
  return blocksOf(told).flatMap((block) =>
    block.column === null
      ? proseOf(picture, withCellsApart(block.lines, sides))
      : withCellsApart(withLetterCase(picture, block.lines), sides),
  );
}

/** What was read by its ink stays as it is. */
function beside(lines: readonly ReadLine[], change: (others: readonly ReadLine[]) => readonly ReadLine[]): readonly ReadLine[] {
  const others = lines.filter(({ isReadByInk }) => isReadByInk !== true);
  const changed = others.length === 0 ? others : change(others);
  let next = 0;
  return lines.flatMap((line) => (line.isReadByInk === true ? [line] : (changed[next++] ?? [])));
}

/** In a font of several widths, or Chinese or Japanese. */
function proseOf(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const whole = withLostDigits(picture, withLostBlanks(picture, withoutFalseBlanks(picture, withWideSigns(lines))));
  return withBullets(picture, whole);
}

/** An engine that failed reads no other page. */
function readBy(tesseract: Tesseract, ...wanted: Parameters<Tesseract['read']>): readonly ReadLine[] {
  try {
    return tesseract.read(...wanted);
  } catch (error) {
    forgetEngine();
    throw error;
  }
}

/** The engine with the data of these languages, before there is a picture. Throws `NoText`. */
export async function engineFor(languages: readonly string[], folder: string | null): Promise<Tesseract> {
  const tesseract = await startedEngine();
  tesseract.learn(languages.length === 0 ? usualLanguages : languages, folder);
  return tesseract;
}

/** Whoever waits for it hears of a failure, and the next one tries again. */
function startedEngine(): Promise<Tesseract> {
  if (loading !== null) return loading;
  const started = Tesseract.load();
  loading = started;
  started.catch(() => {
    if (loading === started) loading = null;
  });
  return started;
}

/** Too much to go on, and there is something to gain. */
function hasGrown(): boolean {
  const resident = process.memoryUsage.rss();
  return resident > mostBefore && afterFirstPage !== null && resident - afterFirstPage > muchGrown;
}

/** Its memory is for something else now. */
function forgetEngine(): void {
  if (loading === null) return;
  [loading, afterFirstPage] = [null, null];
  collect();
}

/** Null where it is not installed, or would not fit into the memory of this process any more. A process reads one picture, so what read it first goes. */
async function lineModel(folder: string | null, isPage: boolean): Promise<LineModel | null> {
  if (folder === null) return null;
  if (!isPage) forgetEngine();
  if (loadingModel === null && process.memoryUsage.rss() > mostBefore) return null;
  const { LineModel } = await import('./line-model.ts');
  loadingModel ??= LineModel.load(folder);
  return loadingModel;
}

/** In pixels of the picture that was read. */
function boxOf(word: ReadWord): Box {
  const [left, right] = [word.symbols[0]?.left ?? 0, word.symbols.at(-1)?.right ?? 0];
  return { left, top: word.top, width: right - left, height: word.bottom - word.top };
}

function scaledBox({ left, top, width, height }: Box, scale: number): Box {
  const scaled = (pixels: number): number => Math.round(pixels * scale * 10) / 10;
  return { left: scaled(left), top: scaled(top), width: scaled(width), height: scaled(height) };
}

/** None reaches higher than most of its line: a box with what is beside its word would join two rows of a table. */
function evenWords({ words }: ReadLine): readonly ReadWord[] {
  const tops = words.map(({ top }) => top).toSorted((one, other) => one - other);
  const usual = tops[words.length >> 1] ?? 0;
  if (words.length < fewestBeside) return words;
  return words.map((word) => ({ ...word, top: Math.min(word.bottom - 1, Math.max(word.top, usual)) }));
}

function uprightWord(word: ReadWord, { grid }: ReadLine, scale: number): RecognizedPage['upright'][number] {
  const { left, top, width, height } = scaledBox(boxOf(word), scale);
  const text = textOfWord(word);
  return {
    text,
    left,
    top,
    right: left + width,
    bottom: top + height,
    ...(word.isOtherCell === true && { isOtherCell: true }),
    ...(grid !== undefined && { isFixedPitch: true }),
  };
}
