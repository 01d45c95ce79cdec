import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarkdownNode, markdownTree } from '../../../src/processes/shell/page/markdown/markdown-tree.ts';

function size(nodes: readonly MarkdownNode[]): { readonly nodes: number; readonly depth: number } {
  let count = 0;
  let depth = 0;
  for (const node of nodes) {
    const below = typeof node === 'string' ? { nodes: 0, depth: 0 } : size(node.children);
    count += 1 + below.nodes;
    depth = Math.max(depth, 1 + below.depth);
  }
  return { nodes: count, depth };
}

test('raw HTML is words, a link has its host, a picture its description', () => {
  assert.deepEqual(markdownTree('<b>x</b>').parts, [{ name: 'p', note: '', children: ['<b>x</b>'] }]);
  const [paragraph] = markdownTree('[a](https://me@docs.example.org/x) ![house](https://elsewhere.example/a.png)').parts;
  assert.ok(typeof paragraph === 'object');
  assert.deepEqual(paragraph.children, [
    { name: 'a', note: 'docs.example.org', children: ['a'] },
    ' ',
    { name: 'img', note: 'house', children: [] },
  ]);
  assert.doesNotMatch(JSON.stringify(markdownTree('[a](javascript:run)')), /"name":"a"/);
});

const pieces = [
  '> ',
  '- ',
  '[',
  '![',
  '[a](',
  '**a ',
  '*a_',
  '`',
  '<a ',
  '|a',
  '|a|b|\n|-|-|\n',
  '  - a\n',
  'a\n\n',
  '~~',
  '&amp;',
  '\\',
  '[a]: x\n',
];

const length = 32_768;

/** Shapes that have cost other parsers more than linear time. */
const shapes: readonly string[] = [
  ...pieces.map((piece) => piece.repeat(length / piece.length)),
  `${'['.repeat(length / 2)}${'](a)'.repeat(length / 8)}`,
  `${'a**'.repeat(length / 6)}b${'**c'.repeat(length / 6)}`,
  `${'> '.repeat(60)}a\n`.repeat(200),
  `${'|a'.repeat(length / 8)}\n${'|-'.repeat(length / 8)}\n${'a\n'.repeat(length / 4)}`,
  `${'|a'.repeat(64)}\n${'|-'.repeat(64)}\n${'a\n'.repeat(length / 4)}`,
];

/** The time of the processor: a loaded machine does not lengthen it much. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

test('a long text of signs is read in bounds, and within the time that the page waits for', () => {
  for (const text of shapes) {
    const ms = cpuMs(() => {
      const { nodes, depth } = size(markdownTree(text).parts);
      assert.ok(nodes <= 6_001, text.slice(0, 20));
      assert.ok(depth <= 90, `${text.slice(0, 20)} ${depth}`);
    });
    assert.ok(ms < 1_500, `${text.slice(0, 20)}: ${ms} ms`);
  }
});

const wordsOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.children))).join('');

test('the words of deep levels are kept, and what is cut off is told', () => {
  for (const levels of [1, 45, 90]) {
    const { parts, isWhole } = markdownTree(`${'> '.repeat(levels)}deep`);
    assert.deepEqual([wordsOf(parts), isWhole], ['deep', true], `${levels}`);
  }
  for (const text of [`${'> '.repeat(200)}deep`, 'a\n\n'.repeat(4_000), 'a'.repeat(length + 1)])
    assert.equal(markdownTree(text).isWhole, false);
  assert.equal(markdownTree('a'.repeat(length)).isWhole, true);
});

test('a table of a few characters does not become thousands of cells: it is words', () => {
  const wide = `|${'a|'.repeat(64)}\n|${'-|'.repeat(64)}\n${'b\n'.repeat(200)}`;
  assert.doesNotMatch(JSON.stringify(markdownTree(wide).parts), /"table"/);
  assert.match(wordsOf(markdownTree(wide).parts), /a\|a.*b/s);
  assert.match(JSON.stringify(markdownTree(`|a|b|\n|-|-|\n${'|1|2|\n'.repeat(200)}`).parts), /"table"/);
});
