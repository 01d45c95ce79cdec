/** A component in a process of its own, with the test as its supervisor. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import type { FromComponent } from '../contract/components.ts';

const module = JSON.stringify(path.join(import.meta.dirname, 'component.ts'));
/** Fails at what it is told, in the two ways there are, and answers what comes after. */
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
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-component-'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', more + program], {
    env: { ...process.env, HUB_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  t.after(() => {
    child.kill('SIGKILL');
    fs.rmSync(home, { recursive: true, force: true });
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

test('a component that can not deal with a message goes on with the next one, and says so without what stands in it', async (t) => {
  const { child, heard, logged } = await start(t);
  const settled = heard('tell');
  for (const fragmentId of [1, 2, 3]) child.send({ kind: 'told', from: 'python_core', message: { kind: 'save', fragmentId } });
  assert.deepEqual(await settled, { kind: 'tell', to: 'python_core', message: { kind: 'settled', fragmentId: 3 } });
  const failures = () => logged().filter(({ event }) => event === 'message not dealt with');
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

test('a component logs messages that nobody understands by their kind, and once however many there are', async (t) => {
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

test('a component that waits for a disk which does not answer ends all the same, by itself and asked to', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-component-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const fifo = path.join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  // To open it waits for a writer, who never comes.
  const asks = `import { open } from 'node:fs'; open(${JSON.stringify(fifo)}, 'r', () => {});`;
  for (const end of [(child: ChildProcess) => child.disconnect(), (child: ChildProcess) => child.send({ kind: 'stop' })]) {
    const { child } = await start(t, asks);
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(10_000) });
    end(child);
    await ended;
  }
});
