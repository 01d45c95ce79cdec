/** Why a reader gives up. */
import type { ExtractionFailure } from '../../contract/extraction.ts';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';

/**
 * Thrown from anywhere in a reader, because events of a parser are many calls deep; `readDocument` makes an outcome of it. It carries no message: what a
 * parser says of a document quotes it.
 */
export class NoText extends Error {
  readonly reason: ExtractionFailure;

  constructor(reason: ExtractionFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** A picture of few pixels, but millions of columns, is within the limit of pixels, and is laid out without end. @param picture in pixels. */
export function isTooLong({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.max(width, height) > extractionLimits.pictureSide;
}

/** The reason behind whatever a reader threw. Libraries throw anything for a document that is not as they expect it. */
export function reasonOf(error: unknown): ExtractionFailure {
  if (error instanceof NoText) return error.reason;
  if (!(error instanceof Error)) return 'damaged';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_INVALID_ARG_VALUE' || code === 'ENOENT' || code === 'ENOTDIR') return 'not-found';
  if (code === 'ELOOP') return 'endless-link';
  if (code === 'EACCES' || code === 'EPERM') return 'not-permitted';
  if (code === 'EISDIR' || code === 'ENXIO' || code === 'ENODEV' || code === 'EOPNOTSUPP') return 'not-a-file';
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG') return 'too-large';
  if (code === 'ERR_MEMORY_ALLOCATION_FAILED' || /array buffer allocation failed|out of memory|OOM/i.test(error.message))
    return 'too-much-memory';
  return /invalid string length/i.test(error.message) ? 'too-large' : 'damaged';
}
