import type { TextSpan } from '../extraction/structured-text.ts';

/** What can be put on the clipboard alone, in the order of the text. */
export interface FoundInText {
  readonly things: readonly FoundThing[];
  /** So many further ones are not among them. */
  readonly more: number;
}

export interface FoundThing {
  readonly kind: 'link' | 'address' | 'phone' | 'date' | 'amount' | 'code' | 'table';
  /** On one line, shortened; a block of code by its name or its first line, a table by its head. */
  readonly text: string;
  readonly span: TextSpan;
}
