/**
 * What the background asks of the script in a page (`extension/entrypoints/page.ts`), and what it gets. The script is put into a page only when the user
 * asks for a save, in a world of its own that the page's scripts can't reach.
 */
import type { ExcludedHosts, WhyExcluded } from './excluded.ts';

export type Task =
  | { readonly do: 'article' }
  | { readonly do: 'selection' }
  | { readonly do: 'page' }
  /** The bytes of a picture or of a link's target, as the page may read them. */
  | { readonly do: 'fetch'; readonly address: string };

/** What holds for a task. */
export interface Bounds {
  /** The place of the document that it is for (`placeOfDocument`). */
  readonly at: string;
  readonly excluded: ExcludedHosts;
}

/** What the script puts into its world. */
export type HubPage = (task: Task, bounds: Bounds) => Promise<Result>;

/**
 * `nothing-selected`; `no-article`: nothing to read was found; `too-large`; `too-slow`; `not-readable`: the site does not give it to its own page;
 * `not-found`: there is nothing at the address; `not-harmless`: the file of the page would run, load or open something by itself; `page-left`: the tab went elsewhere
 * meanwhile; `failed`: a fault of ours.
 */
export type PageTrouble =
  | 'nothing-selected'
  | 'no-article'
  | 'too-large'
  | 'too-slow'
  | 'not-readable'
  | 'not-found'
  | 'not-harmless'
  | 'page-left'
  | 'failed'
  | WhyExcluded;

/** What a whole page is without, by number, and the hosts (match patterns) that the user can allow, so that it is there. */
export interface Missing {
  readonly pictures: number;
  readonly styles: number;
  /** Fonts, and what else styles name. */
  readonly others: number;
  readonly origins: readonly string[];
}

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
      readonly missing?: Missing;
    };

/** What was read, or why it was not; with `failed` what the browser said. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: PageTrouble; readonly detail?: string };
export type Result = Read<Found>;

/** What the background answers to a request for a file that the page may not read itself. `content` is Base64. `host-needed`: the user has not allowed its host. */
export type PageFileAnswer =
  | { readonly ok: true; readonly mediaType: string; readonly content: string }
  | { readonly ok: false; readonly why: WhyNotFetched | 'host-needed' };
export type WhyNotFetched = 'not-readable' | 'not-found' | 'too-large' | 'too-slow' | WhyExcluded;

/** The match pattern of an address's host; null: it can't be allowed. */
export function hostPattern(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) ? `${protocol}//${hostname}/*` : null;
}

/** Bounds on what a page can make the extension do. */
export const pageLimits = {
  /** Elements of a page or a selection that is turned into Markdown, and how deep they may be in each other. Browsers' parsers make none deeper than 512. */
  elements: 60_000,
  depth: 600,
  /** Characters, each as often as it is written: once for each element around it, and more for each indent (`isTooLarge`). */
  weight: 150_000_000,
  /** Pictures, styles and fonts of a page, saved as one file: together, in bytes, each, and how many. */
  inlinedBytes: 20 * 1024 * 1024,
  inlinedEachBytes: 5 * 1024 * 1024,
  inlinedFiles: 400,
  /** Hosts that the user is asked for at once. */
  origins: 10,
  fetchedAtOnce: 6,
  /** What these are in the file, in base64 and as often as they are written. */
  writtenCharacters: 28 * 1024 * 1024,
  /** For all of them together. */
  inliningMs: 15_000,
  fetchMs: 20_000,
  /** For an article or a selection, and for a whole page with its files. The background gives up after more. */
  markdownMs: 10_000,
  pageMs: 20_000,
  /** For the markup of a page that is still arriving. */
  parsingMs: 5_000,
} as const;
