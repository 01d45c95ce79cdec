/** The sending of the queue: what is kept in order, and what may not hold up the rest. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Reply } from '../../../extension/background/line.ts';
import { openLink } from '../../../extension/background/link.ts';
import { openOutbox } from '../../../extension/background/outbox.ts';
import type { Saves } from '../../../extension/background/saves.ts';
import type { SaveMessage } from '../../../extension/background/saves-database.ts';
import { becomeExtension } from '../../doubles/extension-globals.ts';
import { listenerInProcess } from '../../doubles/listener-in-process.ts';
import { extensionOrigin } from '../../harness/http-rig.ts';
import { until } from '../../harness/until.ts';

interface Row {
  readonly key: number;
  readonly message: SaveMessage;
  tries: number;
  losses: number;
  notBeforeMs: number;
}

/** The queue in memory, by the rules of `extension/background/saves.ts`. */
function queueOf(count: number) {
  const rows: Row[] = Array.from({ length: count }, (_, key) => ({
    key,
    message: {
      ...{
        id: `message-${key}`,
        kind: 'selection',
        atMs: Date.now(),
        url: 'https://a.example/',
        title: 't',
        text: `number ${key}`,
        form: 'markdown',
      },
    },
    ...{ tries: 0, losses: 0, notBeforeMs: 0 },
  }));
  const left: string[] = [];
  const saves: Pick<Saves, 'next' | 'leaveQueue' | 'sendLater'> = {
    next: async (nowMs) => {
      const first = rows.find(({ notBeforeMs }) => notBeforeMs <= nowMs);
      if (first !== undefined) return first;
      return rows.length === 0 ? null : { notBeforeMs: Math.min(...rows.map(({ notBeforeMs }) => notBeforeMs)) };
    },
    leaveQueue: async (key, state, reason) => {
      left.push(`${key} ${reason ?? state}`);
      rows.splice(
        rows.findIndex((row) => row.key === key),
        1,
      );
    },
    sendLater: async (key, why, notBeforeMs) => {
      const row = rows.find((each) => each.key === key);
      assert.ok(row);
      row[why === 'lost' ? 'losses' : 'tries'] += 1;
      row.notBeforeMs = notBeforeMs(why === 'lost' ? row.losses : row.tries);
    },
  };
  return { rows, left, saves };
}

/** An outbox over a link that answers as the test says, in a time that the test moves. */
function rig(t: TestContext, count: number, answer: (key: number, losses: number) => Reply) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const { rows, left, saves } = queueOf(count);
  const sent: number[] = [];
  let refused = 0;
  let steadyMs = 0;
  const outbox = openOutbox({
    saves,
    steadyMs: () => steadyMs,
    link: {
      state: 'connected',
      send: async ({ id }, losses = 0) => {
        const key = Number(id.split('-')[1]);
        sent.push(key);
        return answer(key, losses);
      },
    },
    onChange: () => {},
    onRefused: () => {
      refused += 1;
    },
  });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 50; turns += 1) await turn();
  };
  return {
    ...{ rows, left, saves, sent },
    refused: () => refused,
    flush: async () => {
      outbox.flush();
      await settle();
    },
    isPaused: () => outbox.isPaused,
    resume: async () => {
      outbox.resume();
      await settle();
    },
    wait: async (ms: number) => {
      steadyMs += ms;
      t.mock.timers.tick(ms);
      await settle();
    },
  };
}
const ack: Reply = { kind: 'ack' };
const nack = (reason: string): Reply => ({ kind: 'nack', reason });
const none = (how: 'lost' | 'too-large' | 'unsent'): Reply => ({ kind: 'none', how });

test('while Hub is busy nothing is sent, whoever asks for it, and the order stays', async (t) => {
  let room = 2;
  const outbox = rig(t, 5, () => (room-- > 0 ? ack : nack('busy')));
  await outbox.flush();
  assert.deepEqual(outbox.sent, [0, 1, 2]);
  room = 10;
  for (let time = 0; time < 3; time += 1) await outbox.flush();
  assert.deepEqual(outbox.sent, [0, 1, 2], 'a further save does not send the one after it');
  await outbox.wait(1_000);
  assert.deepEqual(outbox.sent, [0, 1, 2, 2, 3, 4]);
});

test('a clock that is set back holds up nothing', async (t) => {
  let isBusy = true;
  const outbox = rig(t, 2, () => (isBusy ? nack('busy') : ack));
  await outbox.flush();
  isBusy = false;
  await outbox.wait(999);
  assert.deepEqual(outbox.left, []);
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  await outbox.wait(1);
  await outbox.flush();
  assert.deepEqual(outbox.left, ['0 received', '1 received']);
});

