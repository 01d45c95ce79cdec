/** What a Markdown text consists of: words and elements by their names, without any attribute. Raw HTML is words. Pure, and bounded in length, depth and nodes. */
import MarkdownIt from 'markdown-it';

/** Words, or an element. Of a link: the host that it leads to; of a picture: its description. */
export type MarkdownNode = string | { readonly name: string; readonly note: string; readonly children: readonly MarkdownNode[] };

interface Token {
  readonly type: string;
  readonly tag: string;
  readonly nesting: number;
  readonly level: number;
  readonly content: string;
  readonly hidden: boolean;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

/** A part of it is cut off if it is not whole. */
export interface MarkdownText {
  readonly parts: readonly MarkdownNode[];
  readonly isWhole: boolean;
}

/** In UTF-16 units. */
const longestText = 32_768;
const mostNodes = 3_000;
/** Deeper elements are drawn as their words. */
const deepest = 40;
/** The parser reads no words in deeper blocks. */
const deepestRead = 100;
/** The parser fills each row of a table up to the cells of its head: a few thousand characters make 65,536 cells. */
const mostCells = 8_192;

const options = { html: false, linkify: false, typographer: false, maxNesting: deepestRead };
const parser = new MarkdownIt(options);
/** Tables are words to it. */
const withoutTables = new MarkdownIt(options).disable('table');

interface Open {
  readonly name: string;
  readonly note: string;
  readonly children: MarkdownNode[];
}

/** The parts of the beginning of a text. */
export function markdownTree(text: string): MarkdownText {
  const root: Open = { name: '', note: '', children: [] };
  const start = text.slice(0, longestText);
  const tokens = (cellsIn(start) > mostCells ? withoutTables : parser).parse(start, {}) as readonly Token[];
  const budget = { nodes: mostNodes };
  grow(root, tokens, budget);
  const isTooDeep = tokens.some(({ level, nesting }) => nesting > 0 && level >= deepestRead - 1);
  return { parts: root.children, isWhole: start === text && budget.nodes > 0 && !isTooDeep };
}

/** How many cells its tables have at most, with those that the parser adds: of each block of lines, its lines by the cells of its widest line. */
function cellsIn(text: string): number {
  let all = 0;
  let lines = 0;
  let widest = 0;
  for (const line of [...text.split(/[\r\n]/), '']) {
    if (line.trim() !== '') {
      lines += 1;
      widest = Math.max(widest, line.split('|').length);
      continue;
    }
    if (widest > 1) all += lines * widest;
    lines = 0;
    widest = 0;
  }
  return all;
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
