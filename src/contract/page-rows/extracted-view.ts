/** The text in a picture or in a copied file, as the window shows it, and its commands: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import type { ExtractionState } from '../fragment-words.ts';
import { severalCommand } from './several.ts';

export interface ExtractedView {
  /** From 0 on; of a picture always 0. */
  readonly file: number;
  /** Of a copied file; empty for a picture. */
  readonly name: string;
  readonly state: ExtractionState | 'unread';
  /** As far as it is loaded. */
  readonly text: string;
  /** Its places matter, as those of code do. */
  readonly isInLines: boolean;
  /** What is to be said about it: that it is being read, why there is no text, that there is more; or empty. */
  readonly note: string;
}

/** Read it, or put its text on the clipboard. */
const extractedCommand = z.object({
  kind: z.enum(['extract', 'copy-extracted']),
  fragmentId: z.string().regex(/^[1-9]\d{0,14}$/),
  file: z.int().min(0).max(9_999),
});

export const fragmentCommands = [severalCommand, extractedCommand] as const;
