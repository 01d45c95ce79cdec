import type { Side } from './split-projects.ts';

/** What the corpus records of a file or a passage: one line of `corpus.jsonl`. The content itself is in `texts/`, named by its SHA-256. */
export interface CorpusFile {
  /** A label that Magika uses too, or one that `kinds/` marks with `beyond`. */
  readonly type: string;
  /** The upstream project: `github.com/owner/name` if it is known, otherwise its name in the registry. */
  readonly project: string;
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  /** SPDX names as the package states them, joined by ` | `; `unstated` if it states none. */
  readonly licence: string;
  /** Inside the unpacked package. For a passage: the path of its document, then `#L` and its first line. */
  readonly path: string;
  /** Of the content as UTF-8, the encoding in which it is kept. */
  readonly sha256: string;
  readonly bytes: number;
  /** True for a passage from a document, false for a whole file. */
  readonly passage: boolean;
  /** If an earlier corpus had the project: the side it had there, and keeps. */
  readonly side?: Side;
}

export type Registry = 'debian' | 'debian-source' | 'npm';
