/** Where what is read comes from. */

/**
 * The address of this document; of one without an address of the web, that of the document that made it, or of the one around it. Empty: it has none. The
 * background puts this function into frames by its text, so it uses nothing from outside.
 */
export function placeOfDocument(): string {
  // Firefox does not know `ancestorOrigins`.
  const around: Iterable<string> = (location as Partial<Location>).ancestorOrigins ?? [];
  return [location.href, origin, ...around].find((place) => /^https?:/i.test(place)) ?? '';
}

/** Whether two addresses are of one page: whatever part of it they lead to, and whoever is named to its site. */
export function isSamePage(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && bare(one) === bare(other);
}

function bare(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}
