/** What an extension says of a page, made harmless: the title and the address are the page's own, and end in lists, file names and searches. */

const longestAddress = 8_192;
/** Controls, line ends, and characters that nobody sees or that turn the text around them (Unicode UAX #9). */
const UNSEEN = /[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Noncharacter_Code_Point}\p{Surrogate}]+/gu;

/** A title or name in one line, without what can't be seen, of at most `most` UTF-16 units. */
export function plainTitle(title: string, most: number): string {
  const plain = title.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return plain.length <= most
    ? plain
    : plain
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/u, '')
        .trimEnd();
}

/** The address of a page, without user and password; null for anything but `http:` and `https:`. */
export function plainAddress(address: string): URL | null {
  if (address.length > longestAddress || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href.length <= longestAddress ? url : null;
}

/** Whether one of these hosts is meant: `example.org` is also `www.example.org`, and `*.example.org` is the same. */
export function isExcludedHost(host: string, excluded: readonly string[]): boolean {
  const name = plainHost(host);
  return excluded.map(plainHost).some((entry) => entry !== '' && (name === entry || name.endsWith(`.${entry}`)));
}

/** As the addresses of browsers have it: in small letters, in ASCII, and without the dot at its end. */
function plainHost(host: string): string {
  const written = host.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '');
  return URL.canParse(`http://${written}/`) ? new URL(`http://${written}/`).hostname : written;
}
