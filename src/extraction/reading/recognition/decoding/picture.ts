/** A picture in a file (PNG, JPEG, WebP, GIF, BMP or TIFF), of which only the text in it can be told. */
import { Worker } from 'node:worker_threads';
import { pngPicture } from '../../../../base/pictures/png-rows.ts';
import type { RecognizedWord } from '../../../../contract/extraction.ts';
import { extractionLimits } from '../../../../contract/words/extraction-limits.ts';
import { isJpeg } from '../../../../domain/picture/jpeg-size.ts';
import { type PictureSize, pictureSize } from '../../../../domain/picture/picture-size.ts';
import type { Read, ReadingParts, RecognizedPage, UnreadPicture } from '../../document-reader.ts';
import { NoText, reasonOf } from '../../no-text.ts';
import { addRecognizedTables } from '../../structure/page-tables.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { isOnItsSide, orientationIn, orientationOfJpeg, turned } from './orientation.ts';
import { type BytesAt, tiffDirectories, tiffTags } from './tiff-directory.ts';
import { tiffPage } from './tiff-page.ts';

/** Decoding takes 15 bytes a pixel, and the engine some 120 MB. */
const mostPixelsBeside = 8_000_000;
/** Of the pages of a TIFF, those that are read and the others. */
const mostCounted = extractionLimits.pages * 10;
const noSize: PictureSize = { width: 0, height: 0 };

export async function readPicture({ source, text, options, structure, progress, recognize }: ReadingParts): Promise<Read> {
  if (options.recognition === 'never') throw new NoText('unsupported');
  const all = await pagesOf(source);
  const pages = all.slice(0, extractionLimits.pages);
  const isCut = pages.length < all.length;
  const recognition = { ...options, words: options.words || structure !== null };
  const words: RecognizedWord[] = [];
  let [recognizedPages, pagesWithoutText] = [0, 0];
  if (structure !== null) structure.knows = 'tables';
  let firstFault: unknown = null;
  using decoding = new Decoding();
  for (const [index, page] of pages.entries()) {
    progress({ done: index, of: pages.length });
    const soFar = { pages: all.length, recognizedPages, pagesWithoutText: pagesWithoutText + pages.length - index, words, isCut };
    const sizeFault = faultOf(page);
    if (sizeFault !== null) {
      firstFault ??= sizeFault;
      pagesWithoutText += 1;
      continue;
    }
    let recognized: RecognizedPage | null;
    try {
      recognized = await recognize(unreadPicture(decoding, page, index, pages.length), recognition, soFar);
    } catch (fault) {
      if (reasonOf(fault) === 'no-language') throw fault;
      firstFault ??= fault;
      pagesWithoutText += 1;
      if (!decoding.isOver) continue;
      // There is no other thread that could decode the rest.
      if (text.length === 0) throw firstFault;
      return soFar;
    }
    if (recognized === null && index === 0) throw new NoText('unsupported');
    recognizedPages += recognized === null ? 0 : 1;
    if (structure !== null && recognized !== null) addRecognizedTables(recognized.upright, index, structure);
    if (recognized === null || recognized.text === '') pagesWithoutText += 1;
    words.push(...(recognized?.words ?? []));
    text.add(recognized?.text ?? '');
    text.separate('\n\n');
  }
  if (firstFault !== null && text.length === 0) throw firstFault;
  return { pages: all.length, recognizedPages, pagesWithoutText, words, isCut };
}

/** A picture has one, a TIFF as many as were scanned. */
interface PicturePage {
  /** As it is shown. */
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
  readonly mostPixels: number;
  /** The file of this page alone. Throws `NoText`. */
  readonly file: () => PageFile;
}

interface PageFile {
  readonly bytes: Uint8Array;
  /** Its memory is for this page alone, and the thread may have it. */
  readonly isOwn: boolean;
}

