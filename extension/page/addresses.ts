/** The addresses that a page names, as they may be written into a file: absolute, and without user and password. Pure. */

/** The address of a place on the web or of a mailbox; null: it leads elsewhere, or nowhere. */
export function leadingAddress(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (url.protocol === 'mailto:') return url.href;
  return isWeb(url) ? withoutUser(url) : null;
}

/** The address of something that can be fetched; null: it can't. */
export function fetchableAddress(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return isWeb(url) ? withoutUser(url) : null;
}

/** The address against which a document's own are resolved. Chromium removes user and password from `location.href`, and not from this one. */
export function baseOf(page: Document): string {
  return URL.canParse(page.baseURI) ? withoutUser(new URL(page.baseURI)) : page.baseURI;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function withoutUser(url: URL): string {
  url.username = '';
  url.password = '';
  return url.href;
}
