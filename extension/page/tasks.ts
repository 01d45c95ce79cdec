/**
 * What the background asks of the script in a page (`extension/entrypoints/page.ts`), and what it gets. The script is put into a page only when the user
 * asks for a save, in a world of its own that the page's scripts can't reach.
 */

export type Task =
  | { readonly do: 'article' }
  | { readonly do: 'selection' }
  | { readonly do: 'page' }
  /** The bytes of a picture or of a link's target, as the page may read them. */
  | { readonly do: 'fetch'; readonly address: string };

/**
 * `nothing-selected`; `no-article`: nothing to read was found; `too-large`; `too-slow`; `not-readable`: the site does not give it to its own page;
 * `not-found`: there is nothing at the address; `not-harmless`: the file of the page would run, load or open something by itself; `failed`: a fault of ours.
 */
export type PageTrouble =
  | 'nothing-selected'
  | 'no-article'
  | 'too-large'
  | 'too-slow'
  | 'not-readable'
  | 'not-found'
  | 'not-harmless'
  | 'failed';

export type Found =
  | { readonly kind: 'selection'; readonly title: string; readonly text: string }
  | { readonly kind: 'article'; readonly title: string; readonly text: string; readonly byline?: string; readonly published?: string }
  | {
      readonly kind: 'file';
      readonly title: string;
      readonly name: string;
      readonly mediaType: string;
      /** Base64. */
      readonly content: string;
    };

/** What was read, or why it was not. */
export type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: PageTrouble };
export type Result = Read<Found>;

/** Bounds on what a page can make the extension do. */
export const pageLimits = {
  /** Elements of a page or a selection that is turned into Markdown, and how deep they may be in each other. Browsers' parsers make none deeper than 512. */
  elements: 60_000,
  depth: 600,
  /** Pictures, styles and fonts of a page, saved as one file: together, in bytes, each, and how many. */
  inlinedBytes: 20 * 1024 * 1024,
  inlinedEachBytes: 5 * 1024 * 1024,
  inlinedFiles: 400,
  fetchedAtOnce: 6,
  /** What these are in the file, in base64 and as often as they are written. */
  writtenCharacters: 28 * 1024 * 1024,
  /** For all of them together. */
  inliningMs: 15_000,
  fetchMs: 20_000,
} as const;