function unreadPicture(decoding: Decoding, page: PicturePage, index: number, count: number): UnreadPicture {
  const { width, height, orientation, file } = page;
  const isLarge = width * height > mostPixelsBeside;
  const decode = async (): Promise<GreyPicture> => decoding.decoded(file(), index === count - 1);
  // In its thread, while the engine is loaded, if there is room for both.
  const decoded = isLarge ? null : decode();
  decoded?.catch(() => {}); // whoever draws it hears of it
  const draw = async (): Promise<GreyPicture> => turned(await (decoded ?? decode()), orientation);
  return { page: index, isPage: false, isLarge, width, height, draw };
}

/** Smaller copies of other pages are none. A TIFF is not held: its pages are read one by one. */
async function pagesOf(source: BytesAt): Promise<readonly PicturePage[]> {
  const directories = tiffDirectories(source, mostCounted).filter(({ numbers }) => ((numbers.get(tiffTags.subfile) ?? 0) & 1) === 0);
  if (directories.length === 0) {
    const bytes = source.read(0, source.size);
    const orientation = isJpeg(bytes) ? orientationOfJpeg(bytes) : 1;
    const mostPixels = pngPicture(bytes) === null ? extractionLimits.picturePixels : extractionLimits.pngPixels;
    return [{ ...shown((await pictureSize(bytes)) ?? noSize, orientation, () => ({ bytes, isOwn: false })), mostPixels }];
  }
  return directories.map((directory) => {
    const size = { width: directory.numbers.get(tiffTags.width) ?? 0, height: directory.numbers.get(tiffTags.height) ?? 0 };
    return shown(size, orientationIn(directory), () => ({ bytes: tiffPage(source, directory), isOwn: true }));
  });
}

function shown({ width, height }: PictureSize, orientation: number, file: PicturePage['file']): PicturePage {
  return {
    ...(isOnItsSide(orientation) ? { width: height, height: width } : { width, height }),
    orientation,
    mostPixels: extractionLimits.picturePixels,
    file,
  };
}

/** By what its header says, before it is decoded; null if there is none. */
function faultOf({ width, height, mostPixels }: PicturePage): NoText | null {
  if (width * height === 0) return new NoText('damaged');
  return width * height > mostPixels ? new NoText('too-many-pixels') : null;
}

function decodingThread(): Worker {
  const thread = new Worker(new URL('./decoding-thread.ts', import.meta.url), { stdout: true, stderr: true });
  thread.unref();
  return thread;
}

let spare: Worker | null = null;

/** Starts the thread for a picture now: a process that gives up its right to start threads has this one. */
export function prepareDecoding(): void {
  spare = decodingThread();
}

/** The thread that decodes one picture, page by page; it starts with the first, and ends with the last, because the engine needs its memory. */
class Decoding implements Disposable {
  #thread: Worker | null = null;
  #isOver = false;
  /** Settled once the thread takes another one. */
  #last: Promise<unknown> = Promise.resolve();

  /** It decodes nothing any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  decoded(file: PageFile, isLast: boolean): Promise<GreyPicture> {
    const decoded = this.#last.then(() => this.#decode(file));
    this.#last = decoded.catch(() => {});
    return isLast ? decoded.finally(() => this.#thread?.terminate()) : decoded;
  }

  #decode({ bytes, isOwn }: PageFile): Promise<GreyPicture> {
    this.#thread ??= spare ?? decodingThread();
    spare = null;
    const thread = this.#thread;
    thread.ref();
    thread.removeAllListeners();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#isOver = true;
        reject(new NoText('damaged'));
      };
      thread.once('message', (picture: GreyPicture | null) => (picture === null ? reject(new NoText('damaged')) : resolve(picture)));
      // It has no memory, or met a fault of its own.
      thread.once('error', end);
      thread.once('exit', end);
      thread.postMessage(bytes, isOwn && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
    });
  }

  [Symbol.dispose](): void {
    void this.#thread?.terminate();
  }
}
