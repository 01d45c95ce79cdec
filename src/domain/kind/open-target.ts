/** What opening a copy means, by its kind: its page in the browser, a mail to its address, the file or folder of its path. Texts come from strangers. */
import type { Fragment } from '../../contract/source-snapshot.ts';
import { pageAddressOf } from './page-address.ts';
import { withoutEnds, withoutQuotes } from './short-kinds.ts';

/** `address`: of a page, or `mailto:` with addresses alone. `path`: absolute, which nobody has looked for. */
export interface OpenTarget {
  readonly what: 'link' | 'mail' | 'path';
  readonly target: string;
}

const longestTarget = 4_096;
const mostAddresses = 64;

/**
 * Null if it is no link, mail address or path, several links or paths, a path that depends on a folder, or a secret: programs that are opened get the
 * target as an argument, which others can read.
 */
export function openTargetOf(fragment: Pick<Fragment, 'contentKind' | 'text' | 'secret' | 'state'>, userHome: string): OpenTarget | null {
  const { contentKind, text = '', secret, state } = fragment;
  if (secret !== undefined || state === 'filtered' || text.length > longestTarget) return null;
  const whole = withoutEnds(text);
  if (contentKind === 'mail') return named('mail', mailTo(whole));
  if (/[\r\n\0]/.test(whole)) return null;
  if (contentKind === 'link') return named('link', pageAddressOf(whole)?.href ?? null);
  return contentKind === 'path' ? named('path', pathOf(withoutQuotes(whole), userHome)) : null;
}

function named(what: OpenTarget['what'], target: string | null): OpenTarget | null {
  return target === null ? null : { what, target };
}

/** Without subject, text and attachments, which a stranger may have put there. */
function mailTo(text: string): string | null {
  const [named = ''] = text.replace(/^mailto:/i, '').split('?', 1);
  const parts = named
    .split(/[,;\r\n]/, mostAddresses)
    .map((part) =>
      part
        .slice(part.lastIndexOf('<') + 1)
        .replace(/>\s*$/, '')
        .trim(),
    )
    .filter((part) => part.includes('@') && !/\s/.test(part));
  const addresses = parts.map((part) => {
    const at = part.lastIndexOf('@');
    return `${encodeURIComponent(part.slice(0, at).toWellFormed())}@${encodeURIComponent(part.slice(at + 1).toWellFormed())}`;
  });
  return addresses.length === 0 ? null : `mailto:${addresses.join(',')}`;
}

function pathOf(text: string, userHome: string): string | null {
  const path = /^file:/i.test(text) ? pathOfUrl(text) : text.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => userHome);
  if (path === null || path.includes('\0')) return null;
  const isAbsolute = path.startsWith('/') ? !path.startsWith('//') : /^[a-z]:[\\/]/i.test(path);
  // `/home/me/main.ts:10:5`
  return isAbsolute ? path.replace(/(?<=[^\d:\\/])(?::\d{1,7}){1,2}$/, '') : null;
}

/** Of this machine only (RFC 8089). */
function pathOfUrl(url: string): string | null {
  const path = /^file:\/\/(?:localhost)?(\/[^?#]*)/i.exec(url)?.[1];
  if (path === undefined) return null;
  try {
    const decoded = decodeURIComponent(path);
    return /^\/[a-z]:\//i.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    return null;
  }
}