test('the queue is looked at again in time, however far ahead the time of a save is', async (t) => {
  const outbox = rig(t, 1, () => ack);
  const [row] = outbox.rows;
  assert.ok(row !== undefined);
  row.notBeforeMs = 1_000_000 + 30 * 86_400_000;
  await outbox.flush();
  await outbox.wait(119_999);
  row.notBeforeMs = 0;
  await outbox.wait(1);
  assert.deepEqual(outbox.left, ['0 received']);
});

test('while Hub is paused all wait, in their order, until Hub resumes', async (t) => {
  let isPaused = true;
  const outbox = rig(t, 3, () => (isPaused ? nack('paused') : ack));
  await outbox.flush();
  await outbox.flush();
  await outbox.wait(600_000);
  assert.deepEqual([outbox.sent, outbox.isPaused(), outbox.refused()], [[0], true, 0]);
  await outbox.resume();
  assert.deepEqual([outbox.sent, outbox.isPaused()], [[0, 0], true], 'it is still paused');
  isPaused = false;
  await outbox.resume();
  assert.deepEqual([outbox.left, outbox.isPaused()], [['0 received', '1 received', '2 received'], false]);
});

test('one that Hub could not record waits by itself; several in a row make all wait', async (t) => {
  const outbox = rig(t, 8, (key) => (key === 1 ? nack('failed') : ack));
  await outbox.flush();
  assert.deepEqual(
    outbox.left.map((line) => Number.parseInt(line, 10)),
    [0, 2, 3, 4, 5, 6, 7],
  );
  t.mock.timers.reset();
  const broken = rig(t, 400, () => nack('failed'));
  await broken.flush();
  assert.deepEqual(broken.sent, [0, 1, 2]);
  await broken.flush();
  assert.equal(broken.sent.length, 3);
  await broken.wait(2_000);
  assert.deepEqual(broken.sent.slice(3), [0], 'the first of them, once');
});

test('one whose connection ends is the first again, and after three times those after it pass', async (t) => {
  const outbox = rig(t, 3, (key) => (key === 0 ? none('lost') : ack));
  for (let time = 0; time < 3; time += 1) await outbox.flush();
  assert.deepEqual(outbox.sent, [0, 0, 0]);
  await outbox.flush();
  assert.deepEqual(outbox.left, ['1 received', '2 received']);
  assert.equal(outbox.rows[0]?.losses, 3);
  await outbox.wait(2_000);
  assert.deepEqual(outbox.sent.slice(-1), [0]);
});

test('one that is too large for the listener, or that Hub refuses, ends, and is told; one that was not sent stays as it is', async (t) => {
  const outbox = rig(t, 4, (key) => [none('too-large'), nack('secret'), ack, none('unsent')][key] ?? ack);
  await outbox.flush();
  assert.deepEqual(outbox.left, ['0 too-large', '1 secret', '2 received']);
  assert.equal(outbox.refused(), 2);
  assert.deepEqual([outbox.rows[0]?.losses, outbox.rows[0]?.notBeforeMs], [0, 0]);
});

test('a disk of the browser that fails is tried again', async (t) => {
  const outbox = rig(t, 1, () => ack);
  const usual = outbox.saves.next;
  outbox.saves.next = async () => {
    throw new DOMException('closed', 'InvalidStateError');
  };
  await outbox.flush();
  outbox.saves.next = usual;
  await outbox.wait(60_000);
  assert.deepEqual(outbox.left, ['0 received']);
});

test('a long queue arrives at the real listener in order, although that takes so many a second, and further saves are made meanwhile', async (t) => {
  const hub = await listenerInProcess(t, { rate: { burst: 10, perSecond: 5 } });
  const paired = await hub.pair();
  t.after(becomeExtension(extensionOrigin));
  const { left, saves } = queueOf(40);
  let refused = 0;
  let isPaired = true;
  const link = openLink({
    access: async () => (isPaired ? { token: paired.token, port: hub.port } : null),
    isNeeded: async () => true,
    onState: (state) => state === 'connected' && outbox.flush(),
    onExcluded: () => {},
    onUpdate: () => {},
    onReceipt: async () => {},
    replacedAtMs: async () => null,
    keepReplaced: async () => {},
    stayAlive: () => {},
  });
  const outbox = openOutbox({
    saves,
    link: {
      send: async (...given) => {
        const reply = await link.send(...given);
        if (reply.kind === 'nack' && reply.reason === 'busy') refused += 1;
        return reply;
      },
      get state() {
        return link.state;
      },
    },
    onChange: () => {},
    onRefused: () => {},
  });
  const saving = setInterval(outbox.flush, 50);
  t.after(async () => {
    clearInterval(saving);
    isPaired = false;
    await link.restart();
  });
  await link.attempt();
  await until('all of it', () => left.length === 40, 30_000);
  assert.ok(refused > 0, 'otherwise this shows nothing');
  assert.deepEqual(
    left,
    Array.from({ length: 40 }, (_, key) => `${key} received`),
  );
});
