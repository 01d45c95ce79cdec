import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameInTrash, trashInfo } from './trash-info.ts';

test('the path is percent-encoded, so that no name breaks the note', () => {
  const info = trashInfo('/home/a b/50%\nDeletionDate=x/ü[=].txt', Date.UTC(2026, 0, 2));
  const [head, path, date, end, ...more] = info.split('\n');
  assert.equal(head, '[Trash Info]');
  assert.equal(path, 'Path=/home/a%20b/50%25%0ADeletionDate%3Dx/%C3%BC%5B%3D%5D.txt');
  assert.match(date ?? '', /^DeletionDate=2026-01-0[123]T\d\d:\d\d:\d\d$/);
  assert.deepEqual([end, more], ['', []]);
  assert.match(trashInfo('/\ud800', 0), /Path=\/%EF%BF%BD\n/);
});

test('a name keeps its extension, and fits with a mark and .trashinfo', () => {
  assert.equal(nameInTrash('a.json', ''), 'a.json');
  assert.equal(nameInTrash('a.json', '1f'), 'a.1f.json');
  assert.equal(nameInTrash('.profile', '1f'), '.profile.1f');
  for (const name of [`${'ü'.repeat(125)}.json`, 'x'.repeat(255), `a.${'y'.repeat(250)}`, `${'😀'.repeat(62)}.txt`]) {
    const short = nameInTrash(name, '0123456789abcdef');
    assert.ok(Buffer.byteLength(`${short}.trashinfo`) <= 255, short);
    assert.ok(!short.includes('\ufffd'));
  }
});
