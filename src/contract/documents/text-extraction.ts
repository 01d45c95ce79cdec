/** `config/quick-settings/text-extraction.json`: how text is taken out of pictures, documents and the clipboard. */
import * as z from 'zod';
import { extractionLimits, recognitionLanguage } from '../extraction.ts';
import { writtenGlobalRefusal } from './refused-shortcuts.ts';
import { shortcutValue } from './shortcut-value.ts';

export const textExtractionDocument = z.looseObject({
  read_pictures: z
    .enum(['off', 'small', 'all'])
    .default('small')
    .describe(
      'Which copied pictures Hub reads by itself, so that searches find the text in them. `small`: those of at most `small_pixels` pixels. `off`: none; each can still be read on request.',
    ),
  small_pixels: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(2_100_000)
    .describe('How many pixels a small picture has at most: a screen of 1920 × 1080 has 2,073,600.'),
  languages: z
    .array(recognitionLanguage)
    .max(8)
    .default([])
    .describe(
      'The languages that pictures are read in, such as `deu` or `chi_sim`; `hub ocr --install` gets others than English. Empty: English.',
    ),
  recognition: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Whether pages of documents are read as pictures: `auto`: those without a text of their own.'),
  join_lines: z
    .boolean()
    .default(false)
    .describe(
      'Whether the lines of a paragraph become one in a text that is put on the clipboard, with words that were divided at their ends.',
    ),
  file_names: z
    .boolean()
    .default(true)
    .describe('Whether the text of each file begins with its name, if the texts of several files are put on the clipboard.'),
  longest_text: z
    .int()
    .min(1_000)
    .max(extractionLimits.text)
    .default(1_000_000)
    .describe('How many characters (UTF-16 units) a text may have that is put on the clipboard. One that is longer is not.'),
  time_limit_seconds: z
    .int()
    .min(5)
    .max(600)
    .default(60)
    .describe('After so many seconds Hub gives up taking the text of what is on the clipboard.'),
  shortcut: shortcutValue(writtenGlobalRefusal, 'a shortcut such as Ctrl+Shift+V')
    .default('')
    .describe('The keys that take the text of what is on the clipboard wherever you are, such as `Ctrl+Alt+T`; empty for none.'),
  notify: z.boolean().default(true).describe('Whether the desktop tells what became of it.'),
  notification_preview: z
    .boolean()
    .default(false)
    .describe('Whether that notification shows the beginning of the text. Desktops keep what they have shown.'),
});
export type TextExtractionRules = z.infer<typeof textExtractionDocument>;
