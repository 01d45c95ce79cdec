import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DiscardedAnswer } from './discarded-answer.ts';
import { Requestors, type WindowRequests } from './requestors.ts';

const [requestor, property, incr, text] = [1, 2, 3, 4];

/** An owner that sends its next chunk as soon as the previous one is deleted; `chunks` null: one that never ends. */
function owner(chunks: number[] | null, bounds: { limitBytes?: number; withinMs?: number } = {}) {
  let there: { type: number; bytes: number } | null = { type: incr, bytes: 4 };
  let deleted = 0;
  const connection = {
    getProperty: async () => ({ type: there?.type ?? 0, format: 8, data: Buffer.alloc(0), bytesAfter: there?.bytes ?? 0 }),
    deleteProperty: () => {
      deleted += 1;
      const bytes = chunks === null ? 100 : chunks.shift();
      there = bytes === undefined ? null : { type: text, bytes };
      if (there !== null) setImmediate(() => discarding.look());
    },
  };
  const discarding = new DiscardedAnswer({
    connection,
    incr,
    requestor,
    property,
    isIncremental: false,
    limitBytes: 10_000,
    withinMs: 60_000,
    ...bounds,
  });
  return { discarding, deleted: () => deleted };
}

describe('the rest of an answer that is no longer read', () => {
  it('is requested and deleted until the empty end', async () => {
    const { discarding, deleted } = owner([100, 100, 0]);
    assert.equal(await discarding.over, true);
    assert.equal(deleted(), 4);
  });

  it('is given up beyond its limit of bytes', async () => {
    assert.equal(await owner(null, { limitBytes: 1_000 }).discarding.over, false);
  });

  it('is given up if its owner is silent for too long', async () => {
    assert.equal(await owner([100], { withinMs: 1 }).discarding.over, false);
  });
});

describe('the window of an owner that has not finished', () => {
  const windows = () => {
    const did: string[] = [];
    const connection = { createWindow: () => requestor, destroyWindow: (window: number) => did.push(`destroy ${window}`) };
    const settled = Promise.withResolvers<boolean>();
    const asked: WindowRequests = {
      requestor,
      isSettled: false,
      isDiscarding: true,
      settled: () => settled.promise,
      letGo: () => did.push('let go'),
    };
    const requestors = new Requestors(connection as never);
    requestors.giveBack(asked);
    return { did, settled, requestors };
  };

  it('is destroyed once the owner is given up, so that it notices that nobody reads on', async () => {
    const { did, settled, requestors } = windows();
    assert.ok(requestors.onSetAside(requestor));
    settled.resolve(false);
    await turn();
    assert.deepEqual([did, requestors.onSetAside(requestor)], [['let go', `destroy ${requestor}`], undefined]);
  });

  it('is destroyed when Hub stops, which waits for the owner for a while', async () => {
    const { did, requestors } = windows();
    await requestors.close(1);
    assert.deepEqual(did, ['let go', `destroy ${requestor}`]);
  });

  it('is used again once the owner has finished', async () => {
    const { did, settled, requestors } = windows();
    settled.resolve(true);
    await requestors.close(60_000);
    assert.deepEqual(did, [`destroy ${requestor}`]);
  });
});
