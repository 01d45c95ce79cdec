/** Where the links of a page lead: relative ones by its address, which whoever copied it knows, or the page says itself. Without one they lead nowhere. */

const longestAddress = 2_048;
const ofTheWeb = new Set(['http:', 'https:', 'ftp:']);

type Attributes = Readonly<Record<string, string>>;

export class PageLinks {
  #base: string | null;
  #isBaseSaid = false;

  /** @param address of the page; null if it is not known. */
  constructor(address: string | null) {
    this.#base = address !== null && URL.canParse(address) ? address : null;
  }

  /** The first `<base>` counts (HTML, §4.2.3); without an address and one of these, what the page calls its own. */
  hear(name: string, { href = '', rel = '' }: Attributes): void {
    if (name !== 'base' && name !== 'link') return;
    const address = this.#resolved(href);
    if (address === null) return;
    if (name === 'link' && rel.toLowerCase() === 'canonical') this.#base ??= address.href;
    if (name === 'base' && !this.#isBaseSaid) {
      this.#base = address.href;
      this.#isBaseSaid = true;
    }
  }

  /** Browsers write the address of a page that they save into its first comment. */
  hearComment(comment: string): void {
    const address = /^\s?saved from url=\(\d{4}\)(https?:\/\/\S{1,2048})/.exec(comment.slice(0, 2_100))?.[1];
    if (address !== undefined && URL.canParse(address)) this.#base ??= address;
  }

  /** Null for what is no link of the web and no mail address, for another place of the page, and for a relative link of a page whose address is not known. */
  target(href: string): { readonly kind: 'link' | 'address'; readonly value: string } | null {
    const to = href.trimStart().startsWith('#') ? null : this.#resolved(href);
    if (to === null) return null;
    if (to.protocol !== 'mailto:') return ofTheWeb.has(to.protocol) ? { kind: 'link', value: to.href } : null;
    const address = decoded(to.pathname);
    return address.includes('@') ? { kind: 'address', value: address } : null;
  }

  #resolved(href: string): URL | null {
    const base = this.#base ?? undefined;
    return href === '' || href.length > longestAddress || !URL.canParse(href, base) ? null : new URL(href, base);
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
