/** What a part of a bundle is, and what it is made from. */
import type { Outcome } from '../../base/outcome.ts';
import type { PipeFailure } from '../../client/ask-pipes.ts';
import type { SupportPreset } from '../../contract/diagnostics/support-bundle.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import type { RedactionCounts } from '../../domain/redaction/rules.ts';
import type { SourceWords } from '../../domain/redaction/source-words.ts';
import type { Places } from '../../platform/locations.ts';
import type { FileDigest } from '../machine/program-files.ts';

/** A value that is written as JSON. Its texts and keys are looked through, and its numbers for words that the user named. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A file of a part, before anything in its texts is redacted. */
export type MadeFile =
  | { readonly name: string; readonly json: JsonValue }
  /** `counts`: what was left out of it already. */
  | { readonly name: string; readonly text: string; readonly counts: RedactionCounts };

export interface PartFacts {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly preset: SupportPreset;
  /** Of the Hub that runs, or why none answers. */
  readonly status: Outcome<HubStatus, PipeFailure>;
  /** The files of the program, read once for all parts. */
  readonly program: () => Promise<{ readonly words: SourceWords; readonly files: readonly FileDigest[] }>;
  readonly signal: AbortSignal;
}

/** One part, as a row of the table in `parts.ts`. */
export interface Part {
  readonly id: string;
  readonly presets: readonly SupportPreset[];
  /** What it is, for a user. */
  readonly title: () => string;
  /** What it is good for. */
  readonly why: () => string;
  /** Its files; none if there is nothing to tell. One that rejects, or takes too long, is left out, and the others stay. */
  readonly make: (facts: PartFacts) => Promise<readonly MadeFile[]>;
}
