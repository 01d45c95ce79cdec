import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClipboard } from '../../../test/doubles/fake-clipboard.ts';
import { done, failed } from '../../base/outcome.ts';
import type { OpenFailure } from '../../platform/clipboard/index.ts';
import { DisplayConnection } from './display-connection.ts';

/** A connection to a display that is there as long as `lack` is null. */
class Rig {
  lack: OpenFailure | null = null;
  looks = 0;
  /** Happens during the next look. */
  meanwhile = (): void => {};
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
        return lack === null ? done(new FakeClipboard()) : failed(lack);
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
      opening: () => {},
      opened: () => {},
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
