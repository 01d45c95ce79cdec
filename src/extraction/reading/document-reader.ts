/** What each reader of a format gets, and what it gives. */
import type { ExtractedText, ExtractionOptions, ExtractionProgress, ReadableFormat, RecognizedWord } from '../../contract/extraction.ts';
import type { PlacedWord } from '../../domain/structure/places/word-lines.ts';
import type { GivenStructure } from '../../domain/structure/structure-of-text.ts';
import type { GreyPicture } from './recognition/grey-picture.ts';
import type { SourceFile } from './source-file.ts';
import type { TextParts } from './text-parts.ts';
import type { ZipFile } from './zip-file.ts';

/** A page or picture whose text has to be recognized. */
export interface UnreadPicture {
  /** From 0 on. */
  readonly page: number;
  /** Of the page in points (1/72 inch), or of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a document, whose text may stand in columns. */
  readonly isPage: boolean;
  /** Drawing it takes so much memory that the engine is loaded afterwards. */
  readonly isLarge: boolean;
  /** A page drawn at this resolution, or the picture as it is. */
  draw(dotsPerInch: number): Promise<GreyPicture>;
}

export interface RecognizedPage {
  readonly text: string;
  readonly words: readonly RecognizedWord[];
  /** The same, where they stand once the text is upright and its lines are level. */
  readonly upright: readonly PlacedWord[];
}

/**
 * Reads the text in a picture; null where there is nothing that does. Throws `NoText`. @param news what is known by then, which may be all that will be: of the text
 * and the words those that were not told before.
 */
export type Recognize = (picture: UnreadPicture, options: ExtractionOptions, news?: ExtractedText) => Promise<RecognizedPage | null>;

export interface ReadingParts {
  readonly source: SourceFile;
  /** Already opened, for the formats that are zip archives. */
  readonly zip: ZipFile | null;
  readonly format: ReadableFormat;
  readonly options: ExtractionOptions;
  /** Of the page that it was copied from; null if that is not known. */
  readonly address: string | null;
  readonly text: TextParts;
  /** Where a reader puts the tables and so on that it knows itself; null if nobody wants them. */
  readonly structure: GivenStructure | null;
  readonly progress: (progress: ExtractionProgress) => void;
  /** `soFar`: of the pages before; more words follow those of the page before. */
  readonly recognize: (picture: UnreadPicture, options: ExtractionOptions, soFar?: Read) => Promise<RecognizedPage | null>;
}

/** What is known besides the text, which is in `text`. */
export interface Read {
  readonly pages?: number;
  readonly recognizedPages?: number;
  readonly pagesWithoutText?: number;
  readonly encoding?: string;
  readonly words?: readonly RecognizedWord[];
  /** There are pages that are not read; a text that is too long says so itself. */
  readonly isCut?: boolean;
  /** There was not a byte to read. */
  readonly isEmpty?: true;
}

/** Throws `NoText`, or whatever its library throws. */
export type DocumentReader = (parts: ReadingParts) => Read | Promise<Read>;
