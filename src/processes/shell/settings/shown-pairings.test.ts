import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { done, failed } from '../../../base/outcome.ts';
import type { ShownPairing } from '../../../contract/web-listener/pairings.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { ShownPairings } from './shown-pairings.ts';

const pairing: ShownPairing = {
  id: '0badcafe',
  name: 'Chromium',
  origin: 'chrome-extension://aaaa',
  browser: null,
  pairedAt: '2026-11-21T03:23:16.000+00:00',
  lastSeenAt: null,
  connected: false,
};

function rig(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.parse('2026-11-21T04:00:00Z') });
  const told: string[] = [];
  const listener = { list: [pairing] as readonly ShownPairing[], lists: 0, answers: true, held: Promise.resolve() };
  const shell = {
    state: {} as ShellState,
    set: (change: Partial<ShellState>) => {
      shell.state = { ...shell.state, ...change };
    },
    notify: (intent: string, text: string | (() => string)) => void told.push(`${intent}: ${typeof text === 'string' ? text : text()}`),
  };
  const pairings = new ShownPairings({
    places: {} as never,
    shell: shell as never,
    ask: {
      code: async () =>
        listener.answers ? done({ ok: true as const, code: 'ABCD-EFGH', expiresAt: '2026-11-21T04:05:00.000+00:00' }) : failed('absent'),
      list: async () => {
        listener.lists += 1;
        const pairings = [...listener.list];
        await listener.held;
        return listener.answers ? done({ ok: true as const, pairings }) : failed('absent');
      },
      revoke: async (_places, id) => {
        listener.list = listener.list.filter((each) => each.id !== id);
        return done({ ok: true as const, id, name: 'Chromium' });
      },
    },
  });
  t.after(() => pairings[Symbol.dispose]());
  const wait = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    await turn();
  };
  return { pairings, listener, shell, told, wait, code: () => shell.state.pairings?.code?.code ?? null };
}

test('a code is shown until an extension was paired by it, and nothing is asked without one', async (t) => {
  const { pairings, listener, shell, wait, code } = rig(t);
  await pairings.read();
  await wait(20_000);
  assert.equal(listener.lists, 1);
  await pairings.pair();
  assert.equal(code(), 'ABCD-EFGH');
  await wait(2_000);
  assert.equal(code(), 'ABCD-EFGH');
  listener.list = [pairing, { ...pairing, id: '0badcaff', name: 'Firefox' }];
  await wait(2_000);
  assert.deepEqual([code(), shell.state.pairings?.list?.length], [null, 2]);
  const { lists } = listener;
  await wait(20_000);
  assert.equal(listener.lists, lists);
});

test('a code is gone once its time is over', async (t) => {
  const { pairings, wait, code } = rig(t);
  await pairings.read();
  await pairings.pair();
  await wait(298_000);
  assert.equal(code(), 'ABCD-EFGH');
  await wait(4_000);
  assert.equal(code(), null);
});

test('a code stays while the listener does not answer, and until it has paired one, also if nothing was known before', async (t) => {
  const { pairings, listener, shell, wait, code } = rig(t);
  listener.answers = false;
  await pairings.read();
  listener.answers = true;
  await pairings.pair();
  await wait(2_000);
  assert.deepEqual([code(), shell.state.pairings?.list?.length], ['ABCD-EFGH', 1], 'the first list that is told');
  listener.answers = false;
  await wait(2_000);
  assert.notEqual(shell.state.pairings?.trouble, '');
  listener.answers = true;
  await wait(2_000);
  assert.deepEqual([code(), shell.state.pairings?.trouble], ['ABCD-EFGH', '']);
  listener.list = [...listener.list, { ...pairing, id: '0badcaff' }];
  await wait(2_000);
  assert.equal(code(), null);
});

test('a list that was asked for earlier does not replace a later one', async (t) => {
  const { pairings, listener, shell } = rig(t);
  const slow = Promise.withResolvers<void>();
  listener.held = slow.promise;
  const early = pairings.read();
  listener.held = Promise.resolve();
  listener.list = [];
  await pairings.read();
  slow.resolve();
  await early;
  assert.deepEqual(shell.state.pairings?.list, []);
});

test('an ended pairing is told, and a listener that does not answer is told in its place', async (t) => {
  const { pairings, listener, shell, told } = rig(t);
  await pairings.read();
  await pairings.revoke('0badcafe');
  assert.deepEqual(shell.state.pairings?.list, []);
  listener.answers = false;
  await pairings.read();
  await pairings.pair();
  assert.equal(shell.state.pairings?.trouble, 'the web listener did not answer; see Diagnostics');
  assert.deepEqual(told, [
    'success: Chromium is not paired any more.',
    'error: There is no code: the web listener did not answer; see Diagnostics',
  ]);
});
