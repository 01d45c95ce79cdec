import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal } from '../../../test/doubles/temporary-journal.ts';
import { recordNote } from '../../journal/captures/copy-notes.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readDismissed, readMissed } from '../../journal/captures/missed-copies.ts';
import { missed } from './missed.ts';
import { figuresOf } from './status.ts';

test('missed copies are listed with time, program and reason, without control characters of a program, and with those of which nothing is known', (t) => {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed } = rememberingSurface({ ...places });
  assert.equal(missed(surface, {}), 0);
  assert.deepEqual(printed.splice(0), ['No copy was missed.']);
  const atMs = new Date(2026, 2, 1, 9, 5, 7).getTime();
  recordNote(journal, {
    counts: { missed: 3 },
    present: null,
    missed: [
      { atMs, program: null, because: 'too-large' },
      { atMs, program: 'x\u001b[2Jterm', because: 'owner-silent' },
    ],
  });
  missed(surface, {});
  assert.deepEqual(printed.splice(0).slice(1), [
    '2026-03-01 09:05:07  x [2Jterm  the program did not answer in time',
    '2026-03-01 09:05:07  -          it was too large',
    'One more was missed, of which nothing is known any more.',
  ]);
  recordNote(journal, { counts: { gone: 2 }, present: null, missed: [{ atMs: atMs + 1_000, program: 'script', because: 'replaced' }] });
  missed(surface, {});
  const lines = printed.splice(0);
  assert.deepEqual(
    [lines[1], ...lines.slice(-2)],
    [
      '2026-03-01 09:05:08  script     it was replaced immediately by the next copy',
      'One more was missed, of which nothing is known any more.',
      'One more was gone before it could be read, of which nothing is known.',
    ],
  );
  missed(surface, { json: true });
  const told = JSON.parse(printed.join(''));
  assert.deepEqual(
    [told.missed, told.gone, told.dismissed, told.items.length, told.items[2].program, told.items[2].because],
    [3, 2, 0, 3, null, 'too-large'],
  );
  missed(surface, { dismiss: true });
  recordNote(journal, { counts: { missed: 1 }, present: null });
  assert.deepEqual([readDismissed(journal), readMissed(journal).length], [3, 3], 'a new one is told again, and the others stay known');
  const figures = figuresOf({ ...readCounters(journal), dismissed: readDismissed(journal) });
  assert.match(figures, / 4 missed \(3 seen\), 2 that disappeared /, 'a count of all does not become less');
});

test('where copies were only gone, nothing says that none was missed', (t) => {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed } = rememberingSurface({ ...places });
  recordNote(journal, { counts: { gone: 1 }, present: null });
  assert.equal(missed(surface, {}), 0);
  assert.deepEqual(printed, ['One more was gone before it could be read, of which nothing is known.']);
});
