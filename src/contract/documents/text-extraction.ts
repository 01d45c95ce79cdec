/** `config/quick-settings/text-extraction.json`: which pictures of the history are read by themselves, and how. */
import * as z from 'zod';

const languageName = 'a language such as eng, deu or chi_sim';
const language = z
  .string()
  .regex(/^[a-z]{3}(?:_[a-z]{3,4})?$/, languageName)
  .meta({ patternErrorMessage: languageName });

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
    .describe('How many pixels a small picture has at most: A screen of 1920 × 1080 has 2073600.'),
  languages: z
    .array(language)
    .max(8)
    .default([])
    .describe(
      'The languages that pictures are read in, where a request names none: names such as `eng` and `deu`. English if it is empty. `hub ocr --install` installs others.',
    ),
});
export type TextExtractionDocument = z.infer<typeof textExtractionDocument>;
