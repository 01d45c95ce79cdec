import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import type { ComponentPlan } from './components.ts';
import { createSupervisor, type Supervisor, type SupervisorOptions } from './supervisor.ts';
import { commandRuns } from './verbs/command-runs.ts';
import { controlPipe } from './verbs/control-pipe.ts';

const patientMs = 20_000;

/** Records when it is started, receives a message, and is stopped. */
const program = `
const say = (word) => require('fs').appendFileSync(process.env.DIARY, word + ' ' + require('path').basename(__filename, '.cjs') + '\\n');
say('start');
process.on('message', (m) => {
  if (m.kind === 'told') say('told-' + m.from);
  if (m.kind === 'stop') { say('stop'); process.exit(0); }
});
process.on('disconnect', () => process.exit(0));
`;
const ready = "process.send({ kind: 'ready', port: 4242 });";

type Id = ComponentPlan['id'];
const plan = (
  id: Id,
  stopsBefore: ComponentPlan['stopsBefore'],
  program: string | null = `${id}.cjs`,
  stopWithinMs = patientMs,
): ComponentPlan => {
  return { id, program, stopsBefore, readyWithinMs: patientMs, stopWithinMs, niceness: 0 };
};
const usualPlans = [
  plan('clipboard', ['python_core']),
  plan('python_core', ['settings_host']),
  plan('settings_host', []),
  { ...plan('hub', [], null), absentBecause: 'no window here' },
];

function rig(
  t: TestContext,
  plans = usualPlans,
  programs: Partial<Record<Id, string>> = {},
  more: Partial<SupervisorOptions> = {},
): { supervisor: Supervisor; diary: () => string[] } {
  const folder = temporaryHome(t, () => supervisor.stop(1_000));
  const diary = path.join(folder, 'diary');
  fs.writeFileSync(diary, '');
  for (const { id } of plans) fs.writeFileSync(path.join(folder, `${id}.cjs`), programs[id] ?? program + ready);
  const supervisor = createSupervisor({
    log: rememberingLog(() => {}),
    env: () => ({ ...process.env, DIARY: diary }),
    showOutput: false,
    plans,
    programs: folder,
    ...more,
  });
  return { supervisor, diary: () => fs.readFileSync(diary, 'utf8').split('\n').slice(0, -1) };
}

const states = (supervisor: Supervisor): Readonly<Record<string, string>> =>
  Object.fromEntries(supervisor.status().map(({ id, state }) => [id, state]));

test('components start a few at a time, in the order of the table, and stop after those that stop before them', async (t) => {
  const order = ['clipboard', 'python_core', 'settings_host'];
  const { supervisor, diary } = rig(t, usualPlans, {}, { startsAtOnce: 1 });
  await supervisor.start();
  assert.deepEqual(states(supervisor), {
    supervisor: 'running',
    clipboard: 'running',
    python_core: 'running',
    settings_host: 'running',
    hub: 'stopped',
  });
  assert.equal(supervisor.status().at(-1)?.reason, 'no window here');
  assert.deepEqual(supervisor.ports(), { bridge: 4242, web: null });
  await Promise.all([supervisor.stop(patientMs), supervisor.stop(patientMs)]);
  assert.deepEqual(diary(), [...order.map((id) => `start ${id}`), ...order.map((id) => `stop ${id}`)]);
  assert.deepEqual(states(supervisor), {
    supervisor: 'stopping',
    clipboard: 'stopped',
    python_core: 'stopped',
    settings_host: 'stopped',
    hub: 'stopped',
  });
});

test('a component that starts slowly holds up none beside it, and no more start at once than are to', async (t) => {
  const { supervisor, diary } = rig(t, usualPlans, { clipboard: program, python_core: program }, { startsAtOnce: 2 });
  void supervisor.start();
  await until('both starts', () => diary().length === 2);
  assert.deepEqual(diary().toSorted(), ['start clipboard', 'start python_core']);
  assert.equal(states(supervisor).settings_host, 'stopped');
  const beside = rig(t, usualPlans, { clipboard: program }, { startsAtOnce: 2 });
  void beside.supervisor.start();
  await until('the last one', () => states(beside.supervisor).settings_host === 'running');
  assert.equal(states(beside.supervisor).clipboard, 'starting');
});

test('a component that fails neither delays the start of those after it nor stops the others', async (t) => {
  const { supervisor } = rig(t, usualPlans, { python_core: 'process.exit(78)' });
  await supervisor.start();
  assert.deepEqual(states(supervisor), {
    supervisor: 'running',
    settings_host: 'running',
    python_core: 'failed',
    clipboard: 'running',
    hub: 'stopped',
  });
});

