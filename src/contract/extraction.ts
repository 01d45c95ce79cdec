/**
 * Text out of pictures and documents: what is asked of the process that reads them, and what it answers. It is somebody else's file that is read, so a failure is
 * an answer with a reason, and the process may die without harm.
 */
import * as z from 'zod';
import { structuredText } from './extraction/structured-text.ts';
import type { extractionFailures } from './fragment-words.ts';
import { extractionLimits } from './words/extraction-limits.ts';

/** What can be read, by the bytes of a file and not by its name. */
export const readableFormats = [
  'image',
  'pdf',
  'docx',
  'xlsx',
  'xls',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'epub',
  'html',
  'eml',
  'csv',
  'archive',
  'text',
] as const;
export type ReadableFormat = (typeof readableFormats)[number];

/** Why there is no text. */
export type ExtractionFailure = (typeof extractionFailures)[number];

export { extractionLimits };

/** ISO 639-3, as the data of the recognition are called; Chinese is `chi_sim`. */
const languageForm = 'a language such as deu or chi_sim';
export const recognitionLanguage = z
  .string()
  .regex(/^[a-z]{3}(?:_[a-z]{3,4})?$/, languageForm)
  .meta({ patternErrorMessage: languageForm });

export const extractionOptions = z.object({
  /** The languages that pictures are read in; empty for those of the preferences. */
  languages: z.array(recognitionLanguage).max(8).default([]),
  /** `auto`: a page without text of its own is recognized. */
  recognition: z.enum(['auto', 'always', 'never']).default('auto'),
  /** Each word with its place and certainty. */
  words: z.boolean().default(false),
  /** Tables, lists, links and so on. */
  structure: z.boolean().default(false),
});
export type ExtractionOptions = z.infer<typeof extractionOptions>;

export const recognizedWord = z.object({
  text: z.string(),
  /** In pixels of the picture, or in points of the page. */
  box: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
  /** 0..1. */
  certainty: z.number(),
  /** From 0 on. */
  page: z.int(),
});
export type RecognizedWord = z.infer<typeof recognizedWord>;

/**
 * Which limit cut a text. `entries`: of an archive; `unpacked`: bytes of one; `cells`: a cell was too long, or repeated too often; `size`: of the document, or of a part of
 * it; `answer`: of one answer of the bridge.
 */
export const cutBy = ['characters', 'pages', 'entries', 'unpacked', 'cells', 'size', 'answer'] as const;
export type CutBy = (typeof cutBy)[number];

export const extractedText = z.object({
  text: z.string(),
  format: z.enum(readableFormats),
  /** Pages, sheets or slides; 1 for what has none. */
  pages: z.int(),
  /** How many of them were recognized from pictures. */
  recognizedPages: z.int(),
  /** How many of them gave no text, as scanned pages that were not recognized. */
  pagesWithoutText: z.int(),
  /** There was more than `extractionLimits` let through. */
  isCut: z.boolean(),
  /** Of what is cut, by which limit. */
  cutBy: z.enum(cutBy).optional(),
  /** The file has no bytes at all. */
  isEmpty: z.literal(true).optional(),
  /** Of a plain text, as the WHATWG calls it. */
  encoding: z.string().optional(),
  /** If they were asked for. */
  words: z.array(recognizedWord).optional(),
  /** If it was asked for. */
  structure: structuredText.optional(),
  /** Of a copy: the family of the secret that its text looks like, which is not kept; `other` if it is not known. */
  secret: z.string().optional(),
});
export type ExtractedText = z.infer<typeof extractedText>;

const progressPart = z.object({ done: z.number(), of: z.number() }).readonly();

/** How far it is, in pages, sheets or parts of the document; in hundredths of pages while one is recognized. */
export const extractionProgress = progressPart
  .unwrap()
  .extend({
    /** While pages are recognized: how many are done, of all. */
    pages: progressPart.optional(),
    /** It has not begun, because another document is being read. */
    isWaiting: z.boolean().optional(),
  })
  .readonly();
export type ExtractionProgress = z.infer<typeof extractionProgress>;
