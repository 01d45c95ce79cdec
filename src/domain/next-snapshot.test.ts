import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fragment, sourceSnapshot } from '../contract/source-snapshot.ts';
import { nextSnapshot } from './next-snapshot.ts';

const app = { name: 'Editor', executable: '/usr/bin/editor', pid: 7, windowTitle: 'a' };
const text: Fragment = {
  id: '2',
  kind: 'text',
  text: 'x = 1',
  bytes: 5,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-03-01T09:05:07.042+01:00',
  source: { type: 'local', name: 'Editor', path: '/usr/bin/editor', app },
  detection: { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.9 },
  embeddedFilename: 'a.py',
  state: 'kept',
  reason: null,
  savedPath: null,
  sha256: 'ab',
};
const image: Fragment = { ...text, id: '1', kind: 'image', detection: null, embeddedFilename: null, mediaTypes: ['image/png'] };
const content = { fragments: [image, text], origin: 'clipboard', changedAt: text.capturedAt, changedAtMs: 5, absence: null };

test('the text of a copy determines its type and name, if it has one', () => {
  const snapshot = sourceSnapshot.parse(nextSnapshot(content));
  assert.equal(snapshot.lblSourceName, 'Editor');
  assert.equal(snapshot.embeddedFilename, 'a.py');
  assert.equal(snapshot.detection?.typeId, 'python');
  assert.deepEqual(snapshot.sourceData.mediaTypes, ['image/png', 'text/plain']);
  assert.equal(nextSnapshot({ ...content, fragments: [image] }).embeddedFilename, null);
});

test('a snapshot of an empty clipboard has all fields', () => {
  const snapshot = sourceSnapshot.parse(
    nextSnapshot({ fragments: [], origin: 'clipboard', changedAt: null, changedAtMs: 0, absence: null }),
  );
  assert.deepEqual(snapshot.sourceData, {});
  assert.equal(snapshot.sourceType, 'other');
  assert.equal(snapshot.capturedAt, null);
});

test('the id changes if and only if a fragment is added, deleted or changed', () => {
  const ids = [
    content,
    { ...content, changedAtMs: 6 },
    { ...content, fragments: [text] },
    { ...content, fragments: [] },
    { ...content, fragments: [], absence: 'concealed' as const },
    { ...content, fragments: [image, { ...text, state: 'saved' as const }] },
    { ...content, fragments: [image, { ...text, state: 'failed' as const, reason: 'disk_full' }] },
    { ...content, fragments: [image, { ...text, state: 'failed' as const, reason: 'no_permission' }] },
  ].map((one) => nextSnapshot(one).snapshotId);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(nextSnapshot({ ...content }).snapshotId, ids[0]);
});
