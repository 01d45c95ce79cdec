import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { colouredSpans } from '../../../src/processes/shell/page/colours/coloured-spans.ts';

test('the parts of a coloured text are those of its tags, and as long as its signs', () => {
  const html =
    '<span class="hljs-keyword">if</span> a &lt; b <span class="hljs-title function_">f</span>(<span class="hljs-string">&quot;<span class="hljs-subst">x</span>&#x27;</span>)';
  assert.deepEqual(colouredSpans(html), [
    [2, 'keyword'],
    [7, null],
    [1, 'name'],
    [1, null],
    [3, 'string'],
    [1, null],
  ]);
  assert.deepEqual(colouredSpans(''), []);
});

test('any other text has an end too', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', '&lt;', '<span class="hljs-string">', '</span>') }), (html) => {
      const length = colouredSpans(html).reduce((sum, [count]) => sum + count, 0);
      assert.ok(length <= html.length);
    }),
  );
});
