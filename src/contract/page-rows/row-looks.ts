import type { ContentKind } from '../fragment-words.ts';
import type { ExtractedView } from './extracted-view.ts';
import type { FoundInText } from './found-in-text.ts';

/** How a row of a list looks in the window: a part of `FragmentRow`, all of it computed. */
export interface RowLooks {
  /** Unix time of the copy; null if it is not known. Its heading is `Now` or `Last hour` for a while, as long as the page counts it. */
  readonly copiedAtMs: number | null;
  /** What it is for people; missing while it is not judged. */
  readonly contentKind?: ContentKind;
  /** `lines`: monospace, for code, data, logs, listings and what terminals show. */
  readonly look: 'prose' | 'lines';
  /** The label of its type, for code and data; empty for anything else. */
  readonly language: string;
  /** The colours that a text consists of, as CSS that can be nothing else. */
  readonly swatches: readonly string[];
  /** The installed program that it comes from: its own name, and the path of its icon under the page's own address. */
  readonly program: { readonly name: string; readonly iconUrl: string | null } | null;
  /** Of a link, the host that it leads to, as the browser will take it: without a user's name, in ASCII. Empty for anything else. */
  readonly host: string;
  /** What the page called the link that was copied from it; empty if that is not known. */
  readonly linkTitle: string;
  /** The beginning of a table; null for anything else, and in lists. */
  readonly table: TableCells | null;
  /** The copy that it is the text of, or its own text. */
  readonly link: FragmentLink | null;
  /** What was read, or can be, in a picture or in copied files; none in lists. */
  readonly extracted: readonly ExtractedView[];
  /** What is found in its text; nothing in lists, of a secret, and of what is private. */
  readonly found: FoundInText;
}

/** To another copy of the history; `text` says what this one is, and is empty if it says nothing; `opens`: what the link shows. */
export interface FragmentLink {
  readonly id: string;
  readonly text: string;
  readonly opens: string;
}

/** Every row has as many cells as the head. */
export interface TableCells {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Nothing was left out. */
  readonly isWhole: boolean;
}
