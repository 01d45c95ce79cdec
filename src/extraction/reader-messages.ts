/** What is said between the process that reads documents and the one that started it. Neither side keeps anything of it. */
import type { ExtractedText, ExtractionFailure, ExtractionOptions, ExtractionProgress } from '../contract/extraction.ts';

/** `path` is absolute, or null for the standard input of the process. */
export interface ReadingOrder {
  readonly path: string | null;
  readonly options: ExtractionOptions;
}

export type ToReader = { readonly kind: 'read'; readonly id: number; readonly order: ReadingOrder };

export type FromReader =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ExtractionProgress }
  | { readonly kind: 'text'; readonly id: number; readonly extracted: ExtractedText }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: ExtractionFailure };
