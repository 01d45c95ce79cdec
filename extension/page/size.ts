/** Whether there is more in a page than may be turned into Markdown: the user's tab stands still meanwhile, and what writes it goes into its depth by calls. */
import { pageLimits } from './tasks.ts';

/** Ends as soon as it is known. */
export function isTooLarge(root: Document | Element): boolean {
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  let depth = 0;
  let elements = 0;
  let isDown = walker.firstChild() !== null;
  while (isDown || depth > 0) {
    if (isDown) {
      depth += 1;
      elements += 1;
      if (depth > pageLimits.depth || elements > pageLimits.elements) return true;
    }
    isDown = isDown && walker.firstChild() !== null;
    if (isDown) continue;
    // Back to the nearest one that has a next one beside it.
    while (depth > 0 && walker.nextSibling() === null) {
      depth -= 1;
      if (depth > 0) walker.parentNode();
    }
    if (depth === 0) return false;
    depth -= 1;
    isDown = true;
  }
  return false;
}
