import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizedText } from './normalized-text.ts';

test('a letter is the same however it is composed', () => {
  assert.equal(normalizedText('cafe\u0301'), normalizedText('caf\u00e9'));
  assert.equal(normalizedText('plain text'), 'plain text');
});

test('a letter under a hundred thousand marks takes no longer than other text', () => {
  const marked = `a${'\u0316\u0301'.repeat(50_000)}`;
  const since = process.cpuUsage();
  assert.ok(normalizedText(marked).length >= marked.length);
  const { user, system } = process.cpuUsage(since);
  // As a single run of marks it would take about ten seconds.
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});
