/** What Hub does not keep (§2.2): decided before any content is read, and again once the content's kind and paths are known. */

import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { normalizedText } from '../../contract/normalized-text.ts';
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { withoutEnd } from '../trim-end.ts';
import { isPrivateWindow } from './private-browsing.ts';

/** `owner-unknown`: there are rules, and it is unknown whether they match this copy. `filter-unknown`: the rules are unknown. */
export type OwnerVerdict = 'read' | 'excluded-app' | 'excluded-window' | 'owner-unknown' | 'filter-unknown';

/** True if a copy may only be read once its owner is known. */
export function asksForOwner(filter: ContentFilter | null): boolean {
  return filter !== null && [...filter.excluded_app_names, ...filter.blacklisted_window_keywords].some((entry) => entry !== '');
}

/** How much is known of who copied. */
export interface OwnerKnowledge {
  /** All requests were answered, so a missing title means that there is none. */
  readonly isComplete: boolean;
  /** The programs that it may be, if it is unknown which; otherwise empty. Everything else known of it is then a guess. */
  readonly mayBe: readonly string[];
  /** It was copied before Hub was watching: its window may have had another title then, and a rule may have excluded it already. */
  readonly isEarlier: boolean;
}

/** Whether a copy may be read, by its source. `filter` is null if it is not valid. If in doubt, a copy is not read. */
export function judgeOwner(app: AppIdentity, { isComplete, mayBe, isEarlier }: OwnerKnowledge, filter: ContentFilter | null): OwnerVerdict {
  if (filter === null) return 'filter-unknown';
  const names = [app.name, app.executable === null ? null : baseName(app.executable)].filter((name) => name !== null).map(appKey);
  const isExcluded = (keys: readonly string[]): boolean =>
    filter.excluded_app_names.some((excluded) => excluded !== '' && keys.some((key) => fits(key, appKey(excluded))));
  if (isExcluded(names)) return 'excluded-app';
  const title = app.windowTitle === null ? null : fold(app.windowTitle);
  const blacklisted = (keyword: string): boolean => keyword !== '' && title !== null && title.includes(fold(keyword));
  if (filter.blacklisted_window_keywords.some(blacklisted)) return 'excluded-window';
  if (isEarlier && filter.blacklisted_window_keywords.some((keyword) => keyword !== '')) return 'owner-unknown';
  if (isExcluded(mayBe.map(appKey))) return 'owner-unknown';
  const isNameless = [...names, ...mayBe].every((name) => name === '') && filter.excluded_app_names.some((excluded) => excluded !== '');
  return isNameless || (!isComplete && asksForOwner(filter)) ? 'owner-unknown' : 'read';
}

/** The same of a copy whose window is known by its own title: a private one conceals it. */
export function judgeCopy(app: AppIdentity, known: OwnerKnowledge, filter: ContentFilter | null): OwnerVerdict | 'concealed' {
  return isPrivateWindow(app) ? 'concealed' : judgeOwner(app, known, filter);
}

/** The facts about a fragment when it is judged: the paths of copied files, and the extensions that it would be saved under. */
export interface FragmentFacts {
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
  /** What `~` means at the start of an entry of `excluded_dirs`; without it such an entry matches nothing. */
  readonly userHome?: string;
}

/** Whether a fragment may be kept, by the folders and extensions in it. One excluded file in a list excludes the list. */
export function judgeFragment(facts: FragmentFacts, filter: ContentFilter): 'keep' | 'excluded_dir' | 'excluded_extension' {
  const folders = filter.excluded_dirs.map((entry) =>
    facts.userHome === undefined ? entry : entry.replace(/^~(?=$|[\\/])/, () => facts.userHome ?? ''),
  );
  if (isInExcludedFolder(facts.paths, folders)) return 'excluded_dir';
  const excluded = new Set(filter.excluded_extensions.map(fold));
  if (excluded.size === 0) return 'keep';
  const longest = [...excluded].reduce((most, extension) => Math.max(most, extension.length), 0);
  const isExcluded = (name: string): boolean => endingsOf(fold(name).slice(-longest - 1)).some((ending) => excluded.has(ending));
  return facts.extensions.some((extension) => excluded.has(fold(extension))) || facts.paths.some((path) => isExcluded(baseName(path)))
    ? 'excluded_extension'
    : 'keep';
}

/**
 * An entry is the name of a folder anywhere in the path or, with a separator, the path itself or a path above the file. Each path is scanned once,
 * however many entries there are.
 */
function isInExcludedFolder(paths: readonly string[], entries: readonly string[]): boolean {
  const folders = entries.map((entry) => slashed(fold(withoutEnd(entry, /[\\/]/)))).filter((folder) => folder !== '');
  const names = new Set(folders.filter((folder) => !folder.includes('/')));
  const places = new Set(folders.filter((folder) => folder.includes('/')));
  if (names.size > 0) {
    const found = new Set(paths.flatMap((path) => path.split(/[\\/]/).slice(0, -1)));
    for (const name of found) if (names.has(fold(name))) return true;
  }
  if (places.size === 0) return false;
  const longest = [...places].reduce((most, place) => Math.max(most, place.length), 0);
  return paths.some((path) => foldersOf(`${slashed(fold(path))}/`, longest).some((folder) => places.has(folder)));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** The part before each slash, up to the longest entry. */
function foldersOf(path: string, longest: number): readonly string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end >= 0 && end <= longest; end = path.indexOf('/', end + 1)) folders.push(path.slice(0, end));
  return folders;
}

/** What an entry of `excluded_extensions` may mean of a name, each with its dot: `.tar.gz` and `.gz` of `a.tar.gz`, `.env` of `.env`. */
export function extensionsOf(path: string): readonly string[] {
  return endingsOf(baseName(path).slice(-longestName));
}

/** No system takes a longer name. */
const longestName = 255;

/** What begins with a dot, up to the end; the longest first. Their sum grows with the square of the name: it is for a name that is cut. */
function endingsOf(name: string): readonly string[] {
  const endings: string[] = [];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) endings.push(name.slice(dot));
  return endings;
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Whether a name is the pattern. Each `*` in it stands for any characters, or for none. */
function fits(name: string, pattern: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined) return name === pattern;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length >= at + end.length && name.endsWith(end);
}

function appKey(name: string): string {
  return fold(name).replace(/\.EXE$/, '');
}

/**
 * Capital and small forms of a letter compare equal, however they are composed and whatever the language of the machine. Upper case comes last
 * because it does not depend on context (final sigma), and without its dot the Turkish İ is the same letter as I.
 */
function fold(text: string): string {
  return normalizedText(text).toLowerCase().toUpperCase().replaceAll('\u0307', '');
}
