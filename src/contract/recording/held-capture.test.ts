import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldCapture } from './held-capture.ts';

const app = { name: null, executable: null, pid: null, windowTitle: null };
const copy = {
  origin: 'clipboard',
  copiedAtMs: 1,
  source: { type: 'other', name: '', path: '', app },
  givenName: null,
  fragments: [],
};

test('a copy held by an earlier Hub is read as one of today', () => {
  const now = heldCapture.parse({ ...copy, isInitial: true });
  assert.deepEqual(heldCapture.parse({ ...copy, wasThere: true }), now);
  assert.equal(now.isInitial, true);
  assert.ok(!('isInitial' in heldCapture.parse(copy)));
});
