/** What the finders of `redactor.ts` find. */
import type { TextRule } from './rules.ts';

/** A place in a text that has to go: `end` is after it. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly rule: TextRule;
}

/** Names all places of its kind. One that throws ends the whole redaction. */
export type Finder = (text: string) => readonly Finding[];
