import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatedText, hostileTexts } from './hostile-texts.ts';

test('there are many hostile texts, and each has a unique name', () => {
  assert.ok(hostileTexts.length >= 80);
  assert.equal(new Set(hostileTexts.map(({ name }) => name)).size, hostileTexts.length);
  assert.ok(hostileTexts.filter(({ text }) => text().length >= 2 ** 20).length >= 40);
});

test('a seed always generates the same text; the texts of many seeds have all lengths, and most are short', () => {
  const texts = Array.from({ length: 500 }, (_, seed) => generatedText(seed));
  assert.ok(texts.every((text, seed) => text === generatedText(seed)));
  const lengths = texts.map((text) => text.length).toSorted((one, other) => one - other);
  assert.equal(lengths[0], 0);
  assert.ok((lengths[250] ?? 0) < 1_000);
  assert.ok((lengths.at(-1) ?? 0) > 100_000 && (lengths.at(-1) ?? 0) <= 262_144);
});
