import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/harness/any-text.ts';
import { visibleJson, visibleText } from './terminal-safe.ts';

const steering = '\u001b[2J \u007f \u0085 \u009b31m \u061c \u200e \u200f \u202e \u2066 \u2069 \u2028 \u2029 \ufeff \u200b \u{e0041}';

test('JSON has the same value as before, and nothing that controls a terminal', () => {
  const value = { text: steering, [steering]: [steering] };
  const json = visibleJson(value);
  assert.deepEqual(JSON.parse(json), value);
  assert.doesNotMatch(json, /[\p{Control}\p{Format}\u2028\u2029]/u);
  assert.match(visibleJson('\u009b\u202e'), /^"\\u009b\\u202e"$/);
  fc.assert(
    fc.property(anyText(), (text) => {
      const made = visibleJson({ text });
      assert.equal(JSON.parse(made).text, text);
      assert.doesNotMatch(made, /[\p{Control}\p{Format}]/u);
    }),
  );
});

test('a text keeps its lines and tabs, and shows control characters', () => {
  assert.equal(visibleText('a\n\tb\u001b[0m\u009b\u202ec\u2028'), 'a\n\tb\\x1b[0m\\x9b\\u202ec\\u2028');
  assert.equal(visibleText('\u001b'), '\\x1b');
  assert.equal(visibleText('é 剪贴 😀 👩\u200d🚀'), 'é 剪贴 😀 👩\u200d🚀');
});
