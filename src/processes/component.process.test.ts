/** A component in a process of its own, with the test as its supervisor. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeFifo } from '../../test/harness/strange-files.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import type { FromComponent } from '../contract/components.ts';

const module = JSON.stringify(path.join(import.meta.dirname, 'component.ts'));
/** Fails on certain messages, in both possible ways, and answers the following ones. */
const program = `
  import { becomeComponent } from ${module};
  using component = becomeComponent('save_worker', process.env);
  component.onTold((message) => {
    if (message.fragmentId === 1) throw new Error('canary');
    if (message.fragmentId === 2) return Promise.reject(new Error('canary'));
    component.tell('python_core', { kind: 'settled', fragmentId: message.fragmentId });
  });
  component.ready();
  await component.stopRequested;`;

interface Rig {
  readonly child: ChildProcess;
  /** Resolves to the next message of that kind. */
  heard(kind: FromComponent['kind']): Promise<FromComponent>;
  logged(): readonly Readonly<Record<string, unknown>>[];
}

async function start(t: TestContext, more = ''): Promise<Rig> {
  const home = temporaryHome(t, () => child.kill('SIGKILL'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', more + program], {
    env: { ...process.env, HUB_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const said: FromComponent[] = [];
  child.on('message', (message: FromComponent) => said.push(message));
  const heard = (kind: FromComponent['kind']): Promise<FromComponent> =>
    until(kind, () => {
      const at = said.findIndex((message) => message.kind === kind);
      return at === -1 ? undefined : said.splice(0, at + 1).at(-1);
    });
  await heard('ready');
  const log = path.join(home, 'Logs', 'save_worker.log');
  return {
    child,
    heard,
    logged: () =>
      fs
        .readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

test('a component that can not handle a message continues with the next one, and logs that without its content', async (t) => {
  const { child, heard, logged } = await start(t);
  const settled = heard('tell');
  for (const fragmentId of [1, 2, 3]) child.send({ kind: 'told', from: 'python_core', message: { kind: 'save', fragmentId } });
  assert.deepEqual(await settled, { kind: 'tell', to: 'python_core', message: { kind: 'settled', fragmentId: 3 } });
  const failures = () => logged().filter(({ event }) => event === 'message not handled');
  await until('second failure', () => failures().length === 2);
  assert.deepEqual(
    failures().map(({ level, kind }) => ({ level, kind })),
    Array.from({ length: 2 }, () => ({ level: 'ERROR', kind: 'save' })),
  );
  assert.doesNotMatch(JSON.stringify(logged()), /canary/);
  const ended = once(child, 'exit');
  child.send({ kind: 'stop' });
  assert.deepEqual(await ended, [0, null]);
});

test('a component logs messages of an unknown form by their kind, once, however many there are', async (t) => {
  const { child, heard, logged } = await start(t);
  const settled = heard('tell');
  const strange = [{ kind: 'told', message: { kind: 'canary' } }, 'canary', { kind: 'canary' }, [], { stop: true }];
  for (const message of [...strange, ...strange]) child.send(message);
  child.send({ kind: 'told', from: 'python_core', message: { kind: 'save', fragmentId: 3 } });
  await settled;
  assert.deepEqual(
    logged().flatMap(({ event, level, kind, heldBack }) => (event === 'message not understood' ? [{ level, kind, heldBack }] : [])),
    [{ level: 'WARN', kind: 'told', heldBack: 0 }],
  );
  assert.doesNotMatch(JSON.stringify(logged()), /canary/);
});

test('a component that waits for a disk which does not respond exits all the same, by itself and on request', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = temporaryHome(t);
  const fifo = path.join(folder, 'fifo');
  makeFifo(fifo);
  // Opening it waits for a writer, which never comes.
  const asks = `import { open } from 'node:fs'; open(${JSON.stringify(fifo)}, 'r', () => {});`;
  for (const end of [(child: ChildProcess) => child.disconnect(), (child: ChildProcess) => child.send({ kind: 'stop' })]) {
    const { child } = await start(t, asks);
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(10_000) });
    end(child);
    await ended;
  }
});

test('a thread that can not be started is what a component reports, whatever else is missing but room on its disk, until it works again', async (t) => {
  const { child, heard } = await start(
    t,
    `process.on('message', ({ says }) => {
      if (says !== undefined) says.thread === undefined ? component.degraded(says.reason) : component.threadFails(says.thread)(says.fails);
    });`,
  );
  const told = async (says: object): Promise<string | null> => {
    const condition = heard('condition');
    child.send({ kind: 'test', says });
    const { degraded } = (await condition) as Extract<FromComponent, { kind: 'condition' }>;
    return degraded;
  };
  assert.equal(await told({ reason: 'a port is taken' }), 'a port is taken');
  assert.match(String(await told({ thread: 'journal', fails: true })), /^a part of Hub can no longer be started.+hub start$/);
  const held = (why: string) => `the journal cannot be written to now${why}; copies are held in memory; 2 missed meanwhile`;
  assert.match(String(await told({ reason: held(' (its disk is slow)') })), /^a part of Hub.+; 2 missed meanwhile$/);
  assert.equal(await told({ reason: held(': the disk is full') }), held(': the disk is full'), 'a stop would lose copies');
  assert.match(String(await told({ reason: null })), /^a part of Hub/);
  assert.match(String(await told({ thread: 'judge', fails: true })), /^a part of Hub/);
  assert.match(String(await told({ thread: 'journal', fails: false })), /^a part of Hub/);
  assert.equal(await told({ thread: 'judge', fails: false }), null);
});
