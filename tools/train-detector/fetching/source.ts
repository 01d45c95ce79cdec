/** An entry of the tables in `sources/`; `sources.ts` joins the tables. */
import type { Registry } from '../corpus/corpus-file.ts';

export interface Source {
  readonly registry: Registry;
  readonly package: string;
  /** For npm only. */
  readonly version?: string;
  /** Files whose path in the package matches this have the label, whatever their names. */
  readonly include?: RegExp;
}

export type SourceTable = Readonly<Record<string, readonly Source[]>>;
