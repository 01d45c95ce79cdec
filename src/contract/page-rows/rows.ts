/** The rows of lists, as the page reads them by cursor: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import type { FragmentRow, PageView } from '../shell-page.ts';

/** Maximum number of rows in one answer. */
export const mostRowsInAnswer = 100;

const cursor = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})$/)
  .transform(Number);

/**
 * The query of `GET /rows`, for the history or for the matches of `q`: the newest rows older than `before`, or the oldest rows newer than `after`.
 */
export const rowsQuery = z
  .strictObject({
    q: z.string().max(500).default(''),
    before: cursor.optional(),
    after: cursor.optional(),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform(Number)
      .refine((limit) => limit <= mostRowsInAnswer)
      .default(mostRowsInAnswer),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, 'before or after, not both');
export type RowsQuery = z.infer<typeof rowsQuery>;

/** A part of a list: all fragments with a number of at least `from` and below `to`, newest first. `to` is null if there are no newer ones. */
export interface RowsAnswer {
  readonly rows: readonly FragmentRow[];
  /** 0 if there are no older ones. */
  readonly from: number;
  readonly to: number | null;
  /** The number of rows in the whole list; null if it was not counted. */
  readonly total: number | null;
  /** Those that the picker shows before all others; they are among the others too. Only with the newest rows, and not if there are none. */
  readonly first?: readonly FragmentRow[];
}

/** A change of one fragment: it was added or changed, or it was deleted. */
export type RowChange = { readonly row: FragmentRow } | { readonly gone: string };

/** The changes to lists since the previous view. After a gap they are unknown, and lists have to be read again. */
export type RowNews = { readonly kind: 'changes'; readonly changes: readonly RowChange[] } | { readonly kind: 'reset' };

/** The answer to `GET /view`. */
export interface PageNews extends PageView {
  readonly news: RowNews;
}
