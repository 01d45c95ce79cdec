/** The page that a copied link names: what is opened, and whose host the window shows. Texts come from strangers. */
import { unwrapped, withoutEnds } from './short-kinds.ts';

const longestAddress = 4_096;

/**
 * Null if it is no link, several links, or what no browser shows as a page: `magnet:`, `ssh:`, `javascript:` and the like start programs. Null too with
 * characters in it that are not seen: they may turn the text around (Unicode, UAX #9).
 */
export function pageAddressOf(text: string): URL | null {
  const link = text.length > longestAddress ? '' : unwrapped(withoutEnds(text));
  if (link === '' || /[\s\p{C}\p{Z}]/u.test(link)) return null;
  const address = /^https?:\/\/[^/]/i.test(link) ? link : `https://${link}`;
  if (address !== link && !/^[^/?#:@]{1,253}(?::\d{1,5})?(?:[/?#]|$)/.test(link)) return null;
  const page = URL.canParse(address) ? new URL(address) : null;
  return page?.protocol === 'https:' || page?.protocol === 'http:' ? page : null;
}

/** An address without the name and password that it may have before its host (RFC 3986, 3.2.1). */
export function withoutCredentials(address: string): string {
  const scheme = /^[a-z][a-z\d+.-]{0,20}:\/\//i.exec(address)?.[0] ?? '';
  const rest = address.slice(scheme.length);
  const host = rest.split(/[/?#]/, 1)[0] ?? '';
  return scheme === '' ? address : scheme + rest.slice(host.lastIndexOf('@') + 1);
}
