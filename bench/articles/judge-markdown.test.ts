import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeWords, rightBlocks } from './judge-markdown.ts';

test('words are counted as kept once for each time that they are expected', () => {
  assert.deepEqual(
    judgeWords('one two two 水门', '---\ntitle: "x"\n---\n\none **two** [three](https://x.example) ![four](y.png)\n\n```js\nfive\n```\n水'),
    {
      expected: 5,
      kept: 3,
      written: 4,
    },
  );
});

test('a block of code is right with its text and its language', () => {
  const expected = [
    { language: 'js', text: 'a\n\nb' },
    { language: 'py', text: 'c' },
  ];
  assert.equal(rightBlocks(expected, '```js\na\n\nb\n```\n\n```\nc\n```'), 1);
  assert.equal(rightBlocks(expected, '````js\na\n\nb\n````\n\n```py\nc\n```'), 2);
  assert.equal(rightBlocks(expected, 'a b c'), 0);
});
