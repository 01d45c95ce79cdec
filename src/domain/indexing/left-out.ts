/** What the index leaves out: folders and extensions of the content filter, folders of version control, and folders that programs fill. */
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { judgeFragment } from '../capture/content-filter.ts';

/** Copies of what is elsewhere, thousands at a time. Other folders whose names begin with a dot are the user's, and are not left out. */
export const foldersLeftOut: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.bzr',
  '.jj',
  'CVS',
  'node_modules',
  'bower_components',
  '__pycache__',
  '.venv',
  '.tox',
  '.mypy_cache',
  '.pytest_cache',
  '.cache',
  '.gradle',
  '.Trash',
  '$RECYCLE.BIN',
  'System Volume Information',
]);
/** … and `.Trash-1000` of each user. */
const trash = /^\.Trash-\d+$/;

/** File names end in one of few extensions: the answers are kept. */
const mostRemembered = 5_000;

/** Decides for names and paths of one WorkSpace. */
export class LeftOut {
  readonly #folders: ContentFilter;
  readonly #extensions: ContentFilter;
  readonly #hasFolders: boolean;
  readonly #known = new Map<string, boolean>();

  constructor(filter: ContentFilter) {
    this.#folders = { ...filter, excluded_extensions: [] };
    this.#extensions = { ...filter, excluded_dirs: [] };
    this.#hasFolders = filter.excluded_dirs.length > 0;
  }

  /** Whether a folder is left out, by its name and its path. */
  folder(name: string, path: string): boolean {
    if (foldersLeftOut.has(name) || trash.test(name)) return true;
    return this.#hasFolders && judgeFragment({ paths: [`${path}/x`], extensions: [] }, this.#folders) !== 'keep';
  }

  file(name: string): boolean {
    if (this.#extensions.excluded_extensions.length === 0) return false;
    const dot = name.indexOf('.');
    const ending = dot < 0 ? '' : name.slice(dot);
    const known = this.#known.get(ending);
    if (known !== undefined) return known;
    const isLeftOut = judgeFragment({ paths: [name], extensions: [] }, this.#extensions) !== 'keep';
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(ending, isLeftOut);
    return isLeftOut;
  }
}
