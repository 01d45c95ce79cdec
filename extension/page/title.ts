/** What a page is called: without the name of its site, which titles of documents have at an end. */

const shortestHeading = 4;

/**
 * The page's first heading, or the title that it gives to be shared, if the title of the document has it in it; otherwise what was `found` in another way, or the
 * whole title. Empty: it has none.
 */
export function titleOf(page: Document, found = ''): string {
  const whole = plain(page.title);
  const shared = page.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const heading = page.querySelector('h1')?.textContent?.replace(/[¶#]/g, ' ');
  const part = [heading, shared].map((text) => plain(text ?? '')).find((text) => text.length >= shortestHeading && whole.includes(text));
  return part ?? (plain(found) || whole);
}

/** What the page's site is called. */
export function siteOf(page: Document, url: string): string {
  const named = plain(page.querySelector('meta[property="og:site_name"]')?.getAttribute('content') ?? '');
  return named === '' ? new URL(url).hostname.replace(/^www\./, '') : named;
}

/** Without the characters that turn the words around them (Unicode UAX #9): they would turn the rest of a line too. */
export function withoutTurns(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

function plain(text: string): string {
  return withoutTurns(text).replace(/\s+/g, ' ').trim();
}
