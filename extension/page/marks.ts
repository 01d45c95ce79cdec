/** Attributes that say how an element is written. */
export const marks = {
  /** What stands before an item of a list. */
  sign: 'data-hub-sign',
  /** The line below the head of a table. */
  rule: 'data-hub-rule',
  /** Of a block of code. */
  language: 'data-hub-language',
  /** A footnote's label. */
  note: 'data-hub-note',
  /** All of it. */
  whole: 'data-hub-whole',
  /** What stands for the element, as it is. */
  written: 'data-hub-written',
} as const;
