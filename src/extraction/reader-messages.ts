/** What is said between the process that reads documents and the one that started it. Neither side keeps anything of it. */
import type { ExtractedText, ExtractionFailure, ExtractionOptions, ExtractionProgress } from '../contract/extraction.ts';

/** `path` is absolute, or null for the standard input of the process. */
export interface ReadingOrder {
  readonly path: string | null;
  readonly options: ExtractionOptions;
}

/** What recognition may use. */
export interface RecognitionMeans {
  /** For the data of installed languages; null if there can be none. */
  readonly languages: string | null;
}

export type ToReader = { readonly kind: 'read'; readonly id: number; readonly order: ReadingOrder; readonly means: RecognitionMeans };

export type FromReader =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ExtractionProgress }
  /** Said before and after each picture or page that is recognized, which has a time of its own. */
  | { readonly kind: 'recognizing'; readonly id: number }
  | { readonly kind: 'recognized'; readonly id: number }
  | { readonly kind: 'text'; readonly id: number; readonly extracted: ExtractedText }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: ExtractionFailure };
