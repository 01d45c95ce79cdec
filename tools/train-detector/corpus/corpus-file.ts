import type { Side } from './split.ts';

/** What the corpus records of a file or a passage: one line of `corpus.jsonl`. The content itself is in `texts/`, named by its SHA-256. */
export interface CorpusFile {
  /** A label of Magika's vocabulary, or one of those that `kinds/` marks as beyond it. */
  readonly type: string;
  /** The upstream project: `github.com/owner/name` where it is known, else the name that the registry has for it. */
  readonly project: string;
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  /** SPDX names as the package states them, joined by ` | `; `unstated` where it states none. */
  readonly licence: string;
  /** Inside the unpacked package. A passage has the path of the document that it was in, and `#L` with its first line. */
  readonly path: string;
  /** Of the content as UTF-8, which is how it is kept. */
  readonly sha256: string;
  readonly bytes: number;
  /** True for a passage out of a document, false for a whole file. */
  readonly passage: boolean;
  /** Of a project that an earlier corpus had: where it stays, whatever is added. */
  readonly side?: Side;
}

export type Registry = 'debian' | 'debian-source' | 'npm';
