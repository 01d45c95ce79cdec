import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutSignless } from './narrower-types.ts';
import { sampleOf } from './text-sample.ts';

/** What remains of claims for these types, most likely first. */
function told(text: string, ...types: readonly string[]): readonly string[] {
  const sample = sampleOf(text);
  assert.ok(sample !== null);
  const claims = types.map((typeId, place) => ({ typeId, confidence: 0.9 - place / 10 }));
  const [first] = withoutSignless(sample, claims);
  assert.equal(first?.confidence, 0.9);
  return withoutSignless(sample, claims).map(({ typeId }) => typeId);
}

describe('a type that narrows a plainer one', () => {
  test('is kept if the text has a sign of its own', () => {
    assert.equal(told('const a = <Card size={1} />;', 'tsx', 'typescript')[0], 'tsx');
    assert.equal(told('return (\n  <div>\n    {name}\n', 'jsx', 'javascript')[0], 'jsx');
    assert.equal(told('<template>\n  <p>{{ a }}</p>\n', 'vue', 'html')[0], 'vue');
    assert.equal(told('{#if a}\nb\n{/if}', 'svelte', 'html')[0], 'svelte');
    assert.equal(told('$a: 1px;\n.b { margin: $a; }', 'scss', 'css')[0], 'scss');
    assert.equal(told('.a {\n  .b { margin: 0; }\n}', 'less', 'css')[0], 'less');
    assert.equal(told('__global__ void add(int *a) {}', 'cuda', 'cpp')[0], 'cuda');
    assert.equal(told('>>> 1 + 1\n2', 'pythonsession', 'python')[0], 'pythonsession');
  });

  test('otherwise becomes the most likely plainer type, or the first of them', () => {
    assert.deepEqual(told('const a: number = 1;\nif (a < b && b > c) run();', 'tsx', 'javascript', 'typescript'), [
      'javascript',
      'typescript',
      'tsx',
    ]);
    assert.equal(told('interface A<T> { b: T; }', 'tsx', 'go')[0], 'typescript');
    assert.equal(told('const count = ref(0);', 'vue', 'rust', 'typescript')[0], 'typescript');
    assert.equal(told('.a { margin: 0; }\n.b { color: red; }', 'scss', 'less')[0], 'css');
    assert.equal(told('template <typename T>\nT most(T a, T b) { return a > b ? a : b; }', 'cuda', 'c', 'cpp')[0], 'c');
    assert.equal(told('import os\nprint(1)', 'pythonsession')[0], 'python');
  });

  test('leaves all other claims unchanged', () => {
    assert.deepEqual(told('x', 'rust', 'tsx'), ['rust', 'tsx']);
  });
});
