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
import { figuresOf, status } from './status.ts';

test('missed copies are listed with time, program and reason, without control characters of a program, and with those of which nothing is known', async (t) => {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed } = rememberingSurface({ ...places });
  assert.equal(await missed(surface, {}), 0);
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
  await missed(surface, {});
  assert.deepEqual(printed.splice(0).slice(1), [
    '2026-03-01 09:05:07  x [2Jterm  the program did not answer in time',
    '2026-03-01 09:05:07  -          it was too large',
    'One more was missed, of which nothing is known any more.',
  ]);
  recordNote(journal, { counts: { gone: 2 }, present: null, missed: [{ atMs: atMs + 1_000, program: 'script', because: 'replaced' }] });
  await missed(surface, {});
  const lines = printed.splice(0);
  assert.deepEqual(
    [lines[1], ...lines.slice(-2)],
    [
      '2026-03-01 09:05:08  script     it was replaced immediately by the next copy',
      'One more was missed, of which nothing is known any more.',
      'One more was gone before it could be read, of which nothing is known.',
    ],
  );
  await missed(surface, { json: true });
  const told = JSON.parse(printed.join(''));
  assert.deepEqual(
    [told.missed, told.gone, told.dismissed, told.items.length, told.items[2].program, told.items[2].because],
    [3, 2, 0, 3, null, 'too-large'],
  );
  await missed(surface, { dismiss: true });
  recordNote(journal, { counts: { missed: 1 }, present: null });
  assert.deepEqual([readDismissed(journal), readMissed(journal).length], [3, 3], 'a new one is told again, and the others stay known');
  const figures = figuresOf({ ...readCounters(journal), dismissed: readDismissed(journal) });
  assert.match(figures, / 4 missed \(3 seen\), 2 that disappeared /, 'a count of all does not become less');
});

test('where copies were only gone, nothing says that none was missed', async (t) => {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed } = rememberingSurface({ ...places });
  recordNote(journal, { counts: { gone: 1 }, present: null });
  assert.equal(await missed(surface, {}), 0);
  assert.deepEqual(printed, ['One more was gone before it could be read, of which nothing is known.']);
});

test('what the running Hub could not count yet is told, and counted by the status', async (t) => {
  const peers = startPeers(t);
  const { places } = peers;
  mkdirSync(path.dirname(places.journal), { recursive: true });
  testJournal(t, { file: places.journal, blobs: places.blobs });
  const reason = 'the journal cannot be written to now: the disk is full; small copies are held in memory; 3 missed meanwhile';
  const monitor = { id: 'clipboard', state: 'degraded', pid: 1, restarts: 0, reason, uptimeSeconds: 1 };
  const ports = { bridge: null, web: null };
  await peers.pipe('supervisor', { ok: true, home: places.home, workspace: '/ws', ports, components: [monitor] });
  const { surface, printed } = rememberingSurface({ ...places });
  await missed(surface, {});
  assert.deepEqual(printed.splice(0), [
    '3 more were missed, and are listed as soon as the journal can be written to; to see why it cannot: hub status',
  ]);
  await missed(surface, { json: true });
  assert.equal(JSON.parse(printed.splice(0).join('')).uncounted, 3);
  await status(surface, { json: true });
  assert.equal(JSON.parse(printed.join('')).copies.missed, 3);
});
