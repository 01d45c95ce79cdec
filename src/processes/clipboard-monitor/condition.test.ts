import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureCondition } from '../../domain/capture-condition.ts';
import { roomOf } from '../../domain/room.ts';
import { conditionOf, type Standing } from './condition.ts';

const well: Standing = {
  isFilterKnown: true,
  lack: null,
  room: { kind: 'enough' },
  isJournalWritable: true,
  isJournalDamaged: false,
  isJournalAnother: false,
  isPaused: false,
  isOwnerUnknown: false,
};

test('what costs a copy is said before what does not, and a pause beside it', () => {
  assert.deepEqual(conditionOf(well), { reason: null, note: null });
  const room = { kind: 'nearly-full', why: 'the journal has 18.0 GB of its 20.0 GB' } as const;
  const worse: readonly (readonly [Partial<Standing>, RegExp])[] = [
    [{ room }, /18\.0 GB/],
    [{ lack: 'no-display' }, /^no display/],
    [{ isFilterKnown: false }, /content-filter\.json/],
    [{ isJournalWritable: false }, /^the journal cannot be written to/],
    [{ isJournalDamaged: true }, /^the journal is damaged/],
  ];
  let standing = well;
  for (const [change, sentence] of worse) {
    standing = { ...standing, ...change };
    assert.match(conditionOf(standing).reason ?? '', sentence);
    assert.match(conditionOf({ ...standing, isPaused: true }).note ?? '', /^capture is paused/);
  }
});

test('a copy that was skipped because nobody knows whose it is is told, and nothing is missing', () => {
  const skipped = { ...well, isOwnerUnknown: true };
  assert.equal(conditionOf(skipped).reason, null);
  assert.match(conditionOf(skipped).note ?? '', /^the last copy was skipped: .* could not be determined$/);
  assert.match(conditionOf({ ...skipped, isPaused: true }).note ?? '', /^capture is paused/);
});

test('the window takes a journal without room for one that can be written to', () => {
  const inWindow = (change: Partial<Standing>): string => {
    const { reason } = conditionOf({ ...well, ...change });
    const components = [{ id: 'clipboard', state: 'degraded', pid: 7, restarts: 0, reason, uptimeSeconds: null }] as const;
    return captureCondition({ isPaused: false, components }).text;
  };
  const facts = { diskBytes: 400e9, freeBytes: 300e9, maxMegabytes: 1_000 };
  assert.equal(inWindow({ isJournalWritable: false }), 'Copies wait in memory');
  assert.equal(inWindow({ room: roomOf({ ...facts, usedBytes: 1_000e6 }) }), 'Large copies are not kept');
  assert.equal(inWindow({ room: roomOf({ ...facts, usedBytes: 0, freeBytes: 0 }) }), 'Large copies are not kept');
  assert.equal(inWindow({ room: roomOf({ ...facts, usedBytes: 950e6 }) }), 'The journal is nearly full');
});
