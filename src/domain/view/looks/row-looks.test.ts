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

test('a row has the time of its copy, if that is one', () => {
  assert.equal(rowLooks(base).copiedAtMs, Date.parse('2026-03-12T13:58:07.042Z'));
  assert.equal(rowLooks({ ...base, capturedAt: 'never' }).copiedAtMs, null);
});
