/**
 * The text of one file, whatever it is. Runs in the process that may die of it. A reader is loaded for the first file of its format, because most of
 * them are large.
 */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { ExtractedText, ExtractionFailure, ExtractionOptions, ExtractionProgress, ReadableFormat } from '../../contract/extraction.ts';
import { nothingGiven, structureOf } from '../../domain/structure/structure-of-text.ts';
import type { DocumentReader, Recognize } from './document-reader.ts';
import { formatOf } from './format-of.ts';
import { reasonOf } from './no-text.ts';
import { openSource } from './source-file.ts';
import { TextParts } from './text-parts.ts';

const readers: Readonly<Record<ReadableFormat, () => Promise<DocumentReader>>> = {
  image: async () => (await import('./recognition/picture.ts')).readPicture,
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => (await import('./formats/word-document.ts')).readWordDocument,
  xlsx: async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  xls: async () => (await import('./formats/binary-spreadsheet.ts')).readBinarySpreadsheet,
  pptx: async () => (await import('./formats/slides.ts')).readSlides,
  odt: async () => (await import('./formats/open-document.ts')).readOpenDocument,
  ods: async () => (await import('./formats/open-spreadsheet.ts')).readOpenSpreadsheet,
  odp: async () => (await import('./formats/open-document.ts')).readOpenDocument,
  rtf: async () => (await import('./formats/rich-text.ts')).readRichText,
  epub: async () => (await import('./formats/book.ts')).readBook,
  html: async () => (await import('./formats/page.ts')).readPage,
  eml: async () => (await import('./formats/mail.ts')).readMail,
  csv: async () => (await import('./formats/plain-text.ts')).readPlainText,
  archive: async () => (await import('./formats/archive.ts')).readArchive,
  text: async () => (await import('./formats/plain-text.ts')).readPlainText,
};

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
    const { format, zip } = formatOf(source);
    const text = new TextParts();
    const structure = options.structure ? nothingGiven() : null;
    if (structure !== null && format === 'csv') structure.knows = 'separated';
    const read = await (await readers[format]())({
      source,
      zip,
      format,
      options,
      address: address ?? null,
      text,
      structure,
      progress,
      recognize,
    });
    const { pages = 1, recognizedPages = 0, pagesWithoutText = 0, encoding, words = [] } = read;
    const whole = text.toString();
    return done({
      text: whole,
      format,
      pages,
      recognizedPages,
      pagesWithoutText,
      isCut: text.isCut,
      ...(encoding !== undefined && { encoding }),
      ...(options.words && { words: [...words] }),
      ...(structure !== null && { structure: structureOf(whole, structure) }),
    });
  } catch (error) {
    return failed(reasonOf(error));
  }
}
