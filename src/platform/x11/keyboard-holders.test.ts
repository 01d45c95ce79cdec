import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause, setImmediate as turnOfLoop } from 'node:timers/promises';
import { until } from '../../../test/harness/until.ts';
import { holderNames, watchHolders } from './keyboard-holders.ts';

const [root, holder] = [1, 9];
const times = { asksEveryMs: 10, asksLaterMs: 10, laterMs: 60_000, answersWithinMs: 50 };

/** A server on which one holder answers after some milliseconds, if at all. Its answers are read in their order. */
function server(answersAfterMs: number) {
  const events = new EventEmitter();
  const atoms = new Map(holderNames.map((name, index): [string, number] => [name, index + 100]));
  const did = { asked: 0, killed: [] as number[] };
  const connection = {
    root,
    isLost: false,
    events,
    createWindow: () => 5,
    watchWindow: () => {},
    watchSelection: () => {},
    internAtom: async (name: string) => atoms.get(name),
    getSelectionOwner: async (selection: number) => {
      await turnOfLoop();
      return selection === atoms.get('HUB_KEYS_PICKER') ? holder : 0;
    },
    convertSelection: (request: { requestor: number; selection: number }) => {
      did.asked += 1;
      const answer = (): void => void events.emit('selectionAnswer', request);
      // From a socket: read after the timers of that turn.
      if (Number.isFinite(answersAfterMs)) setTimeout(() => setImmediate(answer), answersAfterMs);
    },
    order: (give: (client: { KillClient: (window: number) => void }) => void) =>
      give({ KillClient: (window) => void did.killed.push(window) }),
  };
  const grab = (): void => void events.emit('focusIn', { wid: root, mode: 1 });
  const letGo = (): void => void events.emit('focusOut', { wid: root, mode: 2 });
  return { connection: connection as never, did, grab, letGo };
}

test('a holder that answers is not ended because the one who asks was late itself', async () => {
  const { connection, did, grab, letGo } = server(20);
  let ended = 0;
  await watchHolders(connection, () => (ended += 1), times);
  grab();
  await until('question', () => did.asked > 0);
  const endMs = performance.now() + times.answersWithinMs * 2;
  while (performance.now() < endMs);
  await until('the next question', () => did.asked > 1);
  letGo();
  assert.deepEqual([did.killed, ended], [[], 0]);
});

test('a holder that does not answer is ended', async () => {
  const { connection, did, grab, letGo } = server(Number.POSITIVE_INFINITY);
  let ended = 0;
  await watchHolders(connection, () => (ended += 1), times);
  grab();
  await until('end', () => ended > 0);
  letGo();
  assert.equal(did.killed[0], holder);
});

test('after a while a holder is asked seldom', async () => {
  const { connection, did, grab, letGo } = server(1);
  await watchHolders(connection, () => {}, { ...times, asksLaterMs: 600_000, laterMs: 100, answersWithinMs: 60_000 });
  grab();
  await until('questions', () => did.asked > 1);
  await pause(300);
  const before = did.asked;
  await pause(100);
  assert.equal(did.asked, before);
  letGo();
});
