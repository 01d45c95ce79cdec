import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowSnapshot } from '../view/window-snapshot.ts';
import { openableSource, sourceView } from './source-view.ts';

const context = {
  workspacePath: '/w',
  userHome: '/home/maria',
  minTextChars: 16,
  nowMs: Date.parse('2026-03-12T14:30:00Z'),
  timeZone: 'UTC',
};
const fragment = {
  id: '1',
  kind: 'text',
  text: 'heron',
  mediaTypes: ['text/plain', 'text/html'],
  state: 'saved',
  savedPath: '/w/code/a.py',
  capturedAt: '2026-03-12T14:05:00Z',
};

function snapshotOf(more: object, fragments: readonly object[] = [fragment]) {
  const snapshot = windowSnapshot({ lblSourceName: 'Code', lblPath: '', clipboardFragments: fragments, ...more }, '1');
  assert.ok(snapshot !== null);
  return snapshot;
}

test('a page is opened, copied files are shown in their folder, and the path of a program is neither', () => {
  const opened = (more: object, fragments?: readonly object[]) => openableSource(snapshotOf(more, fragments));
  assert.deepEqual(opened({ lblPath: 'https://example.org/a' }), { what: 'page', target: 'https://example.org/a' });
  const files = [{ id: '1', kind: 'files', files: ['/home/maria/a b.txt', '/x'] }];
  const program = { lblPath: '/usr/bin/thunar', appIdentity: { name: 'Thunar', executable: '/usr/bin/thunar' } };
  assert.deepEqual(opened(program, files), { what: 'folder', target: '/home/maria/a b.txt' });
  assert.equal(opened(program), null);
  assert.deepEqual(opened({ ...program, lblPath: '/home/maria/notes.md' }), { what: 'folder', target: '/home/maria/notes.md' });
  for (const lblPath of ['', 'relative/a', 'ftp://host/a', 'https://', 'javascript:alert(1)', '//host/share', '\\\\host\\share'])
    assert.equal(opened({ lblPath }), null, lblPath);
});

test('the source has the name of its program, the title of its window without that, the time, the file and the formats', () => {
  const appIdentity = { name: 'Code', executable: '/usr/bin/code', windowTitle: 'a.py - Visual Studio Code' };
  const programOf = () => ({ name: 'Visual Studio Code', iconUrl: '/program/code' });
  const seen = sourceView(snapshotOf({ appIdentity, capturedAt: '2026-03-12T14:05:00Z' }), { ...context, programOf });
  assert.deepEqual(seen, {
    program: 'Visual Studio Code',
    iconUrl: '/program/code',
    windowTitle: 'a.py',
    time: '14:05',
    file: 'code/a.py',
    formats: ['plain text', 'HTML'],
    opens: null,
  });
  const unknown = sourceView(snapshotOf({ appIdentity: { name: 5, executable: '/usr/bin/node' } }), context);
  assert.deepEqual([unknown?.program, unknown?.iconUrl, unknown?.windowTitle], ['node', null, '']);
  assert.equal(sourceView(snapshotOf({}, []), context), null);
});
