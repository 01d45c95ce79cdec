/**
 * The text of one file, whatever it is. Runs in the process that may die of it. A reader is loaded for the first file of its format, because most of
 * them are large.
 */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type {
  CutBy,
  ExtractedText,
  ExtractionFailure,
  ExtractionOptions,
  ExtractionProgress,
  ReadableFormat,
  RecognizedWord,
} from '../../contract/extraction.ts';
import type { DocumentReader, Read, ReadingParts, Recognize } from './document-reader.ts';
import { formatOf } from './format-of.ts';
import { isTooLong, NoText, reasonOf } from './no-text.ts';
import { openSource } from './source-file.ts';
import { encodingOf } from './text-encoding.ts';
import { TextParts } from './text-parts.ts';

const readers: Readonly<Record<ReadableFormat, () => Promise<DocumentReader>>> = {
  image: async () => (await import('./recognition/decoding/picture.ts')).readPicture,
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => (await import('./formats/word-document.ts')).readWordDocument,
  xlsx: async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  xls: async () => (await import('./formats/binary-spreadsheet.ts')).readBinarySpreadsheet,
  pptx: async () => (await import('./formats/slides/slides.ts')).readSlides,
  odt: async () => (await import('./formats/open-document.ts')).readOpenDocument,
  ods: async () => (await import('./formats/open-spreadsheet.ts')).readOpenSpreadsheet,
  odp: async () => (await import('./formats/open-document.ts')).readOpenDocument,
  rtf: async () => (await import('./formats/rich-text.ts')).readRichText,
  epub: async () => (await import('./formats/book.ts')).readBook,
  html: async () => (await import('./formats/page.ts')).readPage,
  eml: async () => (await import('./formats/mail.ts')).readMail,
  csv: async () => readPlainText,
  archive: async () => (await import('./formats/archive.ts')).readArchive,
  text: async () => readPlainText,
};

const judgedBytes = 65_536;
const chunkBytes = 1024 * 1024;

export interface DocumentToRead {
  /** Absolute, or null for standard input, or for `content`. */
  readonly path: string | null;
  readonly content?: Uint8Array | undefined;
  readonly options: ExtractionOptions;
  readonly address?: string | undefined;
  readonly progress: (progress: ExtractionProgress) => void;
  readonly recognize: Recognize;
}

/** Never rejects: what a library throws is a reason. */
export async function readDocument({
  path,
  content,
  options,
  address,
  progress,
  recognize,
}: DocumentToRead): Promise<Outcome<ExtractedText, ExtractionFailure>> {
  try {
    using source = openSource(path, content);
    const { format, zip } = await formatOf(source, path);
    if (format === 'image' && options.recognition === 'never') throw new NoText('recognition-off');
    const text = new TextParts();
    const structuring = options.structure ? await import('../../domain/structure/structure-of-text.ts') : null;
    const structure = structuring?.nothingGiven() ?? null;
    if (structure !== null && format === 'csv') structure.knows = 'separated';
    const whole = (
      { pages = 1, recognizedPages = 0, pagesWithoutText = 0, encoding, words = [], isCut = false, isEmpty }: Read,
      all: string,
    ): ExtractedText => ({
      text: all,
      format,
      pages,
      recognizedPages,
      pagesWithoutText,
      isCut: isCut || text.isCut,
      ...((isCut || text.isCut) && { cutBy: text.cutBy ?? usuallyCutBy[format] ?? 'size' }),
      ...(isEmpty && { isEmpty }),
      ...(encoding !== undefined && { encoding }),
      ...(options.words && { words: words.map(withRoundCertainty) }),
    });
    let toldWords = 0;
    const news = (soFar: Read): ExtractedText => {
      const words = soFar.words ?? [];
      const told = toldWords;
      toldWords = words.length;
      return whole({ ...soFar, words: words.slice(told) }, text.takeNew());
    };
    const read = await (await readers[format]())({
      source,
      zip,
      format,
      options,
      address: address ?? null,
      text,
      structure,
      progress,
      // What is known of its structure is told at the end alone.
      recognize: async (picture, wanted, soFar) => {
        // Of a page, the size counts in which it is drawn.
        if (!picture.isPage && isTooLong(picture)) throw new NoText('too-many-pixels');
        return recognize(picture, wanted, soFar === undefined || structure !== null || text.length === 0 ? undefined : news(soFar));
      },
    });
    const all = text.toString();
    return done({
      ...whole(read, all),
      ...(structuring !== null && structure !== null && { structure: structuring.structureOf(all, structure) }),
    });
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** The limit that a reader means which only says that there is more. */
const usuallyCutBy: Readonly<Partial<Record<ReadableFormat, CutBy>>> = {
  image: 'pages',
  pdf: 'pages',
  xlsx: 'cells',
  xls: 'cells',
  ods: 'cells',
};

/** Two digits say all that is known of it. */
function withRoundCertainty(word: RecognizedWord): RecognizedWord {
  return { ...word, certainty: Math.round(word.certainty * 100) / 100 };
}

/** Plain text and CSV: as they are, in whatever encoding. */
function readPlainText({ source, text, progress }: ReadingParts): Read {
  if (source.size === 0) return { isEmpty: true };
  const encoding = encodingOf(source.read(0, judgedBytes));
  if (encoding === null) throw new NoText('unsupported');
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < source.size && !text.isCut; at += chunkBytes) {
    progress({ done: at, of: source.size });
    text.add(decoder.decode(source.read(at, chunkBytes), { stream: at + chunkBytes < source.size }));
  }
  return { encoding };
}