test('a message is forwarded with the name of its sender, and lost if its receiver is not running; one for an unknown component is logged once', async (t) => {
  const logged: string[] = [];
  const tell = (to: string): string => `process.send({ kind: 'tell', to: '${to}', message: { kind: 'captured', captureId: null } });`;
  const { supervisor, diary } = rig(
    t,
    usualPlans,
    {
      clipboard: `${program} ${tell('hub')} ${tell('supervisor')} ${tell('web_listener')} ${tell('python_core')} ${ready}`,
    },
    { log: rememberingLog((line) => logged.push(line)) },
  );
  await supervisor.start();
  await until('the message', () => diary().includes('told-clipboard python_core'));
  assert.deepEqual(
    logged.filter((line) => line.includes('message')),
    [...Array.from({ length: 4 }, () => 'DEBUG message').toSpliced(2, 0, 'WARN message for nobody')],
  );
});

test('each end of a process is heard: one that was killed, and one that was asked to stop', async (t) => {
  const ended: string[] = [];
  const { supervisor } = rig(t, usualPlans, {}, { hearEnd: (id) => void ended.push(id) });
  await supervisor.start();
  const core = () => supervisor.status().find(({ id }) => id === 'python_core');
  const first = core()?.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await until('another one', () => core()?.state === 'running' && core()?.pid !== first);
  assert.deepEqual(ended, ['python_core']);
  await supervisor.stop(patientMs);
  assert.equal(ended.filter((id) => id === 'python_core').length, 2);
});

test('a stop during the start starts nothing more', async (t) => {
  const { supervisor, diary } = rig(t, usualPlans, { clipboard: program }, { startsAtOnce: 1 });
  const started = supervisor.start();
  await until('the start', () => diary().includes('start clipboard'));
  await supervisor.stop(patientMs);
  await started;
  assert.deepEqual(diary(), ['start clipboard', 'stop clipboard']);
});

test('a component that does not stop within the total time is killed, and nothing is restarted', async (t) => {
  const stubborn = `process.on('message', () => {}); ${ready}`;
  const { supervisor } = rig(t, usualPlans, { clipboard: stubborn, python_core: stubborn });
  await supervisor.start();
  const startedAtMs = performance.now();
  await supervisor.stop(200);
  assert.ok(performance.now() - startedAtMs < 10_000);
  assert.ok(
    supervisor
      .status()
      .slice(1)
      .every(({ state, pid }) => state === 'stopped' && pid === null),
  );
});

test('a restart of an unknown component does nothing, whatever the name', async (t) => {
  const { supervisor, diary } = rig(t);
  for (const id of ['', ' clipboard', 'Clipboard', '__proto__', 'constructor', 'clipboard\0', 'x'.repeat(10_000)]) {
    assert.deepEqual(await supervisor.restart(id, patientMs), { ok: false, error: 'unknown_component' }, id.slice(0, 20));
  }
  assert.deepEqual(diary(), []);
});

test('the supervisor can not be restarted as a component, and the answer says what to do', async (t) => {
  const answer = await rig(t).supervisor.restart('supervisor', patientMs);
  assert.ok(!answer.ok && answer.error === 'unknown_component' && answer.detail?.includes('hub stop'));
});

test('a component that was held back is stopped with the reason, and a restart starts it', async (t) => {
  const { supervisor, diary } = rig(t, [plan('clipboard', []), { ...plan('hub', ['clipboard']), heldBack: 'not wanted' }]);
  await supervisor.start();
  const { state, reason } = supervisor.status().at(-1) ?? {};
  assert.deepEqual([state, reason, diary()], ['stopped', 'not wanted', ['start clipboard']]);
  assert.ok((await supervisor.restart('hub', patientMs)).ok);
  const restarted = supervisor.status().at(-1);
  assert.deepEqual([restarted?.state, restarted?.reason], ['running', null]);
  assert.deepEqual(diary(), ['start clipboard', 'start hub']);
});

test("a failed restart returns the component's own reason", async (t) => {
  const blind = "process.send({ kind: 'condition', degraded: 'nothing to see' }, () => process.exit(69));";
  const { supervisor } = rig(t, [plan('hub', [])], { hub: blind });
  assert.deepEqual(await supervisor.restart('hub', patientMs), { ok: false, error: 'failed', detail: 'nothing to see' });
});

