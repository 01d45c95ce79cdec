/** The text in a picture or in a copied file, as the window shows it, and its commands: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import { tableForms, textSpan } from '../extraction/structured-text.ts';
import type { ExtractionState } from '../fragment-words.ts';
import type { FoundInText } from './found-in-text.ts';
import { severalCommand } from './several.ts';

export interface ExtractedView {
  /** From 0 on; of a picture always 0. */
  readonly file: number;
  /** Of a copied file; empty for a picture. */
  readonly name: string;
  readonly state: ExtractionState | 'unread';
  /** As far as it is loaded. */
  readonly text: string;
  /** What is found in it. */
  readonly found: FoundInText;
  /** Its places matter, as those of code do. */
  readonly isInLines: boolean;
  /** What is to be said about it: that it is being read, why there is no text, that there is more; or empty. */
  readonly note: string;
  /** This window asked for its reading, and can end it. */
  readonly canCancel: boolean;
}

const fragmentId = z.string().regex(/^[1-9]\d{0,14}$/);
const file = z.int().min(0).max(9_999);

/** Read it, end that, or put its text on the clipboard. */
const extractedCommand = z.object({ kind: z.enum(['extract', 'cancel-extract', 'copy-extracted']), fragmentId, file });
/** Put a part of a copy's text on the clipboard, or of the text that was read in it. */
const partCommand = z.object({
  kind: z.literal('copy-part'),
  fragmentId,
  span: textSpan,
  file: file.optional(),
  as: z.enum(tableForms).optional(),
});

export const fragmentCommands = [severalCommand, extractedCommand, partCommand] as const;
