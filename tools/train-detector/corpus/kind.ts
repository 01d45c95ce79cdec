/** How to recognise the files of one label; `kinds.ts` joins the tables of all labels. */
export interface Kind {
  readonly label: string;
  readonly beyond?: true;
  /** Extensions without the dot, separated by spaces, compared in lower case. */
  readonly endings?: string;
  /** Matches the base name, for files known by their whole name. */
  readonly names?: RegExp;
  /** Matches the whole path, for files known by their folder. */
  readonly places?: RegExp;
  /** Programs in a `#!` line, which identify a file without an extension. */
  readonly interpreters?: RegExp;
  /** What the text must match. */
  readonly looks?: RegExp | ((text: string) => boolean);
  /** What the text must not match. */
  readonly unlike?: RegExp;
  /** What else a file must have: `code` needs lines of code that a person wrote, `prose` sentences, `data` neither. */
  readonly form: 'code' | 'prose' | 'data';
}
