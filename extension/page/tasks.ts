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
 * `not-found`: there is nothing at the address.
 */
export type PageTrouble = 'nothing-selected' | 'no-article' | 'too-large' | 'too-slow' | 'not-readable' | 'not-found';

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

export type Result = { readonly ok: true; readonly value: Found } | { readonly ok: false; readonly reason: PageTrouble };

/** Bounds on what a page can make the extension do. */
export const pageLimits = {
  /** Elements of a page that is turned into an article. */
  elements: 60_000,
  /** Pictures, styles and fonts of a page, saved as one file: together, in bytes, each, and how many. */
  inlinedBytes: 20 * 1024 * 1024,
  inlinedEachBytes: 5 * 1024 * 1024,
  inlinedFiles: 400,
  /** For all of them together. */
  inliningMs: 15_000,
  fetchMs: 20_000,
} as const;
