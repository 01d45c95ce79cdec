import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { type HubDocument, hubDocument } from '../../../contract/documents/hub.ts';
import { ScheduledRefreshes } from './refresh-schedule.ts';

const minuteMs = 60_000;

interface Rig {
  readonly schedule: ScheduledRefreshes;
  readonly refreshes: (boolean | null)[];
  clockMs: number;
  idleMs: number | null;
  isBusy: boolean;
  rules: HubDocument['index_refresh'];
}

function rig(
  t: TestContext,
  rules: Partial<HubDocument['index_refresh']>,
  { lastMs = null, hasIndex = false }: { lastMs?: number | null; hasIndex?: boolean } = {},
): Rig {
  const refreshes: (boolean | null)[] = [];
  const given = {
    refreshes,
    clockMs: Date.parse('2026-05-20T12:00Z'),
    idleMs: null as number | null,
    isBusy: false,
    rules: hubDocument.parse({ index_refresh: rules }).index_refresh,
  };
  const schedule = new ScheduledRefreshes({
    log: rememberingLog(() => {}),
    rules: () => given.rules,
    lastMs,
    hasIndex,
    idleMs: async () => given.idleMs,
    isBusy: () => given.isBusy,
    refresh: (isIdleKnown) => refreshes.push(isIdleKnown),
    nowMs: () => given.clockMs,
    atStartMs: 0,
  });
  t.after(() => schedule[Symbol.dispose]());
  return Object.assign(given, { schedule });
}

test('a refresh that is due is done once, when the computer is idle or nobody knows', async (t) => {
  const given = rig(t, {});
  await given.schedule.look();
  assert.deepEqual(given.refreshes, []);
  given.clockMs += 3 * minuteMs;
  given.idleMs = 9 * minuteMs;
  await given.schedule.look();
  assert.deepEqual(given.refreshes, []);
  given.idleMs = 10 * minuteMs;
  await Promise.all([given.schedule.look(), given.schedule.look()]);
  await given.schedule.look();
  assert.deepEqual(given.refreshes, [true]);
  given.clockMs += 30 * 60 * minuteMs;
  given.idleMs = null;
  given.isBusy = true;
  await given.schedule.look();
  given.isBusy = false;
  await given.schedule.look();
  assert.deepEqual(given.refreshes, [true, false]);
});

test('a changed schedule holds at once, and a refresh that was asked for counts', async (t) => {
  const given = rig(t, { idle_after: 0 }, { lastMs: Date.parse('2026-05-20T11:00Z') });
  given.clockMs += 5 * minuteMs;
  await given.schedule.look();
  given.rules = { ...given.rules, daily_time: new Date(given.clockMs - 1_000).toTimeString().slice(0, 5) };
  given.clockMs += 24 * 60 * minuteMs;
  given.schedule.began();
  await given.schedule.look();
  assert.deepEqual(given.refreshes, []);
  given.clockMs += 24 * 60 * minuteMs;
  await given.schedule.look();
  assert.deepEqual(given.refreshes, [null]);
});

test('at the start it refreshes if the document says so, and if there is an index to refresh', async (t) => {
  const rigs = [
    rig(t, { on_startup: true }),
    rig(t, { on_startup: true }, { hasIndex: true }),
    rig(t, { on_startup: true, on_startup_only_if_exists: false }),
    rig(t, {}, { hasIndex: true }),
  ];
  await new Promise((resolve) => setTimeout(resolve, 50).unref());
  assert.deepEqual(
    rigs.map(({ refreshes }) => refreshes.length),
    [0, 1, 1, 0],
  );
});
