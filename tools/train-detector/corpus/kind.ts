/** What the table of a label says of its files; `kinds.ts` puts the tables together. */
export interface Kind {
  readonly label: string;
  readonly beyond?: true;
  /** Endings without the dot, separated by spaces; they are compared in lower case. */
  readonly endings?: string;
  /** Of the base name, for files known by their whole name. */
  readonly names?: RegExp;
  /** Of the whole path, for files that are known by where they lie. */
  readonly places?: RegExp;
  /** Programs of a first line `#!`, which tell a file without an ending. */
  readonly interpreters?: RegExp;
  /** The text has it. */
  readonly looks?: RegExp | ((text: string) => boolean);
  /** The text does not have it. */
  readonly unlike?: RegExp;
  /** What is asked of a file beside: `code` has lines of code that a person wrote, `prose` sentences, `data` neither. */
  readonly form: 'code' | 'prose' | 'data';
}
