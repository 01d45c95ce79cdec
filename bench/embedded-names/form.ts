/**
 * How people, tools and assistants name a file at the start of what they pass on, as templates.
 *
 * In a template: `{path}` and `{base}` are a file's path and last part, `{stem}` is that without its ending, `{line}` begins a comment,
 * `{open}` and `{close}` are around one, `{body}` is the file's own beginning, `{lang}` its language, `{says}` a few words on it.
 * A template with `{line}`, `{open}` or the like is filled only from a language that has it.
 */

export interface Form {
  readonly id: string;
  readonly templates: readonly string[];
  /** The name that the opening says, as a template, where it is another one than `{base}`. */
  readonly expected?: string;
  /** Where a form is one language's own: only that is filled in. */
  readonly languages?: readonly string[];
}
