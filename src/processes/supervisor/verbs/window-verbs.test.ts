import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComponentState } from '../../../contract/components.ts';
import type { RestartAnswer, Supervisor } from '../supervisor.ts';
import { restoreWindow, toWindow } from './window-verbs.ts';

interface Met {
  readonly state: ComponentState;
  readonly reason?: string;
  /** The result of a restart of the window; without one none is expected. */
  readonly restart?: { readonly answer: RestartAnswer; readonly state: ComponentState };
  /** There is no program for a window here. */
  readonly isAbsent?: boolean;
}

const started: RestartAnswer = { ok: true, componentId: 'hub', pid: 2 };

/** A window in some state, and a record of the requests to it. */
function meet({ state, reason = '', restart, isAbsent = false }: Met) {
  const did: string[] = [];
  let now = state;
  const windows: Pick<Supervisor, 'deliver' | 'restart' | 'status'> = {
    deliver: async (_to, message, timeoutMs) => {
      if (isAbsent) return 'absent';
      if (now !== 'running') return 'not-up';
      did.push(message.kind === 'act' ? message.verb : `${message.kind} within ${timeoutMs}`);
      return 'delivered';
    },
    restart: async () => {
      did.push('restart');
      now = restart?.state ?? now;
      return restart?.answer ?? { ok: false, error: 'failed' };
    },
    status: () => [{ id: 'hub', state: now, pid: null, restarts: 0, reason: reason === '' ? null : reason, uptimeSeconds: null }],
  };
  return { windows, did };
}

const without: readonly (readonly [Met, RegExp])[] = [
  [{ state: 'stopped', reason: 'started without a window' }, /: started without a window$/],
  [{ state: 'stopped' }, /it was stopped; open it with: hub action restore$/],
  [{ state: 'failed', reason: 'ended with code 1; hub restart hub tries again' }, /ended with code 1; hub restart hub tries again$/],
  [{ state: 'backoff', reason: 'ended by SIGSEGV' }, /be restarted in a moment \(ended by SIGSEGV\)$/],
  [{ state: 'starting' }, /still starting/],
  [{ state: 'stopping' }, /being stopped/],
];

for (const [met, said] of without) {
  test(`a verb for a window that is ${met.state} ${met.reason === undefined ? '' : 'for a reason '}is refused with a true sentence`, async () => {
    const { windows, did } = meet(met);
    const answer = await toWindow(windows, 'toggle', 10);
    assert.ok(!answer.ok);
    assert.equal(answer.error, 'no_window');
    assert.match(answer.detail ?? '', said);
    assert.match(answer.detail ?? '', /^Hub has no window: /);
    assert.deepEqual(did, []);
  });
}

test('a running window gets its verbs', async () => {
  const { windows, did } = meet({ state: 'running' });
  assert.deepEqual(await toWindow(windows, 'cycle-top-panel', 10), { ok: true });
  assert.deepEqual(await restoreWindow(windows, 10), { ok: true });
  assert.deepEqual(did, ['cycle-top-panel', 'restore']);
});

test('restore opens a window that was left out, or given up', async () => {
  for (const state of ['stopped', 'failed'] as const) {
    const { windows, did } = meet({ state, restart: { answer: started, state: 'running' } });
    assert.deepEqual(await restoreWindow(windows, 10), { ok: true });
    assert.deepEqual(did, ['restart', 'restore']);
  }
});

test('restore says that a slow window is being opened, and why one can not be opened', async () => {
  const slow = meet({ state: 'stopped', restart: { answer: { ok: false, error: 'timeout' }, state: 'starting' } });
  assert.deepEqual(await restoreWindow(slow.windows, 10), { ok: true, detail: 'Hub is opening its window.' });
  const broken = meet({ state: 'stopped', reason: 'no WebKitGTK', restart: { answer: { ok: false, error: 'failed' }, state: 'stopped' } });
  assert.deepEqual(await restoreWindow(broken.windows, 10), {
    ok: false,
    error: 'no_window',
    detail: 'Hub has no window: no WebKitGTK',
  });
});

test('restore succeeds if no window is possible, and says so', async () => {
  const { windows, did } = meet({ state: 'stopped', reason: 'there is no display', isAbsent: true });
  assert.deepEqual(await restoreWindow(windows, 10), { ok: true, detail: 'Hub has no window: there is no display' });
  assert.deepEqual(did, []);
});
