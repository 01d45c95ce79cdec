import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CopyEvent, MissReason } from './interface.ts';
import { type PatientReading, readPatiently } from './patient-reading.ts';

const missed = (because: MissReason): CopyEvent<string> => ({
  kind: 'missed',
  ordinal: 1,
  copiedAtMs: 0,
  initial: false,
  because,
  program: null,
});
const cleared: CopyEvent<string> = { kind: 'cleared', atMs: 0, by: 'request' };

/** Reads what is given, one after the other; the last one again and again. */
async function readings(events: readonly (CopyEvent<string> | null)[], parts: Partial<PatientReading<string>> = {}) {
  const asked: boolean[] = [];
  const event = await readPatiently<string>({
    read: (isAgain) => {
      const at = Math.min(asked.push(isAgain), events.length) - 1;
      return { event: Promise.resolve(events[at] ?? null), settled: async () => true };
    },
    over: new Promise(() => {}),
    limits: { answersLateMs: 50, refusedAgainMs: [1, 5] },
    hasEnded: () => false,
    ...parts,
  });
  return { event, asked };
}

test('a copy that its owner refuses is read again after each pause, until it gives it', async () => {
  assert.deepEqual(await readings([missed('owner-refused'), cleared]), { event: cleared, asked: [false, true] });
  assert.deepEqual(await readings([missed('owner-refused'), missed('owner-refused'), cleared]), {
    event: cleared,
    asked: [false, true, true],
  });
  const { event, asked } = await readings([missed('owner-refused')]);
  assert.deepEqual([event, asked.length], [missed('owner-refused'), 3]);
});

test('where an empty content may be a refusal, it is read again too, and is empty if that does not change', async () => {
  const isEmptyRefusal = true;
  assert.deepEqual(await readings([cleared, missed('owner-gone')], { isEmptyRefusal }), {
    event: missed('owner-gone'),
    asked: [false, true],
  });
  assert.deepEqual(await readings([cleared], { isEmptyRefusal }), { event: cleared, asked: [false, true, true] });
  assert.deepEqual((await readings([cleared])).asked, [false]);
});

test('a copy of an owner that was silent is read once more when it has answered, also after a refusal', async () => {
  assert.deepEqual(await readings([missed('owner-silent'), cleared]), { event: cleared, asked: [false, true] });
  assert.deepEqual(await readings([missed('owner-refused'), missed('owner-silent'), cleared]), {
    event: cleared,
    asked: [false, true, true],
  });
});

test('nothing is read again that is on the clipboard no more, that was missed otherwise, or once the watch has ended', async () => {
  const limits = { answersLateMs: 60_000, refusedAgainMs: [60_000] };
  for (const because of ['owner-refused', 'owner-silent'] as const) {
    const settled = { over: Promise.resolve(), limits };
    const reads = await readings([missed(because), cleared], because === 'owner-silent' ? { ...settled, read: silentForEver } : settled);
    assert.deepEqual(reads.event, missed(because));
    assert.equal((await readings([missed(because), cleared], { hasEnded: () => true })).event, null);
  }
  assert.deepEqual((await readings([missed('owner-gone'), cleared])).asked, [false]);
  assert.deepEqual((await readings([null, cleared])).event, null);
});

function silentForEver(): ReturnType<PatientReading<string>['read']> {
  return { event: Promise.resolve(missed('owner-silent')), settled: () => new Promise<boolean>(() => {}) };
}
