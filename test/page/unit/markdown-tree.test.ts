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
  assert.deepEqual(markdownTree('<b>x</b>'), [{ name: 'p', note: '', children: ['<b>x</b>'] }]);
  const [paragraph] = markdownTree('[a](https://me@docs.example.org/x) ![house](https://elsewhere.example/a.png)');
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

test('each text twice as long is read in the same bounds, and not in many times the time', () => {
  for (const piece of pieces) {
    let beforeMs = 0;
    for (let length = 4_096; length <= 16_384; length *= 2) {
      const startMs = performance.now();
      const { nodes, depth } = size(markdownTree(piece.repeat(length / piece.length)));
      const ms = performance.now() - startMs;
      assert.ok(nodes <= 6_001, piece);
      assert.ok(depth <= 90, `${piece} ${depth}`);
      assert.ok(ms <= beforeMs * 10 + 1_000, `${piece} ${length}: ${ms} ms`);
      beforeMs = ms;
    }
  }
});