test('a message of the supervisor itself is delivered, or the result says why not', async (t) => {
  const { supervisor, diary } = rig(t, usualPlans, { settings_host: program });
  const message = { kind: 'save', fragmentId: 1 } as const;
  assert.equal(await supervisor.deliver('hub', message, patientMs), 'absent');
  assert.equal(await supervisor.deliver('save_worker', message, patientMs), 'absent');
  void supervisor.start();
  assert.equal(await supervisor.deliver('settings_host', message, 50), 'not-up', 'it never says that it is ready');
  const delivered = supervisor.deliver('clipboard', message, patientMs);
  await supervisor.restart('clipboard', patientMs);
  assert.equal(await delivered, 'delivered');
  await until('the message', () => diary().includes('told-supervisor clipboard'));
});

test('each process is recorded while it lives, with the instance in its environment', async (t) => {
  const written: string[] = [];
  const record = {
    instance: 'the-instance',
    started: async (id: string, pid: number) => void written.push(`started ${id} ${pid}`),
    ended: async (id: string) => void written.push(`ended ${id}`),
    [Symbol.asyncDispose]: async () => {},
  };
  const saysInstance = `require('fs').appendFileSync(process.env.DIARY, process.env.HUB_INSTANCE + '\\n'); ${ready} ${program}`;
  const { supervisor, diary } = rig(t, [plan('clipboard', [])], { clipboard: saysInstance }, { record });
  await supervisor.start();
  const pid = supervisor.status()[1]?.pid;
  await supervisor.stop(patientMs);
  assert.deepEqual(written, [`started clipboard ${pid}`, 'ended clipboard']);
  assert.equal(diary()[0], 'the-instance');
});

/** Records what it is asked to show. */
function notingOpener() {
  const shown: unknown[] = [];
  const show = (as: string) => async (target: string) => {
    shown.push([as, target]);
    return target.includes('bad') ? ({ ok: false, reason: 'refused' } as const) : ({ ok: true, value: null } as const);
  };
  return { shown, opener: { open: show('itself'), openFile: show('file'), reveal: show('folder'), openAddress: show('address') } };
}

test('the control pipe opens what the window requests: never a file that could run, and nothing without a place', async (t) => {
  const { supervisor } = rig(t);
  const { shown, opener } = notingOpener();
  const ask = controlPipe({
    places: { home: '/h', logs: '/nowhere/Logs', exports: '/nowhere/exports' },
    supervisor,
    opener,
    runCommand: commandRuns({ env: {} }),
    desktop: { offer: async () => ({ ok: true, verdict: 'same' }) },
    workspace: () => '/w',
    shutdown: () => {},
  });
  const open = (as: string, target: unknown) => ask({ op: 'open', as, target });
  for (const [as, target] of [
    ['file', '/w/notes.md'],
    ['file', '/w/run.py'],
    ['folder', '/w/notes.md'],
    ['folder', '/w/notes/'],
    ['address', 'https://a.example/'],
    ['own-page', '/nowhere/exports/hub-support-2026-03-01-090507.html'],
  ] as const)
    assert.deepEqual(await open(as, target), { ok: true });
  const expected = [
    ['file', '/w/notes.md'],
    ['folder', '/w/run.py'],
    ['folder', '/w/notes.md'],
    ['itself', '/w/notes/'],
    ['address', 'https://a.example/'],
    ['file', '/nowhere/exports/hub-support-2026-03-01-090507.html'],
  ];
  const strangers = [
    '/nowhere/exports/other.html',
    '/nowhere/exports/x/hub-support-2026-03-01-090507.html',
    '/nowhere/exports/hub-support-2026-03-01-090507.zip',
  ];
  for (const target of strangers) assert.equal((await open('own-page', target)).ok, false, target);
  assert.deepEqual(shown, expected);
  // Of web pages, which may hold scripts, only those that Hub made.
  const page = '/nowhere/Logs/exports/hub-log-2026-03-01-090507042.html';
  assert.deepEqual(await open('own-page', page), { ok: true });
  assert.deepEqual(shown.pop(), ['file', page]);
  for (const other of [
    '/w/hub-log-2026-03-01-090507042.html',
    '/nowhere/Logs/exports/other.html',
    `${page}/../../../../w/x.html`,
    'hub.html',
  ])
    assert.equal((await open('own-page', other)).ok, false, other);
  for (const target of ['-e', 'run', './x', 'sftp://host/x']) assert.equal((await open('file', target)).ok, false);
  assert.equal(shown.length, expected.length);
  assert.deepEqual(await open('folder', '/bad'), {
    ok: false,
    error: 'failed',
    detail: 'It could not be opened. Check which program opens such files.',
  });
  for (const [as, target] of [
    ['file', ''],
    ['file', 7],
    ['program', '/bin/sh'],
    ['file', `/${'x'.repeat(20_000)}`],
  ] as const)
    assert.deepEqual(await open(as, target), { ok: false, error: 'bad_request' });
});

