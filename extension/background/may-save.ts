/** Which pages may be read. Pure. */
import { hostOfRule, isExcludedHost, plainAddress } from '../../src/contract/web-listener/web-address.ts';

export type WhyNotRead = 'private-window' | 'excluded-host' | 'excluded-by-hub' | 'not-a-web-page';

/** From whose hosts nothing is read: the rules of the options, and those of Hub. */
export interface ExcludedHosts {
  readonly own: readonly string[];
  readonly hubs: readonly string[];
}

/** The address of a page as Hub may know it: of http or https, and without user and password; null for any other. */
export function tellableAddress(address: string | undefined): string | null {
  return plainAddress(address ?? '')?.href ?? null;
}

/** Why this page must not be read; null: it may be. */
export function whyNotRead(
  page: { readonly url: string | undefined; readonly isPrivate: boolean },
  { own, hubs }: ExcludedHosts,
): WhyNotRead | null {
  if (page.isPrivate) return 'private-window';
  const address = plainAddress(page.url ?? '');
  if (address === null) return 'not-a-web-page';
  if (isExcludedHost(address.hostname, own)) return 'excluded-host';
  return isExcludedHost(address.hostname, hubs) ? 'excluded-by-hub' : null;
}

/** The hosts that a user has written, one a line. What names none is returned as it was written, and keeps the settings from being stored. */
export function readHosts(text: string): { readonly hosts: readonly string[]; readonly wrong: readonly string[] } {
  const hosts = new Set<string>();
  const wrong: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const host = hostOfRule(line);
    // A name between whose dots nothing stands is a slip, and would exclude nobody.
    if (host === null || /^\.|\.\./.test(host)) wrong.push(line);
    else hosts.add(host);
  }
  return { hosts: [...hosts], wrong };
}
