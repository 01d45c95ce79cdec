import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyTurns, nextTurnMs, startPump, turnTimes } from './event-pump.ts';

const long = Number.POSITIVE_INFINITY;

test('a hidden window rarely takes a turn, a shown one often, and one in use once per screen frame', () => {
  assert.equal(nextTurnMs({ isShown: false, isEager: false, sinceHurryMs: long, sinceWorkMs: 0 }), turnTimes.hiddenEvery);
  assert.equal(nextTurnMs({ isShown: true, isEager: false, sinceHurryMs: long, sinceWorkMs: long }), turnTimes.shownEvery);
  assert.equal(nextTurnMs({ isShown: true, isEager: true, sinceHurryMs: long, sinceWorkMs: 10_000 }), turnTimes.eagerEvery);
  const left = { isShown: true, isEager: true, sinceHurryMs: long, sinceWorkMs: turnTimes.eagerFor };
  assert.equal(nextTurnMs(left), turnTimes.shownEvery, 'a picker that is left open');
  assert.equal(
    nextTurnMs({ isShown: true, isEager: true, sinceHurryMs: 0, sinceWorkMs: 0 }),
    turnTimes.eagerEvery,
    'the engine gets its turns too',
  );
  assert.equal(
    nextTurnMs({ isShown: false, isEager: true, sinceHurryMs: long, sinceWorkMs: 0 }),
    turnTimes.eagerEvery,
    'about to be shown',
  );
  assert.equal(nextTurnMs({ isShown: true, isEager: false, sinceHurryMs: long, sinceWorkMs: 0 }), turnTimes.busyEvery);
});

test('data on its way to the page takes precedence, for a moment', () => {
  for (const isShown of [true, false]) {
    assert.equal(nextTurnMs({ isShown, isEager: false, sinceHurryMs: 0, sinceWorkMs: long }), turnTimes.hurriedEvery);
    assert.equal(
      nextTurnMs({ isShown, isEager: false, sinceHurryMs: turnTimes.hurriedFor, sinceWorkMs: long }),
      turnTimes.stillHurriedEvery,
    );
    assert.ok(
      nextTurnMs({ isShown, isEager: false, sinceHurryMs: turnTimes.stillHurriedFor, sinceWorkMs: long }) > turnTimes.stillHurriedEvery,
    );
  }
});

/** Resolves when a pump that begins now has taken some turns. */
async function turnsOfAnother(): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let left = 5;
  startPump(() => {
    left -= 1;
    if (left === 0) ended.resolve();
    return left > 0;
  }).hurry();
  await ended.promise;
}

test('no turn is taken after one reported that it was the last, or the pump was disposed of', async () => {
  let taken = 0;
  const ended = Promise.withResolvers<void>();
  const pump = startPump(() => {
    taken += 1;
    if (taken === 3) ended.resolve();
    return taken < 3;
  });
  await ended.promise;
  pump.hurry();
  await turnsOfAnother();
  assert.equal(taken, 3);
  let later = 0;
  const other = startPump(() => {
    later += 1;
    return true;
  });
  other[Symbol.dispose]();
  other.hurry();
  await turnsOfAnother();
  assert.equal(later, 0);
});

test('while somebody works in the window, several turns are taken at once, and none after the last one', async () => {
  const ended = Promise.withResolvers<void>();
  const together: number[] = [];
  let taken = 0;
  let last = Number.POSITIVE_INFINITY;
  const pump = startPump(() => {
    // Turns that nothing else comes between.
    if (taken === 0)
      queueMicrotask(() => {
        together.push(taken);
        taken = 0;
        if (together.length === 3) pump.work();
        if (together.length >= 6) last = together.length === 6 ? 3 : 1;
      });
    taken += 1;
    if (taken === last) ended.resolve();
    return taken < last;
  });
  pump.setShown(true);
  await ended.promise;
  await turnsOfAnother();
  assert.deepEqual(together, [1, 1, 1, ...Array<number>(3).fill(busyTurns), 3]);
});
