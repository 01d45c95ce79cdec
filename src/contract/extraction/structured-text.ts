/**
 * What is found in a text besides its words: tables, pairs of names and values, lists, code, and things with a value of their own. `offset` is a place in
 * the extracted text, in UTF-16 units; what was found by its place on a page, or in a sheet, has none.
 */
import * as z from 'zod';

export const structureLimits = {
  /** Of each kind. */
  things: 10_000,
  tables: 1_000,
  /** Of all tables together. */
  cells: 100_000,
  columns: 1_000,
  /** Of one cell, UTF-16 units. */
  cellCharacters: 32_767,
  /** Of all tables, lists and so on together, UTF-16 units. */
  characters: 4 * 1024 * 1024,
} as const;

export const cellTypes = ['text', 'number', 'date', 'boolean', 'empty'] as const;

/** A value is there only if it is certain: `1.234`, which is one thing in English and another in German, is a text unless its column tells. */
export const tableCell = z.object({
  /** As it is displayed. */
  text: z.string(),
  type: z.enum(cellTypes),
  /** Of a number, a boolean, or a date (ISO 8601). */
  value: z.union([z.number(), z.boolean(), z.string()]).optional(),
});
export type TableCell = z.infer<typeof tableCell>;

/** Cells that are one: the first has the content. */
export const mergedCells = z.object({ row: z.int(), column: z.int(), rows: z.int(), columns: z.int() });
export type MergedCells = z.infer<typeof mergedCells>;

export const table = z.object({
  /** A caption, or the name of a sheet. */
  name: z.string().nullable(),
  /** What stands in its first rows over all columns, a line each: no row of it. */
  title: z.string().nullable(),
  /** How many of the first rows are headings. */
  headings: z.int(),
  /** Each with as many cells. */
  rows: z.array(z.array(tableCell)),
  merged: z.array(mergedCells),
  /** From 0 on: page, sheet or slide. */
  page: z.int().nullable(),
  offset: z.int().nullable(),
});
export type Table = z.infer<typeof table>;

export const keyValueBlock = z.object({
  /** `table`: a table of two columns, if tables are not wanted. */
  form: z.enum(['colon', 'equals', 'definitions', 'table']),
  pairs: z.array(z.object({ name: z.string(), value: z.string() })),
  offset: z.int().nullable(),
});
export type KeyValueBlock = z.infer<typeof keyValueBlock>;

export const listBlock = z.object({
  items: z.array(
    z.object({
      text: z.string(),
      /** 0 for the outermost. */
      level: z.int(),
      /** Of an item with a number. */
      number: z.int().nullable(),
      /** Of an item with a box to tick. */
      isDone: z.boolean().nullable(),
    }),
  ),
  offset: z.int().nullable(),
});
export type ListBlock = z.infer<typeof listBlock>;

export const codeBlock = z.object({
  /** As it was written, in small letters; null if nothing said it. */
  language: z.string().nullable(),
  /** A plain file name; null if nothing said it. */
  name: z.string().nullable(),
  code: z.string(),
  offset: z.int().nullable(),
});
export type CodeBlock = z.infer<typeof codeBlock>;

/** A part of a text, in UTF-16 units. */
export const textSpan = z.strictObject({ from: z.int().min(0), to: z.int().min(1) });
export type TextSpan = z.infer<typeof textSpan>;

/** The forms in which a table is copied that is written in another one. */
export const tableForms = ['csv', 'tsv', 'json'] as const;
export type TableForm = (typeof tableForms)[number];

/** As it stands in the text. */
const place = { text: z.string(), offset: z.int().nullable() };

export const foundLink = z.object({ ...place, value: z.string(), label: z.string().nullable() });
export type FoundLink = z.infer<typeof foundLink>;

export const foundAddress = z.object({ ...place, value: z.string() });
export type FoundAddress = z.infer<typeof foundAddress>;

/** ISO 8601; null if the text can be read in several ways, which are the candidates. */
export const foundDate = z.object({ ...place, value: z.string().nullable(), candidates: z.array(z.string()) });
export type FoundDate = z.infer<typeof foundDate>;

/** A decimal number as a string, because a binary one is not exact; null like `currency` if the text can be read in several ways. */
export const foundAmount = z.object({
  ...place,
  value: z.string().nullable(),
  /** ISO 4217. */
  currency: z.string().nullable(),
  /** The readings of what is null: numbers, or currencies. */
  candidates: z.array(z.string()),
});
export type FoundAmount = z.infer<typeof foundAmount>;

/** Bounded, because the process that says it may have been taken over by what it reads. */
export const structuredText = z.object({
  tables: z.array(table).max(structureLimits.tables),
  keyValues: z.array(keyValueBlock).max(structureLimits.things),
  lists: z.array(listBlock).max(structureLimits.things),
  code: z.array(codeBlock).max(structureLimits.things),
  links: z.array(foundLink).max(structureLimits.things),
  addresses: z.array(foundAddress).max(structureLimits.things),
  dates: z.array(foundDate).max(structureLimits.things),
  amounts: z.array(foundAmount).max(structureLimits.things),
  /** There was more than `structureLimits` let through. */
  isCut: z.boolean(),
});
export type StructuredText = z.infer<typeof structuredText>;
