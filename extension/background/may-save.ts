/** Which pages may be read. Pure. */

export type WhyNotRead = 'private-window' | 'excluded-host' | 'not-a-web-page';

/** The address of a page as Hub may know it: of http or https, and without user and password; null for any other. */
export function tellableAddress(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Why this page must not be read; null: it may be. */
export function whyNotRead(
  page: { readonly url: string | undefined; readonly isPrivate: boolean },
  excludedHosts: readonly string[],
): WhyNotRead | null {
  if (page.isPrivate) return 'private-window';
  const address = tellableAddress(page.url);
  if (address === null) return 'not-a-web-page';
  return isExcluded(new URL(address).hostname, excludedHosts) ? 'excluded-host' : null;
}

/** A host excludes itself and every host below it; `*` excludes all. */
export function isExcluded(host: string, excludedHosts: readonly string[]): boolean {
  const plain = withoutLastDot(host);
  return excludedHosts.some((excluded) => excluded === '*' || plain === excluded || plain.endsWith(`.${excluded}`));
}

/**
 * The hosts that a user has written, one a line: `bank.example`, `*.bank.example` or a whole address. What is no host is returned as it was written, and
 * keeps the settings from being stored.
 */
export function readHosts(text: string): { readonly hosts: readonly string[]; readonly wrong: readonly string[] } {
  const hosts = new Set<string>();
  const wrong: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const host = hostOf(line);
    if (host === null) wrong.push(line);
    else hosts.add(host);
  }
  return { hosts: [...hosts], wrong };
}

function hostOf(line: string): string | null {
  if (/\s/.test(line)) return null;
  const address = line.includes('://') ? line : `https://${line.replace(/^\*?\./, '')}`;
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return hostname === '' || hostname.includes('*') ? null : withoutLastDot(hostname);
}

function withoutLastDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
