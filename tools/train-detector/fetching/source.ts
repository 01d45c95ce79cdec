/** What the tables name; `sources.ts` puts them together. */
import type { Registry } from '../corpus/corpus-file.ts';

export interface Source {
  readonly registry: Registry;
  readonly package: string;
  /** npm only. */
  readonly version?: string;
  /** Files whose path in the package matches are of the label, whatever their names. */
  readonly include?: RegExp;
}

export type SourceTable = Readonly<Record<string, readonly Source[]>>;
