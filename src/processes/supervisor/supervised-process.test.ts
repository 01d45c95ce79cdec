import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { ComponentMessage } from '../../contract/components.ts';
import { rememberingLog } from '../fake-component.ts';
import { SupervisedProcess } from './supervised-process.ts';

const patientMs = 20_000;
const ready = "process.send({ kind: 'ready', port: 4242 }); setInterval(() => process.send({ kind: 'alive' }), 100);";
const stops = "process.on('message', (m) => { if (m.kind === 'stop') process.exit(0) }); process.on('disconnect', () => process.exit(0));";
const lives = 'setInterval(() => {}, 1e6);';

interface Rig {
  readonly component: SupervisedProcess;
  readonly folder: string;
  readonly logged: string[];
  readonly told: [string, ComponentMessage][];
  readonly until: (condition: () => boolean) => Promise<void>;
}

/** A component that runs `program`, JavaScript text. `folder` is its working place, in `process.env.FOLDER`. */
function rig(t: TestContext, program: string, { readyWithinMs = patientMs, stopWithinMs = patientMs, hungAfterMs = patientMs } = {}): Rig {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-supervised-'));
  const programFile = path.join(folder, 'main.cjs');
  fs.writeFileSync(programFile, program);
  const events = new EventEmitter();
  const logged: string[] = [];
  const told: [string, ComponentMessage][] = [];
  const plan = { id: 'clipboard', program: 'main.cjs', after: [], readyWithinMs, stopWithinMs } as const;
  const component = new SupervisedProcess({
    plan,
    programFile,
    env: { ...process.env, FOLDER: folder },
    log: rememberingLog((line) => {
      logged.push(line);
      events.emit('log');
    }),
    onTell: (to, message) => void told.push([to, message]),
    showOutput: false,
    hungAfterMs,
  });
  t.after(() => {
    component.killNow();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await once(events, 'log');
    await new Promise(setImmediate); // the line comes before the state that it tells of
  };
  return { component, folder, logged, told, until };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a component', () => {
  test('is starting until it says that it is ready, and then running', async (t) => {
    const program = `process.on('message', (m) => { if (m.kind === 'told') { ${ready} } }); ${stops}
      process.send({ kind: 'tell', to: 'hub', message: { kind: 'offered', requestId: 1, ok: true } });`;
    const { component, told } = rig(t, program);
    const started = [component.start(), component.start()];
    const { pid } = component.status;
    while (told.length === 0) await new Promise(setImmediate);
    assert.equal(component.status.state, 'starting');
    component.send({ kind: 'told', from: 'hub', message: { kind: 'save', fragmentId: 1 } });
    await Promise.all(started);
    assert.equal(component.status.state, 'running');
    assert.equal(component.status.pid, pid, 'a second start is the same one');
    assert.equal(component.port, 4242);
    await component.stop();
    assert.deepEqual({ ...component.status }, { state: 'stopped', pid: null, restarts: 0, reason: null, uptimeSeconds: null });
    assert.equal(component.port, null);
  });

  test('that lacks something is degraded and says what, before it is ready and after', async (t) => {
    const program = `process.send({ kind: 'condition', degraded: 'no display' }); ${ready} ${stops}
      process.on('message', (m) => { if (m.kind === 'told') process.send({ kind: 'condition', degraded: null }) });`;
    const { component, until } = rig(t, program);
    await component.start();
    assert.deepEqual([component.status.state, component.status.reason, component.isUp], ['degraded', 'no display', true]);
    component.send({ kind: 'told', from: 'hub', message: { kind: 'save', fragmentId: 1 } });
    await until(() => component.status.state === 'running');
    assert.equal(component.status.reason, null);
  });

  test('passes on what it tells others, and nothing of another form', async (t) => {
    const program = `process.send({ kind: 'tell', to: 'python_core', message: { kind: 'captured', captureId: 1 } });
      process.send({ kind: 'tell', to: '__proto__', message: { kind: 'captured', captureId: 1 } });
      process.send({ kind: 'tell', to: 'python_core', message: { kind: 'captured', captureId: 'x' } });
      process.send(null); process.send('x'.repeat(1e6)); ${ready} ${stops}`;
    const { component, told } = rig(t, program);
    await component.start();
    assert.deepEqual(told, [['python_core', { kind: 'captured', captureId: 1 }]]);
  });

  test('that writes without end is read and thrown away', async (t) => {
    const program = `const line = 'x'.repeat(1e6); let n = 0;
      const pour = () => { while (n++ < 40) if (!process.stdout.write(line)) return process.stdout.once('drain', pour); ${ready} }; pour(); ${stops}`;
    const { component } = rig(t, program);
    await component.start();
    assert.equal(component.status.state, 'running');
  });
});

