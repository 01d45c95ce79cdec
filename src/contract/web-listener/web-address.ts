/** Addresses of pages, and the hosts that rules exclude: Hub and the browser extension read them by the same functions. Pure. */

const longestAddress = 8_192;

/** The address of a page, without user and password; null for anything but `http:` and `https:`. */
export function plainAddress(address: string): URL | null {
  if (address.length > longestAddress || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href.length <= longestAddress ? url : null;
}

/**
 * The host that a rule names, as the addresses of browsers have it: in small letters, in ASCII, without the dot at its end. A rule is written as
 * `example.org`, `*.example.org` or a whole address; `*` is every host. Null: it names none.
 */
export function hostOfRule(written: string): string | null {
  const rule = written.trim();
  if (rule === '*') return rule;
  if (rule === '' || /\s/.test(rule)) return null;
  const address = rule.includes('://') ? rule : `https://${rule.replace(/^\*?\./, '')}`;
  if (!URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/\.$/, '');
  return host === '' || host.includes('*') ? null : host;
}

/** The hosts that these rules name, each once. */
export function hostsOfRules(rules: readonly string[]): readonly string[] {
  return [...new Set(rules.flatMap((rule) => hostOfRule(rule) ?? []))];
}

/** Whether a rule excludes this host: `example.org` is also `www.example.org`. */
export function isExcludedHost(host: string, rules: readonly string[]): boolean {
  const name = hostOfRule(host);
  return hostsOfRules(rules).some((excluded) => excluded === '*' || name === excluded || name?.endsWith(`.${excluded}`) === true);
}
