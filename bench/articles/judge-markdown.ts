/** How much of what was expected is in a Markdown text, how much else is, and which blocks of code are as they were. Pure. */

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** What was marked by hand in a page. */
export interface Expectation {
  readonly text: string;
  readonly code: readonly CodeBlock[];
}

export interface Judged {
  /** Words. */
  readonly expected: number;
  readonly kept: number;
  readonly written: number;
}

/** Words are compared as a bag: an order that a converter changes is not judged. */
export function judgeWords(expectedText: string, markdown: string): Judged {
  const expected = wordsOf(expectedText);
  const written = wordsOf(plainText(markdown));
  const left = new Map<string, number>();
  for (const word of written) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    kept += 1;
  }
  return { expected: expected.length, kept, written: written.length };
}

/** How many of these blocks are in the Markdown, letter by letter and with their language. */
export function rightBlocks(expected: readonly CodeBlock[], markdown: string): number {
  const found = blocksIn(markdown);
  return expected.filter(({ language, text }) =>
    found.some((block) => block.language === language && block.text.trimEnd() === text.trimEnd()),
  ).length;
}

function blocksIn(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^(`{3,})([^\n`]*)\n([\s\S]*?)\n\1$/gm)].map(([, , language = '', text = '']) => ({
    language: language.trim(),
    text,
  }));
}

/** Without front matter, code, pictures, the addresses of links and what draws tables. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\]\([^)\s]*(?:\s"[^"]*")?\)/g, ']')
    .replace(/\\([\\`*_{}[\]()#+.!-])/g, '$1');
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}
