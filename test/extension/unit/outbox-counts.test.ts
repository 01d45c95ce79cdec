/** What Hub could not take counts only as long as it happens in a row. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { retryAfterMs, sendAgainAfterMs } from '../../../extension/background/connection-rules.ts';
import { openOutbox } from '../../../extension/background/outbox.ts';
import type { SaveMessage } from '../../../extension/background/saves-database.ts';

type Told = 'ack' | 'busy' | 'failed';

/** Sends saves without end, which are answered in this order, and ticks by a second. Returns how many seconds it rested before each answer. */
async function restsBefore(t: TestContext, answers: readonly Told[]): Promise<readonly number[]> {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  t.mock.method(performance, 'now', () => Date.now());
  const rests: number[] = [];
  let seconds = 0;
  const message = { id: 'message-1' } as SaveMessage;
  const link = {
    state: 'connected' as 'connected' | 'idle',
    send: async () => {
      const told = answers[rests.length];
      rests.push(seconds);
      seconds = 0;
      if (rests.length === answers.length) link.state = 'idle';
      return told === 'ack' ? ({ kind: 'ack' } as const) : ({ kind: 'nack', reason: told ?? '' } as const);
    },
  };
  const saves = { next: async () => ({ key: 1, message, losses: 0 }), leaveQueue: async () => {}, sendLater: async () => {} };
  const outbox = openOutbox({ saves, link, onChange: () => {}, onRefused: () => {} });
  outbox.flush();
  for (let ticks = 0; ticks < 600 && rests.length < answers.length; ticks += 1) {
    for (let turns = 0; turns < 40; turns += 1) await turn();
    t.mock.timers.tick(1_000);
    seconds += 1;
  }
  t.mock.reset();
  return rests;
}
const seconds = (ms: number): number => Math.ceil(ms / 1_000);

test('a Hub that is busy is left alone for longer each time, and for no longer than at first after it has taken one', async (t) => {
  const [first, second, third] = [1, 2, 3].map((times) => seconds(retryAfterMs(times)));
  assert.deepEqual(await restsBefore(t, ['busy', 'busy', 'busy', 'ack', 'busy', 'ack']), [0, first, second, third, 0, first]);
  assert.notEqual(first, third);
});

test('saves that Hub can’t record make all wait only if they come in a row', async (t) => {
  const rest = seconds(sendAgainAfterMs(1));
  assert.deepEqual(await restsBefore(t, ['failed', 'failed', 'ack', 'failed', 'failed', 'failed', 'ack']), [0, 0, 0, 0, 0, 0, rest]);
});
