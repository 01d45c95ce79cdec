/**
 * Templates for the ways in which people, tools and assistants name a file at the start of a text.
 *
 * In a template, `{path}` and `{base}` are a file's path and base name, `{stem}` is the base name without its extension, `{line}` starts a line comment,
 * `{open}` and `{close}` enclose a block comment, `{body}` is the beginning of the file, `{lang}` its language, and `{says}` a short description.
 * A template with `{line}` or `{open}` is filled in only for languages that have such comments.
 */

export interface Form {
  readonly id: string;
  readonly templates: readonly string[];
  /** The expected name, as a template, if it is not `{base}`. */
  readonly expected?: string;
  /** The only language to fill the form in for, if it is specific to one. */
  readonly languages?: readonly string[];
}
