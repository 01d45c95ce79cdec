/** Which pages may be read. Pure. */
import { hostOfRule, plainAddress } from '../../src/contract/web-listener/web-address.ts';
import { type ExcludedHosts, type WhyExcluded, whyExcluded } from '../page/excluded.ts';

export type WhyNotRead = 'private-window' | WhyExcluded | 'not-a-web-page';

/** The address of a page as Hub may know it: of http or https, and without user and password; null for any other. */
export function tellableAddress(address: string | undefined): string | null {
  return plainAddress(address ?? '')?.href ?? null;
}

/** Why this page must not be read; null: it may be. */
export function whyNotRead(
  page: { readonly url: string | undefined; readonly isPrivate: boolean },
  excluded: ExcludedHosts,
): WhyNotRead | null {
  if (page.isPrivate) return 'private-window';
  const address = plainAddress(page.url ?? '');
  if (address === null) return 'not-a-web-page';
  return whyExcluded(address.href, excluded);
}

/** The hosts that a user has written, one per line. What names none is returned as it was written, and keeps the settings from being stored. */
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
