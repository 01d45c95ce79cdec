/** Opens the list of search results in a state with a query, as if the search had the focus: only one of many frames can really have it. */

const name = 'open-search.js';

const script = `
const open = () => {
  const box = document.querySelector('search input');
  if (!box?.value) return;
  watching.disconnect();
  box.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
};
const watching = new MutationObserver(open);
watching.observe(document, { subtree: true, childList: true, attributes: true });
`;

/** The document, with the script. */
export function withOpenSearch(html: string): string {
  return html.replace('</head>', `<script src="./${name}"></script></head>`);
}

/** The script's answer to a request for it; null for any other path. */
export function openSearchScript(path: string): string | null {
  return path === name ? script : null;
}
