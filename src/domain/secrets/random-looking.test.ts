import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPasswordWord } from './random-looking.ts';

test('a generated password is one, with or without the end of its line', () => {
  for (const word of ['kT9#vQ2mX7pL', 'x4Q!mZ81rTq0', '7f3kQz9WmX2bVn4L', 'Zr8vT5wLx1\n', 'aV3$kk29LmQx81?z', 'h7Gd-92kX-qq1Z-88Lm'])
    assert.ok(isPasswordWord(word), word);
});

test('ordinary words, names, addresses, dates and sentences are none', () => {
  for (const text of [
    'harbour',
    'Wednesday',
    'getUserPassword',
    'correct horse battery staple',
    'https://example.org/a8Zr2vT5wLx1',
    '/home/me/kT9vQ2mX7pL',
    'maria@example.org',
    'report-2024-v2.pdf',
    'example.org',
    '2026-05-01',
    '1.2.3-beta.4',
    '+49 30 1234567',
    'short1!',
    'kT9#vQ2m X7pL',
    `${'kT9#vQ2mX7pL'.repeat(11)}`,
  ])
    assert.equal(isPasswordWord(text), false, text);
});