describe('a component that ends by itself', () => {
  test('is started again, and counted', async (t) => {
    const { component, until } = rig(t, `${ready} ${stops}`);
    await component.start();
    const first = component.status.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => component.status.state === 'backoff');
    assert.equal(component.status.reason, 'ended by SIGKILL');
    await until(() => component.status.state === 'running');
    assert.equal(component.status.restarts, 1);
    assert.notEqual(component.status.pid, first);
  });

  test('with the code for a wrong configuration is not started again', async (t) => {
    const { component } = rig(t, 'process.exit(78)');
    await component.start();
    assert.deepEqual([component.status.state, component.status.restarts], ['failed', 0]);
    assert.equal(component.status.reason, 'ended with code 78; hub restart clipboard tries again');
  });

  test('takes what it started along', async (t) => {
    const program = `const { spawn } = require('child_process'); const child = spawn(process.execPath, ['-e', '${lives}'], { stdio: 'ignore' });
      require('fs').writeFileSync(process.env.FOLDER + '/pid', String(child.pid)); ${ready} ${stops}`;
    const { component, folder } = rig(t, program);
    await component.start();
    const grandchild = Number(fs.readFileSync(path.join(folder, 'pid'), 'utf8'));
    assert.ok(isAlive(grandchild));
    await component.stop();
    await gone(grandchild);
  });

  test('whose program is missing fails like any other', async (t) => {
    const { component, folder } = rig(t, '');
    fs.rmSync(path.join(folder, 'main.cjs'));
    await component.start();
    assert.deepEqual([component.status.state, component.status.reason], ['backoff', 'ended with code 1']);
  });
});

describe('a component that hangs', () => {
  test('before it is ready is killed, and tried again', async (t) => {
    const { component } = rig(t, lives, { readyWithinMs: 300 });
    await component.start();
    assert.equal(component.status.state, 'backoff');
    assert.equal(component.status.reason, 'was not ready in time; ended by SIGKILL');
  });

  test('while it runs is found by its silence, killed, and started again', async (t) => {
    const { component, until, logged } = rig(t, `${ready} ${stops}`, { hungAfterMs: 1_000 });
    await component.start();
    const { pid } = component.status;
    process.kill(pid ?? 0, 'SIGSTOP');
    await until(() => component.status.state === 'backoff');
    assert.equal(component.status.reason, 'did not answer; ended by SIGKILL');
    await until(() => component.status.state === 'running');
    assert.notEqual(component.status.pid, pid);
    assert.ok(logged.includes('ERROR component hangs, it is killed'));
  });
});

describe('stopping a component', () => {
  test('kills one that does not listen, with all that it started', async (t) => {
    const stubborn = "process.on('SIGTERM', () => {}); process.on('message', () => {}); process.on('disconnect', () => {});";
    const program = `const { spawn } = require('child_process'); ${stubborn}
      const child = spawn(process.execPath, ['-e', "${lives}"], { stdio: 'ignore' });
      require('fs').writeFileSync(process.env.FOLDER + '/pid', String(child.pid)); ${ready}`;
    const { component, folder, logged } = rig(t, program, { stopWithinMs: 200 });
    await component.start();
    const pids = [component.status.pid ?? 0, Number(fs.readFileSync(path.join(folder, 'pid'), 'utf8'))];
    await component.stop();
    assert.equal(component.status.state, 'stopped');
    await Promise.all(pids.map(gone));
    assert.ok(logged.includes('WARN component killed, it did not stop in time'));
  });

  test('twice, or while it waits for its next start, stops it once', async (t) => {
    const { component, until, logged } = rig(t, `${ready} ${stops}`);
    await component.start();
    await Promise.all([component.stop(), component.stop()]);
    assert.equal(component.status.state, 'stopped');
    await component.start();
    process.kill(component.status.pid ?? 0, 'SIGKILL');
    await until(() => component.status.state === 'backoff');
    await component.stop();
    assert.equal(component.status.state, 'stopped');
    assert.equal(logged.filter((line) => line === 'ERROR component ended').length, 1);
  });
});

describe('restarting a component', () => {
  test('starts one that is not running, and gives one that runs another process', async (t) => {
    const { component } = rig(t, `${ready} ${stops}`);
    assert.equal(await component.restart(patientMs), true);
    const { pid } = component.status;
    assert.equal(await component.restart(patientMs), true);
    assert.notEqual(component.status.pid, pid);
    assert.ok(!isAlive(pid ?? 0));
  });

  test('twice at the same time is one restart, and both hear of it', async (t) => {
    const { component } = rig(t, `${ready} ${stops}`);
    await component.start();
    assert.deepEqual(await Promise.all([component.restart(patientMs), component.restart(patientMs)]), [true, true]);
    assert.equal(component.status.state, 'running');
    assert.equal(component.status.restarts, 1);
  });

  test('mends one that was given up, and forgets its failures', async (t) => {
    const { component, folder } = rig(
      t,
      `if (!require('fs').existsSync(process.env.FOLDER + '/mended')) process.exit(78); ${ready} ${stops}`,
    );
    await component.start();
    assert.equal(component.status.state, 'failed');
    assert.equal(await component.restart(patientMs), false);
    fs.writeFileSync(path.join(folder, 'mended'), '');
    assert.equal(await component.restart(patientMs), true);
    assert.equal(component.status.state, 'running');
  });

  test('tells in time when it takes too long, whether in stopping or in starting', async (t) => {
    const { component } = rig(t, `${ready} process.on('message', () => {});`, { stopWithinMs: 3_000 });
    await component.start();
    const startedAtMs = performance.now();
    assert.equal(await component.restart(100), false);
    assert.ok(performance.now() - startedAtMs < 2_500);
  });

  test('does not bring back one that was retired meanwhile', async (t) => {
    const { component } = rig(t, `${ready} ${stops}`);
    await component.start();
    const restarted = component.restart(patientMs);
    await component.retire();
    assert.equal(await restarted, false);
    assert.deepEqual([component.status.state, component.status.pid], ['stopped', null]);
    assert.equal(await component.restart(patientMs), false);
  });
});
