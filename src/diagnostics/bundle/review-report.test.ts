import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escaped, reviewReport } from './review-report.ts';

test('the report runs and loads nothing, and whatever is in a file is text', () => {
  const hostile = '</pre><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u001b[31m&"\'';
  const bytes = Buffer.from(hostile);
  const file = { name: 'a.log', part: 'logs', bytes: bytes.length, sha256: 'ab', removed: { 'user-name': 3 } };
  const page = reviewReport({
    manifest: {
      bundle: 1,
      preset: 'full',
      createdAt: '2026-03-01T09:05:07.000Z',
      version: '1',
      files: [file],
      leftOut: [],
      removed: { 'user-name': 3 },
    },
    parts: [{ id: 'logs', presets: ['full'], title: () => 'Logs', why: () => 'Because', make: async () => [] }],
    texts: new Map([['a.log', bytes]]),
    language: 'en',
  });
  assert.match(
    page,
    /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'"/,
  );
  const elements = new Set(Array.from(page.matchAll(/<\/?([a-z0-9]+)/g), ([, name]) => name));
  for (const active of ['script', 'img', 'link', 'iframe', 'object', 'form', 'a', 'base', 'svg']) assert.ok(!elements.has(active), active);
  for (const control of ['\u202e', '\u001b']) assert.ok(!page.includes(control));
  assert.match(page, /&lt;\/pre&gt;&lt;script&gt;/);
  assert.match(page, /your user name: 3/);
  assert.equal(escaped('a\tb\n'), 'a\tb\n');
});
