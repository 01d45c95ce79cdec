import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { rowLooks } from './row-looks.ts';

const base: Fragment = {
  id: '2',
  kind: 'text',
  text: 'A sentence of a letter.\nAnd another one.',
  bytes: 5,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-03-12T13:58:07.042Z',
  source: { type: 'local', name: 'Mail', path: '', app: { name: 'Mail', executable: null, pid: 7, windowTitle: null } },
  detection: null,
  embeddedFilename: null,
  state: 'kept',
  reason: 'untyped',
  savedPath: null,
  sha256: 'ab',
  contentKind: 'prose',
};
const lookOf = (change: Partial<Fragment>): string => rowLooks({ ...base, ...change }).look;
const from = (name: string): Partial<Fragment> => ({ source: { ...base.source, app: { ...base.source.app, name } } });

test('code, data, logs, listings and what terminals show keep their lines', () => {
  assert.equal(lookOf({}), 'prose');
  assert.equal(lookOf({ contentKind: 'code' }), 'lines');
  assert.equal(lookOf({ contentKind: 'data' }), 'lines');
  assert.equal(lookOf({ text: 'total 8\n-rw-r--r--  1 maria  maria   5 a\ndrwxr-xr-x  2 maria  maria  64 b' }), 'lines');
  assert.equal(lookOf(from('xterm')), 'lines');
  assert.equal(lookOf(from('/usr/bin/gnome-terminal')), 'lines');
  assert.equal(lookOf({ ...from('xterm'), text: 'one line' }), 'prose');
  assert.equal(lookOf({ kind: 'files', ...from('xterm') }), 'prose');
});

test('a text has the language of its code, and prose in Markdown is Markdown', () => {
  const typed = (typeId: string): Partial<Fragment> => ({
    detection: { group: 'text', extension: '', typeId, mediaType: 'text/plain', confidence: 0.9 },
  });
  const languageOf = (change: Partial<Fragment>): string => rowLooks({ ...base, ...change }).language;
  assert.equal(languageOf({ ...typed('python'), contentKind: 'code' }), 'python');
  assert.equal(languageOf(typed('markdown')), 'markdown');
  assert.equal(languageOf(typed('python')), '', 'a guess about a letter');
  assert.equal(languageOf({ ...typed('markdown'), kind: 'files' }), '');
});

test('a row has the time of its copy, if that is one', () => {
  assert.equal(rowLooks(base).copiedAtMs, Date.parse('2026-03-12T13:58:07.042Z'));
  assert.equal(rowLooks({ ...base, capturedAt: 'never' }).copiedAtMs, null);
});

test('colours are swatches, and nothing else of CSS is', () => {
  const swatches = (text: string, contentKind: Fragment['contentKind'] = 'color') => rowLooks({ ...base, text, contentKind }).swatches;
  assert.deepEqual(swatches('#0F6CBD;'), ['#0F6CBD']);
  assert.deepEqual(swatches('#fff\nrgb(1 2 3 / 50%)\nhsl(10, 20%, 30%)'), ['#fff', 'rgb(1 2 3 / 50%)', 'hsl(10, 20%, 30%)']);
  for (const text of ['url(x)', 'red', 'rgb(1);a:url(x)', 'rgb(url(x))', '#ff'.repeat(2_000)]) assert.deepEqual(swatches(text), [], text);
  assert.deepEqual(swatches('#0f6cbd', 'prose'), []);
});

test('a link has the host that it leads to', () => {
  const host = (text: string) => rowLooks({ ...base, text, contentKind: 'link' }).host;
  assert.equal(host('https://docs.example.org/a?b=https://other.example'), 'docs.example.org');
  assert.equal(host('https://bank.example:pw@elsewhere.example:8080/bank.example'), 'elsewhere.example:8080');
  assert.equal(host('www.example.org/a'), 'www.example.org');
  assert.equal(host('https://пример.example'), 'xn--e1afmkfd.example');
  assert.equal(host('https://a.example\nhttps://b.example'), '');
  assert.equal(host('https://['), '');
});

test('a link has its title on one line, and what would hide something is shown', () => {
  const link = { ...base, text: 'https://tides.example/', contentKind: 'link', linkTitle: 'Tides\n of \u202eBrest' } as const;
  assert.equal(rowLooks(link).linkTitle, 'Tides of \ufffdBrest');
  assert.equal(rowLooks({ ...link, secret: 'other' }).linkTitle, '');
});

test('nothing of a secret is looked at', () => {
  assert.deepEqual(rowLooks({ ...base, text: '#0f6cbd', contentKind: 'color', secret: 'private_key' }).swatches, []);
});
