/** Whether there is more in a page than may be turned into Markdown: the user's tab stands still meanwhile, and what writes it goes into its depth by calls. */
import { pageLimits } from './tasks.ts';

/** These set each of their lines further in. */
const indenting = new Set(['blockquote', 'li', 'dd']);
/** Their text is not read. */
const unread = new Set(['script', 'style']);
/** What is written for an element itself, in characters and in lines. */
const ownCharacters = 16;
const ownLines = 4;

/**
 * Ends as soon as it is known. Text is written once for each element around it, and a line grows with each indent around it, so both weigh as much more as they
 * are deeper.
 */
export function isTooLarge(root: Document | Element): boolean {
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, shown);
  /** How many indents are around what is so deep. */
  const indents = [0];
  let depth = 0;
  let elements = 0;
  let weight = 0;
  if (walker.firstChild() === null) return false;
  for (;;) {
    const { currentNode: node } = walker;
    const around = indents[depth] ?? 0;
    if (node instanceof Text) weight += weightOf(node.data, depth, around);
    else {
      elements += 1;
      weight += ownCharacters * depth + ownLines * around ** 2;
    }
    if (depth >= pageLimits.depth || elements > pageLimits.elements || weight > pageLimits.weight) return true;
    const name = node.nodeName.toLowerCase();
    if (!unread.has(name) && walker.firstChild() !== null) {
      depth += 1;
      indents[depth] = around + (indenting.has(name) ? 1 : 0);
      continue;
    }
    // Back to the nearest one that has a next one beside it.
    while (walker.nextSibling() === null) {
      if (depth === 0) return false;
      depth -= 1;
      walker.parentNode();
    }
  }
}

function weightOf(text: string, depth: number, indents: number): number {
  let lines = 0;
  if (indents > 0) for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length * depth + lines * indents ** 2;
}
