/** How far a reading is that the window asked for, in words. */
import type { ExtractionProgress } from '../../../contract/extraction.ts';
import { say } from '../../language/say.ts';

/** By `nameOfReading`. */
export type Readings = Readonly<Record<string, ExtractionProgress>>;

export function nameOfReading({ fragmentId, file }: { readonly fragmentId: string; readonly file: number }): string {
  return `${fragmentId}/${file}`;
}

/** 0..100. */
export function percentOf({ done, of }: Pick<ExtractionProgress, 'done' | 'of'>): number {
  return of === 0 ? 0 : Math.min(100, Math.round((done / of) * 100));
}

/** `progress`: undefined of what somebody else asked for. */
export function readingInWords(progress: ExtractionProgress | undefined): string {
  if (progress === undefined) return say('Reading…');
  const { pages, isWaiting } = progress;
  if (isWaiting === true) return say('Waiting for another document to be read…');
  if (pages !== undefined)
    return say('Reading page {page, number} of {pages, number}…', { page: Math.min(pages.done + 1, pages.of), pages: pages.of });
  const percent = percentOf(progress);
  return percent === 0 ? say('Reading…') : say('Reading… {percent} %', { percent });
}
