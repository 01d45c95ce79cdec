import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClipboard } from '../../../test/doubles/fake-clipboard.ts';
import { done, failed } from '../../base/outcome.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';
import { DisplayConnection } from './display-connection.ts';

/** A connection to a display that is there as long as `lack` is null. */
class Rig {
  lack: OpenFailure | null = null;
  looks = 0;
  /** Happens during the next look. */
  meanwhile = (): void => {};
  isAtRest = true;
  /** What is opened next. */
  next = new FakeClipboard();
  /** What was opened, and whether in place of another one. */
  readonly opened: [Clipboard, boolean][] = [];
  /** Null while its place is not watched. */
  appears: (() => void) | null = null;
  readonly connection: DisplayConnection;
  readonly #t: TestContext;

  constructor(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    this.#t = t;
    this.connection = new DisplayConnection({
      openClipboard: async () => {
        this.looks += 1;
        const { lack } = this;
        this.meanwhile();
        this.meanwhile = () => {};
        return lack === null ? done(this.next) : failed(lack);
      },
      watchPlace: (changed) => {
        assert.equal(this.appears, null, 'it is watched once');
        this.appears = changed;
        return {
          [Symbol.dispose]: () => {
            this.appears = null;
          },
        };
      },
      isAtRest: () => this.isAtRest,
      opening: () => {},
      opened: (...opened) => void this.opened.push(opened),
      lacking: () => {},
    });
    t.after(() => this.connection[Symbol.asyncDispose]());
  }

  get isOpen(): boolean {
    return this.connection.clipboard !== null;
  }

  async pass(ms: number): Promise<void> {
    this.#t.mock.timers.tick(ms);
    await turn();
  }
}

test('a display that is gone is looked for ever more rarely, and at once when something appears in its place', async (t) => {
  const rig = new Rig(t);
  await rig.connection.open();
  assert.deepEqual([rig.isOpen, rig.appears], [true, null]);
  rig.lack = 'no-display';
  rig.connection.lost();
  for (let second = 0; second < 120; second += 1) await rig.pass(1_000);
  assert.ok(rig.looks >= 5 && rig.looks <= 10, `${rig.looks} looks`);
  const before = rig.looks;
  rig.appears?.();
  await turn();
  // It does not answer yet, and is asked again soon.
  assert.deepEqual([rig.looks, rig.isOpen], [before + 1, false]);
  rig.lack = null;
  await rig.pass(1_000);
  assert.deepEqual([rig.looks, rig.isOpen, rig.appears], [before + 2, true, null]);
});

test('where a compositor shows its clipboard to nobody, one that takes its place is used', async (t) => {
  for (const isTold of [true, false]) {
    await t.test(isTold ? 'when it appears' : 'also if nobody tells', async (t) => {
      const rig = new Rig(t);
      rig.lack = 'wayland';
      await rig.connection.open();
      await rig.pass(10_000);
      assert.equal(rig.looks, 1, 'the same one stays as it is');
      rig.lack = null;
      if (isTold) rig.appears?.();
      await rig.pass(isTold ? 0 : 30_000);
      assert.equal(rig.isOpen, true);
    });
  }
});

test('where the one before answers once more while another one appears, or does so during a look, that one is used soon', async (t) => {
  for (const isDuring of [true, false])
    await t.test(isDuring ? 'during a look' : 'before it', async (t) => {
      const rig = new Rig(t);
      rig.lack = 'wayland';
      await rig.connection.open();
      if (isDuring) rig.meanwhile = () => rig.appears?.();
      else rig.appears?.();
      await rig.pass(isDuring ? 30_000 : 0);
      assert.deepEqual([rig.looks, rig.isOpen], [2, false]);
      rig.lack = null;
      await rig.pass(1_000);
      assert.equal(rig.isOpen, true);
    });
});

test('no attempt begins while another one is running, nor after the end', async (t) => {
  const rig = new Rig(t);
  rig.lack = 'no-display';
  const opening = rig.connection.open();
  await opening;
  rig.appears?.();
  rig.appears?.();
  await turn();
  assert.equal(rig.looks, 2);
  const { appears } = rig;
  await rig.connection[Symbol.asyncDispose]();
  assert.equal(rig.appears, null);
  appears?.();
  await rig.pass(60_000);
  assert.equal(rig.looks, 2);
});

/** A rig on a clipboard that another one is to succeed, once `answer` resolves to it. */
async function silent(t: TestContext) {
  const rig = new Rig(t);
  const [first, second] = [rig.next, new FakeClipboard()];
  let answer = Promise.withResolvers<FakeClipboard | null>();
  let asked = 0;
  first.successor = () => {
    asked += 1;
    answer = Promise.withResolvers();
    return answer.promise;
  };
  await rig.connection.open();
  return {
    ...{ rig, first, second },
    asked: () => asked,
    answers: async (clipboard: FakeClipboard | null) => {
      answer.resolve(clipboard);
      for (let turns = 0; turns < 3; turns += 1) await turn();
    },
  };
}

test('while a compositor does not answer the clipboard of X is there, and that of the compositor succeeds it once it does', async (t) => {
  const { rig, first, second, asked, answers } = await silent(t);
  assert.equal(rig.connection.clipboard, first);
  await answers(null);
  for (let second = 0; second < 120; second += 1) {
    await rig.pass(1_000);
    await answers(null);
  }
  assert.ok(asked() >= 5 && asked() <= 10, `asked ${asked()} times`);
  const before = asked();
  rig.appears?.();
  assert.equal(asked(), before + 1, 'something appeared in its place');
  await answers(second);
  assert.deepEqual([rig.connection.clipboard, first.isClosed, second.isClosed, rig.appears, rig.looks], [second, true, false, null, 1]);
  assert.deepEqual(rig.opened, [
    [first, false],
    [second, true],
  ]);
  await rig.pass(60_000);
  assert.deepEqual([asked(), rig.looks], [before + 1, 1]);
});

test('a successor waits for what is being read, and is looked for again if that does not end', async (t) => {
  const { rig, first, second, asked, answers } = await silent(t);
  rig.isAtRest = false;
  await answers(second);
  await rig.pass(100);
  assert.deepEqual([rig.connection.clipboard, first.isClosed, second.isClosed], [first, false, false]);
  for (let looks = 0; looks < 602; looks += 1) await rig.pass(20);
  assert.deepEqual([rig.connection.clipboard, first.isClosed, second.isClosed], [first, false, true]);
  const before = asked();
  await rig.pass(2_000);
  assert.equal(asked(), before + 1);
  const third = new FakeClipboard();
  await answers(third);
  await rig.pass(20);
  assert.equal(rig.connection.clipboard, first);
  rig.isAtRest = true;
  for (let turns = 0; turns < 4; turns += 1) await rig.pass(20);
  assert.deepEqual([rig.connection.clipboard, first.isClosed, third.isClosed], [third, true, false]);
});

test('a successor is closed if it comes when its display is gone, or after the end', async (t) => {
  for (const isEnd of [true, false])
    await t.test(isEnd ? 'after the end' : 'without the display', async (t) => {
      const { rig, second, answers } = await silent(t);
      if (isEnd) await rig.connection[Symbol.asyncDispose]();
      else rig.connection.lost();
      await answers(second);
      assert.deepEqual([second.isClosed, rig.opened.length], [true, 1]);
      rig.next = new FakeClipboard();
      await rig.pass(1_000);
      assert.equal(rig.opened.length, isEnd ? 1 : 2);
    });
});