test('work that needs some components stopped has them stopped in order, and started again', async (t) => {
  const { supervisor, diary } = rig(t);
  await supervisor.start();
  const before = diary().length;
  const during: string[] = [];
  await supervisor.whileStopped(['python_core', 'clipboard'], 'a moment', async () => {
    during.push(
      ...diary().slice(before),
      supervisor
        .status()
        .map(({ id, state, reason }) => `${id} ${state} ${reason}`)
        .join(),
    );
  });
  assert.deepEqual(during.slice(0, 2), ['stop clipboard', 'stop python_core']);
  assert.match(during[2] ?? '', /clipboard starting a moment,python_core starting a moment,settings_host running null/);
  assert.deepEqual(diary().slice(before + 2), ['start clipboard', 'start python_core']);
  assert.ok(supervisor.status().every(({ id, state }) => state === 'running' || id === 'hub'));
});

test('what is stopped for a moment while Hub moves to another desktop knows that it has moved when it is back', async (t) => {
  const moved = `require('fs').appendFileSync(process.env.DIARY, 'moved ' + process.env.HUB_MOVED + '\\n');`;
  const plans = usualPlans.map((each) => (each.id === 'clipboard' ? { ...each, usesDesktop: true } : each));
  const { supervisor, diary } = rig(t, plans, { clipboard: program + moved + ready });
  await supervisor.start();
  await supervisor.whileStopped(['clipboard'], 'a moment', () => supervisor.renewOnDesktop(plans));
  assert.deepEqual(
    diary().filter((line) => line.startsWith('moved')),
    ['moved undefined', 'moved 1'],
  );
});

test('the control pipe restarts components, and gives the reason if it can not', async (t) => {
  const { supervisor } = rig(t);
  const shutdowns: number[] = [];
  const { opener } = notingOpener();
  const ask = controlPipe({
    places: { home: '/h', logs: '/nowhere/Logs', exports: '/nowhere/exports' },
    supervisor,
    opener,
    runCommand: commandRuns({ env: {} }),
    desktop: { offer: async () => ({ ok: true, verdict: 'same' }) },
    workspace: () => '/w',
    shutdown: (timeoutMs) => shutdowns.push(timeoutMs),
  });
  const restart = (componentId: unknown, timeoutMs?: number) => ask({ op: 'restart', componentId, timeoutMs });
  const restarted = await restart('clipboard', patientMs);
  assert.ok(restarted.ok && 'pid' in restarted);
  assert.equal(restarted.pid, supervisor.status().find(({ id }) => id === 'clipboard')?.pid);
  for (const id of ['', '__proto__', 'constructor', '../x', 'clipboard;rm', 'CLIPBOARD', 'save_worker']) {
    assert.deepEqual(await restart(id), { ok: false, error: 'unknown_component' }, id);
  }
  assert.deepEqual(await restart('hub'), { ok: false, error: 'failed', detail: 'no window here' });
  const malformed = [null, [], 1, 'status', {}, { op: '__proto__' }, { op: 'restart' }];
  const wrongTimes = [0, -1, 1.5, 60_001, '5', null, Number.NaN].map((timeoutMs) => ({
    op: 'restart',
    componentId: 'clipboard',
    timeoutMs,
  }));
  for (const request of [...malformed, ...wrongTimes]) assert.deepEqual(await ask(request), { ok: false, error: 'bad_request' });
  const status = await ask({ op: 'status' });
  assert.ok('components' in status);
  assert.deepEqual([status.home, status.workspace, status.components.length], ['/h', '/w', 5]);
  assert.deepEqual(await ask({ op: 'shutdown' }), { ok: true });
  assert.deepEqual(await ask({ op: 'shutdown', timeoutMs: 7 }), { ok: true });
  assert.deepEqual(shutdowns, [10_000, 7]);
});

test('a restart is refused during a stop, and one in progress brings nothing back', async (t) => {
  const { supervisor } = rig(t);
  await supervisor.start();
  const underWay = supervisor.restart('python_core', patientMs);
  const stopped = supervisor.stop(patientMs);
  assert.deepEqual(await supervisor.restart('clipboard', patientMs), { ok: false, error: 'stopping' });
  assert.deepEqual(await underWay, { ok: false, error: 'stopping' });
  await stopped;
  assert.ok(
    supervisor
      .status()
      .slice(1)
      .every(({ pid }) => pid === null),
  );
});
