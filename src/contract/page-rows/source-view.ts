/** Where the content of the clipboard comes from, as the window's page shows it: see `src/contract/shell-page.ts`. Unknown texts are empty. */
export interface SourceView {
  /** The program's own name. */
  readonly program: string;
  /** The path of its icon under the page's own address, or null. */
  readonly iconUrl: string | null;
  /** Of its window, unless that says the same as the name of the source. */
  readonly windowTitle: string;
  /** When it was copied: `14:05`. */
  readonly time: string;
  /** The file that it was saved as: `code/walk_sizes.py`. */
  readonly file: string;
  /** What its program offered: `plain text`, `HTML`, `PNG picture`. */
  readonly formats: readonly string[];
  /** What opening the source opens; null if that is not known. */
  readonly opens: 'page' | 'folder' | null;
}
