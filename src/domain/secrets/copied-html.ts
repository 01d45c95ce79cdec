/** HTML as it is searched for secrets. */

/** Attributes whose values a page has for itself: where it loads pictures from, and what its scripts keep. */
const ofThePage = /[\s"'/](?:src|srcset|poster|background|style|data-[\w-]{1,60})\s{0,8}=\s{0,8}$/i;
/** What is examined before a value for its name. */
const longestName = 80;

/**
 * The HTML without the values that a page has for itself. A picture's address often has a token of its own (`?jwt=…` in a mail or an issue), which nobody
 * copied; the addresses of links stay. One pass, whatever the HTML is.
 */
export function searchedHtml(html: string): string {
  const parts: string[] = [];
  let kept = 0;
  const next = /[>"']/g;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', next.lastIndex)) {
    next.lastIndex = tag + 1;
    if (!/[a-z]/i.test(html.charAt(tag + 1))) continue;
    for (let found = next.exec(html); found?.[0] !== '>'; found = next.exec(html)) {
      const end = found === null ? -1 : html.indexOf(found[0], next.lastIndex);
      if (end < 0) return parts.concat(html.slice(kept)).join('');
      if (ofThePage.test(html.slice(Math.max(tag, next.lastIndex - longestName), next.lastIndex - 1))) {
        parts.push(html.slice(kept, next.lastIndex));
        kept = end;
      }
      next.lastIndex = end + 1;
    }
  }
  return parts.concat(html.slice(kept)).join('');
}
