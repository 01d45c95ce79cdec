/** What a Markdown text consists of: words and elements by their names, without any attribute. Raw HTML is words. Pure, and bounded in length, depth and nodes. */
import MarkdownIt from 'markdown-it';

/** Words, or an element. Of a link: the host that it leads to; of a picture: its description. */
export type MarkdownNode = string | { readonly name: string; readonly note: string; readonly children: readonly MarkdownNode[] };

interface Token {
  readonly type: string;
  readonly tag: string;
  readonly nesting: number;
  readonly content: string;
  readonly hidden: boolean;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

/** In UTF-16 units. */
const longestText = 16_384;
const mostNodes = 3_000;
const deepest = 40;

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: deepest });

interface Open {
  readonly name: string;
  readonly note: string;
  readonly children: MarkdownNode[];
}

/** The parts of the beginning of a text. */
export function markdownTree(text: string): readonly MarkdownNode[] {
  const root: Open = { name: '', note: '', children: [] };
  grow(root, parser.parse(text.slice(0, longestText), {}) as readonly Token[], { nodes: mostNodes });
  return root.children;
}

/** Adds the tokens of one level. Below the deepest level what is inside has its place there. */
function grow(root: Open, tokens: readonly Token[], budget: { nodes: number }): void {
  const open: Open[] = [root];
  for (const token of tokens) {
    const within = open.at(-1) ?? root;
    if (token.nesting < 0) {
      if (!token.hidden && open.length > 1) open.pop();
      continue;
    }
    if (budget.nodes <= 0) return;
    if (token.type === 'inline') grow(within, token.children ?? [], budget);
    else if (token.hidden) continue;
    else {
      budget.nodes -= 1;
      const node = nodeOf(token);
      within.children.push(node);
      if (token.nesting > 0 && typeof node !== 'string') open.push(open.length > deepest ? within : (node as Open));
    }
  }
}

function nodeOf(token: Token): MarkdownNode {
  const { type, tag, content } = token;
  if (type === 'text' || type === 'text_special' || type === 'html_inline' || type === 'html_block') return content;
  if (type === 'softbreak') return '\n';
  if (type === 'image') return { name: 'img', note: content.slice(0, 200), children: [] };
  if (type === 'fence' || type === 'code_block') return { name: 'pre', note: '', children: [content] };
  const note = tag === 'a' ? hostOf(token.attrGet('href') ?? '') : '';
  return { name: tag, note, children: content === '' ? [] : [content] };
}

function hostOf(address: string): string {
  const start = address.slice(0, 2_048);
  return /^https?:/i.test(start) && URL.canParse(start) ? new URL(start).host : '';
}
