/** Paths and addresses as the window shows them: `docs.python.org/3/library/os.html#os.walk`, `~/notes/a.md`. Their text comes from strangers. */

import { withoutEnd } from '../trim-end.ts';
import { oneLine } from './shown-text.ts';

const WEB = /^https?:\/\//i;
const longestShown = 1_000;

/** A web address without scheme, credentials and `www.`; a local file as its path; any other text as one line. */
export function shownAddress(address: string, userHome: string): string {
  const bounded = address.slice(0, longestShown * 4);
  if (WEB.test(bounded)) return oneLine(shownWebAddress(bounded), longestShown);
  const local = /^file:\/\/(?:localhost)?(?=\/)/i.exec(bounded)?.[0];
  return shownPath(local === undefined ? bounded : decoded(bounded.slice(local.length)), userHome);
}

function shownWebAddress(address: string): string {
  const bare = address
    .replace(WEB, '')
    .replace(/^[^/?#]*@/, '')
    .replace(/^www\.(?=[^/]*\.)/i, '');
  const end = bare.search(/[/?#]/);
  const host = end < 0 ? bare : bare.slice(0, end);
  const rest = bare.slice(host.length);
  return rest === '/' ? host : host + decoded(rest);
}

/** Percent signs decoded if that changes no meaning; unchanged if they are not UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** A path with `~` for the user's home, as one line. */
export function shownPath(path: string, userHome: string): string {
  const below = pathBelow(path, userHome);
  if (below === null) return oneLine(path, longestShown);
  const separator = userHome.includes('\\') ? '\\' : '/';
  return oneLine(below === '' ? '~' : `~${separator}${below}`, longestShown);
}

/** The part of `path` after `folder`; null if it is not inside. Paths of Windows compare without regard to case and separator. */
export function pathBelow(path: string, folder: string): string | null {
  const bare = withoutEnd(folder, /[\\/]/);
  if (bare === '') return null;
  const isWindows = /^[a-z]:|^\\\\/i.test(bare);
  const same = (text: string): string => (isWindows ? text.toLowerCase().replaceAll('/', '\\') : text);
  if (same(path.slice(0, bare.length)) !== same(bare)) return null;
  const rest = path.slice(bare.length);
  if (rest === '') return '';
  return rest.startsWith('/') || (isWindows && rest.startsWith('\\')) ? rest.slice(1) : null;
}

/** The last part of a path or an address, unchanged. On Unix a backslash is an ordinary character. */
export function lastPart(path: string): string {
  const parts = path.startsWith('/') || path.includes('://') ? path.split('/') : path.split(/[\\/]/);
  return parts.findLast((part) => part !== '') ?? path;
}
