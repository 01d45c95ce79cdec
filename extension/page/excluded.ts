/** Hosts from which nothing may be read: by the background, and by the script in a page. Pure. */
import { isExcludedHost } from '../../src/contract/web-listener/web-address.ts';

/** The rules of the options, and those of Hub. */
export interface ExcludedHosts {
  readonly own: readonly string[];
  readonly hubs: readonly string[];
}

export type WhyExcluded = 'excluded-host' | 'excluded-by-hub';

/** Why nothing may be read from this address, of whatever length; null: something may be. */
export function whyExcluded(address: string, { own, hubs }: ExcludedHosts): WhyExcluded | null {
  const host = hostOf(address);
  if (isExcludedHost(host, own)) return 'excluded-host';
  return isExcludedHost(host, hubs) ? 'excluded-by-hub' : null;
}

/** A `blob:` has that of the page that made it. */
function hostOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, origin } = new URL(address);
  return hostname === '' && URL.canParse(origin) ? new URL(origin).hostname : hostname;
}
