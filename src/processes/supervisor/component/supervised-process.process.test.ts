import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until as pollUntil } from '../../../../test/harness/until.ts';
import { type ComponentMessage, exitCodes } from '../../../contract/components.ts';
import { LastLines } from './failed-log.ts';
import { SupervisedProcess } from './supervised-process.ts';

const patientMs = 20_000;
const ready = "process.send({ kind: 'ready', port: 4242 }); setInterval(() => process.send({ kind: 'alive' }), 100);";
const stops = "process.on('message', (m) => { if (m.kind === 'stop') process.exit(0) }); process.on('disconnect', () => process.exit(0));";
const lives = 'setInterval(() => {}, 1e6);';
const answers = `process.on('message', (m) => {
  if (m.kind === 'told') process.send({ kind: 'tell', to: 'hub', message: { kind: 'offered', requestId: m.message.fragmentId, ok: true } });
});`;

interface Rig {
  readonly component: SupervisedProcess;
  readonly folder: string;
  readonly logged: string[];
  readonly told: [string, ComponentMessage][];
  readonly until: (condition: () => boolean) => Promise<void>;
}

/** A component that runs `program`, JavaScript text. `folder` is its working directory, in `process.env.FOLDER`. */
function rig(
  t: TestContext,
  program: string,
  {
    readyWithinMs = patientMs,
    stopWithinMs = patientMs,
    hungAfterMs = patientMs,
    env = {},
    fileThreads = 4,
    isBusy = (): boolean => false,
    isHeld = undefined as (() => Promise<boolean>) | undefined,
    isThere = undefined as (() => Promise<boolean>) | undefined,
    keep = undefined as LastLines['keep'] | undefined,
    isDiskFull = async (): Promise<boolean> => false,
  } = {},
): Rig {
  const folder = temporaryHome(t, () => component.killNow());
  const programFile = path.join(folder, 'main.cjs');
  fs.writeFileSync(programFile, program);
  const events = new EventEmitter();
  const logged: string[] = [];
  const told: [string, ComponentMessage][] = [];
  const plan = {
    id: 'clipboard',
    program: 'main.cjs',
    stopsBefore: [],
    readyWithinMs,
    stopWithinMs,
    niceness: 0,
    fileThreads,
    waitsForDisplay: isHeld !== undefined || isThere !== undefined,
  } as const;
  const kept = new LastLines('clipboard', path.join(folder, 'Logs', 'clipboard.log'));
  const component = new SupervisedProcess({
    plan,
    programFile,
    env: () => ({ ...process.env, FOLDER: folder, ...env }),
    log: rememberingLog((line) => {
      logged.push(line);
      events.emit('log');
    }),
    onTell: (to, message) => void told.push([to, message]),
    showOutput: false,
    hungAfterMs,
    isBusy,
    isDiskFull,
    ...(isHeld === undefined ? {} : { isHeld }),
    ...(isThere === undefined ? {} : { isThere }),
    kept: keep === undefined ? kept : { logEnd: () => kept.logEnd(), keep },
  });
  const until = async (condition: () => boolean): Promise<void> => {
    // Not by looking now and then: a state may be a short one.
    const signal = AbortSignal.timeout(patientMs);
    while (!condition()) await once(events, 'log', { signal });
    await new Promise(setImmediate); // the line comes before the state that it reports
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

function tryRead(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

async function gone(pid: number): Promise<void> {
  await pollUntil(`end of ${pid}`, () => !isAlive(pid));
}

describe('a component', () => {
  test('is starting until it reports that it is ready, and then running', async (t) => {
    const program = `process.on('message', (m) => { if (m.kind === 'told') { ${ready} } }); ${stops}
      process.send({ kind: 'tell', to: 'hub', message: { kind: 'offered', requestId: 1, ok: true } });`;
    const { component, told } = rig(t, program);
    const started = [component.start(), component.start()];
    const { pid } = component.status;
    await pollUntil('a word', () => told.length > 0);
    assert.equal(component.status.state, 'starting');
    component.send({ kind: 'told', from: 'hub', message: { kind: 'save', fragmentId: 1 } });
    await Promise.all(started);
    assert.equal(component.status.state, 'running');
    assert.equal(component.status.pid, pid, 'a second start has the same process');
    assert.equal(component.port, 4242);
    await component.stop();
    assert.deepEqual({ ...component.status }, { state: 'stopped', pid: null, restarts: 0, reason: null, uptimeSeconds: null });
    assert.equal(component.port, null);
  });

  test('that is restarted gets the port that it had', async (t) => {
    const program = `require('fs').appendFileSync(process.env.FOLDER + '/ports', (process.env.HUB_LAST_PORT ?? 'none') + ' '); ${ready} ${stops}`;
    const { component, folder } = rig(t, program, { env: { HUB_LAST_PORT: '1' } });
    await component.start();
    await component.restart(patientMs);
    assert.equal(tryRead(path.join(folder, 'ports')), 'none 4242 ');
  });

  test('gets the number of its restarts, and as many threads for its files as its plan says', async (t) => {
    const program = `const { HUB_RESTARTS, UV_THREADPOOL_SIZE } = process.env;
      require('fs').appendFileSync(process.env.FOLDER + '/told', HUB_RESTARTS + ' ' + UV_THREADPOOL_SIZE + ','); ${ready} ${stops}`;
    const { component, folder } = rig(t, program, { fileThreads: 7 });
    await component.start();
    await component.restart(patientMs);
    assert.equal(tryRead(path.join(folder, 'told')), '0 7,1 7,');
    assert.equal(component.status.lastFailure, undefined, 'somebody asked for it');
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

  test('that lacks nothing runs, with its note; what it lacks takes precedence over the note', async (t) => {
    const say = (degraded: string, note: string): string => `process.send({ kind: 'condition', degraded: ${degraded}, note: ${note} });`;
    const program = `${say('null', "'paused'")} ${ready} ${stops} let heard = 0;
      process.on('message', (m) => { if (m.kind !== 'told') return; heard += 1;
        if (heard === 1) ${say("'no display'", "'paused'")} else ${say('null', 'null')} });`;
    const { component } = rig(t, program);
    await component.start();
    const shown = (): string => `${component.status.state}: ${component.status.reason}`;
    assert.equal(shown(), 'running: paused');
    for (const next of ['degraded: no display', 'running: null']) {
      component.send({ kind: 'told', from: 'hub', message: { kind: 'save', fragmentId: 1 } });
      await pollUntil(next, () => shown() === next);
    }
  });

  test('that can not run here is stopped, with its reason, and is not restarted automatically', async (t) => {
    const { component } = rig(t, `process.send({ kind: 'condition', degraded: 'no display here' }, () => process.exit(69));`);
    await component.start();
    assert.deepEqual({ ...component.status }, { state: 'stopped', pid: null, restarts: 0, reason: 'no display here', uptimeSeconds: null });
    await component.stop();
    assert.equal(component.status.reason, 'no display here');
  });

  test('that could not run without a display is started once that is there', async (t) => {
    let looks = 0;
    const isThere = async (): Promise<boolean> => {
      looks += 1;
      return looks > 1;
    };
    const program = `if (process.env.HUB_RESTARTS === '0') process.exit(${exitCodes.noDisplay}); ${ready} ${stops}`;
    const { component, until } = rig(t, program, { isThere });
    await component.start();
    assert.equal(component.status.state, 'stopped');
    await until(() => component.status.state === 'running');
    assert.deepEqual([component.status.restarts, looks], [1, 2]);
    await component.stop();
  });

  test('that sends messages of an unknown form is logged, by their kind and once, however many there are', async (t) => {
    const program = `for (let time = 0; time < 50; time++) process.send({ kind: 'condition', degraded: { secret: 'cän' } });
      ${ready} ${stops}`;
    const { component, logged } = rig(t, program);
    await component.start();
    assert.deepEqual(
      logged.filter((line) => line.includes('not understood')),
      ['WARN message not understood'],
    );
    assert.equal(component.status.state, 'running');
  });

  test('has its messages to others forwarded, and none of an unknown form', async (t) => {
    const program = `process.send({ kind: 'tell', to: 'python_core', message: { kind: 'captured', captureId: 1 } });
      process.send({ kind: 'tell', to: '__proto__', message: { kind: 'captured', captureId: 1 } });
      process.send({ kind: 'tell', to: 'python_core', message: { kind: 'captured', captureId: 'x' } });
      process.send(null); process.send('x'.repeat(1e6)); ${ready} ${stops}`;
    const { component, told } = rig(t, program);
    await component.start();
    assert.deepEqual(told, [['python_core', { kind: 'captured', captureId: 1 }]]);
  });

  test('that writes without end has its output read and discarded, in bounded memory', async (t) => {
    const pour = (stream: string): string => `await new Promise((done) => { let n = 0;
      const pour = () => { while (n++ < 100) if (!process.${stream}.write(line)) return process.${stream}.once('drain', pour); done(); }; pour(); });`;
    const { component } = rig(
      t,
      `const line = 'x'.repeat(1e6); (async () => { ${pour('stdout')} ${pour('stderr')} ${ready} })(); ${stops}`,
    );
    const before = process.memoryUsage.rss();
    await component.start();
    assert.equal(component.status.state, 'running');
    assert.ok(process.memoryUsage.rss() - before < 100e6, 'of 200 MB that were written');
  });

  test('that the system refuses to start has failed, and is tried again', {
    skip: process.platform !== 'linux' && 'needs the limit of Linux for one word of an environment',
  }, async (t) => {
    const { component } = rig(t, ready, { env: { HUGE: 'x'.repeat(200_000) } });
    await component.start();
    assert.deepEqual([component.status.state, component.status.reason], ['backoff', 'could not be started (E2BIG)']);
  });
});

describe('a message that has to arrive', () => {
  const save = (fragmentId: number) => ({ kind: 'told', from: 'supervisor', message: { kind: 'save', fragmentId } }) as const;
  const answered = (told: Rig['told']): readonly number[] =>
    told.flatMap(([, message]) => (message.kind === 'offered' ? [message.requestId] : []));

  test('waits until the component is up', async (t) => {
    const { component, told } = rig(t, `${answers} ${stops} setTimeout(() => { ${ready} }, 100);`);
    const delivered = component.deliver(save(1), patientMs);
    const started = component.start();
    assert.equal(await delivered, true);
    assert.equal(component.status.state, 'running');
    await started;
    assert.equal(await component.deliver(save(2), patientMs), true);
    await pollUntil('both answers', () => answered(told).length === 2);
    assert.deepEqual(answered(told), [1, 2]);
  });

  test('waits for a component that is ending, and is sent to its successor', async (t) => {
    const program = `const fs = require('fs'); const mark = process.env.FOLDER + '/first'; ${stops.replaceAll("'disconnect'", "'never'")}
      if (fs.existsSync(mark)) { ${answers} }
      else { process.on('disconnect', () => { fs.writeFileSync(mark, ''); setTimeout(() => process.exit(1), 300); });
        process.on('message', () => process.disconnect()); }
      ${ready.replaceAll('process.send', 'process.connected && process.send')}`;
    const { component, folder, told } = rig(t, program);
    await component.start();
    const first = component.status.pid;
    component.send(save(1));
    await pollUntil('end of the channel', () => fs.existsSync(path.join(folder, 'first')));
    for (let turn = 1; turn <= 2; turn++) await new Promise(setImmediate); // our end is notified in the next turn
    assert.equal(component.status.pid, first, 'it has not ended yet');
    assert.equal(await component.deliver(save(2), patientMs), true);
    assert.notEqual(component.status.pid, first);
    await pollUntil('answer', () => answered(told).length > 0);
    assert.deepEqual(answered(told), [2]);
  });

  test('is sent to the next process if this one was asked to stop', async (t) => {
    const program = `${answers} ${ready} process.on('message', (m) => { if (m.kind === 'stop') setTimeout(() => process.exit(0), 200) });`;
    const { component, told } = rig(t, program);
    await component.start();
    const first = component.status.pid;
    const restarted = component.restart(patientMs);
    assert.equal(await component.deliver(save(1), patientMs), true);
    assert.notEqual(component.status.pid, first);
    assert.equal(await restarted, true);
    await pollUntil('answer', () => answered(told).length > 0);
  });

  test('waits through failed starts', async (t) => {
    const program = `const fs = require('fs'); const mark = process.env.FOLDER + '/first';
      if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); process.exit(1); } ${answers} ${ready} ${stops}`;
    const { component } = rig(t, program);
    void component.start();
    assert.equal(await component.deliver(save(1), patientMs), true);
    assert.equal(component.status.restarts, 1);
  });

  test('is given up at its deadline, and not before', async (t) => {
    const { component } = rig(t, `${lives} ${stops}`);
    void component.start();
    const startedAtMs = performance.now();
    assert.equal(await component.deliver(save(1), 300), false);
    assert.ok(performance.now() - startedAtMs > 200);
    assert.equal(await component.deliver(save(1), -1), false);
  });
});

describe('a component that ends by itself', () => {
  test('is restarted, and counted', async (t) => {
    const { component, until } = rig(t, `${ready} ${stops}`);
    await component.start();
    const first = component.status.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => component.status.state === 'backoff');
    assert.equal(component.status.reason, 'ended by SIGKILL');
    await until(() => component.status.state === 'running');
    assert.equal(component.status.restarts, 1);
    const { count, at, because } = component.status.lastFailure ?? assert.fail('it did not fail');
    assert.deepEqual([count, because], [1, 'ended by SIGKILL']);
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
    assert.notEqual(component.status.pid, first);
  });

  test('with the code for a wrong configuration is not restarted', async (t) => {
    const { component } = rig(t, 'process.exit(78)');
    await component.start();
    assert.deepEqual([component.status.state, component.status.restarts], ['failed', 0]);
    assert.equal(component.status.reason, 'ended with code 78; hub restart clipboard tries again');
  });

  test('also has the processes that it started killed', async (t) => {
    const program = `const { spawn } = require('child_process'); const child = spawn(process.execPath, ['-e', '${lives}'], { stdio: 'ignore' });
      require('fs').writeFileSync(process.env.FOLDER + '/pid', String(child.pid)); ${ready} ${stops}`;
    const { component, folder } = rig(t, program);
    await component.start();
    const grandchild = Number(fs.readFileSync(path.join(folder, 'pid'), 'utf8'));
    assert.ok(isAlive(grandchild));
    await component.stop();
    await gone(grandchild);
  });

  test('is noticed to have ended even if a process that left its group still holds its output', {
    skip: process.platform !== 'linux' && 'needs setsid',
  }, async (t) => {
    const program = `const child = require('child_process').spawn('setsid', ['sleep', '1000'], { stdio: ['ignore', 'inherit', 'inherit'] });
      require('fs').writeFileSync(process.env.FOLDER + '/pid', String(child.pid)); process.exitCode = 78; process.disconnect(); child.unref();`;
    const { component, folder } = rig(t, program);
    const started = component.start();
    const stray = await pollUntil('stray process', () => Number(tryRead(path.join(folder, 'pid'))) || undefined);
    t.after(() => process.kill(stray, 'SIGKILL'));
    await started;
    assert.equal(component.status.state, 'failed');
    assert.ok(isAlive(stray));
  });

  test('because its program is missing fails like any other', async (t) => {
    const { component, folder } = rig(t, '');
    fs.rmSync(path.join(folder, 'main.cjs'));
    await component.start();
    assert.deepEqual([component.status.state, component.status.reason], ['backoff', 'ended with code 1 (Error.MODULE_NOT_FOUND)']);
  });
});

describe('a component that fails again and again', { concurrency: true }, () => {
  test('and was started by hand since is not given up for its earlier failures, however slow the disk is', async (t) => {
    const program = `const fs = require('fs'); const runs = process.env.FOLDER + '/runs';
      fs.appendFileSync(runs, '.'); process.exit(fs.readFileSync(runs).length === 1 ? ${exitCodes.configuration} : 1);`;
    const kept = Promise.withResolvers<string | null>();
    const { component, logged, until } = rig(t, program, { keep: () => kept.promise });
    void component.start();
    await until(() => logged.includes('CRITICAL component given up'));
    await component.start();
    kept.resolve(null);
    await new Promise(setImmediate);
    assert.deepEqual([component.status.state, component.status.reason], ['backoff', 'ended with code 1']);
  });

  test('is given up after five starts, whatever the wall clock does, and its last lines are kept', async (t) => {
    const program = `const fs = require('fs'); const own = process.env.FOLDER + '/Logs/clipboard.log';
      if (fs.existsSync(process.env.FOLDER + '/mended')) { ${ready} ${stops} }
      else { fs.appendFileSync(own, '{"event":"failing"}\\n'); throw new RangeError('my secret'); }`;
    const { component, folder, until, logged } = rig(t, program);
    fs.mkdirSync(path.join(folder, 'Logs'));
    fs.writeFileSync(path.join(folder, 'Logs', 'clipboard.log'), '{"event":"of an earlier life"}\n');
    const now = Date.now;
    let days = 0;
    t.mock.method(Date, 'now', () => now() + (days++ % 2 === 0 ? 1 : -1) * days * 86_400_000);
    await component.start();
    await until(() => component.status.state === 'failed');
    assert.equal(component.status.restarts, 4);
    assert.equal(
      component.status.reason,
      'ended with code 1 (RangeError); Logs/clipboard.failed.log has its last lines; hub restart clipboard tries again',
    );
    const kept = fs.readFileSync(path.join(folder, 'Logs', 'clipboard.failed.log'), 'utf8');
    assert.equal(kept.match(/"component ended"/g)?.length, 5);
    assert.equal(kept.match(/"failing"/g)?.length, 5);
    assert.ok(!/earlier life|secret/.test(kept), kept);
    assert.ok(logged.includes('CRITICAL component given up'));
    // A start by hand happens at once with no failures, and five more failures are needed.
    assert.equal(await component.restart(patientMs), false);
    assert.equal(component.status.state, 'backoff');
    fs.writeFileSync(path.join(folder, 'mended'), '');
    assert.equal(await component.restart(patientMs), true, 'a restart by hand ends the delay');
    assert.equal(component.status.state, 'running');
  });

  test('on a full disk is given up for that, and not for how its process ended', async (t) => {
    const { component, until } = rig(t, "throw new RangeError('no space')", { isDiskFull: async () => true });
    await component.start();
    await until(() => component.status.state === 'failed');
    assert.equal(component.status.reason, 'the disk of Hub’s home is full; free some space on it, then: hub restart clipboard');
  });

  test('by hanging as soon as it is ready is given up too', async (t) => {
    const { component, until } = rig(t, "process.send({ kind: 'ready' }, () => { for (;;); });", { hungAfterMs: 300 });
    await component.start();
    await until(() => component.status.state === 'failed');
    assert.match(component.status.reason ?? '', /^did not answer and was killed; /);
  });

  test('by being killed while it is well is not given up', async (t) => {
    const { component, until } = rig(t, `${ready} ${stops}`);
    await component.start();
    for (let time = 1; time <= 7; time++) {
      process.kill(component.status.pid ?? 0, 'SIGKILL');
      await until(() => component.status.state === 'backoff');
      await until(() => component.status.state === 'running');
    }
    assert.equal(component.status.restarts, 7);
  });

  test('by exhausting its heap has that as its reason', async (t) => {
    const program = `const flags = ['--max-old-space-size=20', __filename];
      if (process.execArgv.includes(flags[0])) { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
      else process.execve(process.execPath, [process.execPath, ...flags], process.env);`;
    const { component, logged } = rig(t, program);
    await component.start();
    assert.deepEqual([component.status.state, component.status.reason], ['backoff', 'ended by SIGABRT (heap-out-of-memory)']);
    assert.ok(logged.includes('ERROR component ended'));
  });
});

describe('a component that hangs', () => {
  test('before it is ready is killed, and tried again', async (t) => {
    const { component } = rig(t, lives, { readyWithinMs: 300 });
    await component.start();
    assert.equal(component.status.state, 'backoff');
    assert.equal(component.status.reason, 'was not ready in time and was killed');
  });

  test('while it runs is detected by its silence, killed, and restarted', async (t) => {
    const { component, until, logged } = rig(t, `${ready} ${stops}`, { hungAfterMs: 1_000 });
    await component.start();
    const { pid } = component.status;
    process.kill(pid ?? 0, 'SIGSTOP');
    await until(() => component.status.state === 'backoff');
    assert.equal(component.status.reason, 'did not answer and was killed');
    await until(() => component.status.state === 'running');
    assert.notEqual(component.status.pid, pid);
    assert.ok(logged.includes('ERROR component hung and was killed'));
  });
});

describe('a component that is silent', () => {
  test('on a busy machine is given more time, and not endlessly', async (t) => {
    let looks = 0;
    const isBusy = (): boolean => {
      looks += 1;
      return true;
    };
    const { component, until } = rig(t, `${ready} ${stops}`, { hungAfterMs: 1_000, isBusy });
    await component.start();
    const startMs = performance.now();
    process.kill(component.status.pid ?? 0, 'SIGSTOP');
    await until(() => component.status.state === 'backoff');
    assert.ok(looks > 1 && performance.now() - startMs > 4_000, 'four times as long');
  });

  test('because its display is held is not killed; after half a minute it is degraded, until it speaks again', async (t) => {
    let isHeld = false;
    let asked = 0;
    const program = `${ready} ${stops}`;
    const { component, until, logged } = rig(t, program, {
      hungAfterMs: 1_000,
      isHeld: async () => {
        asked += 1;
        return isHeld;
      },
    });
    await component.start();
    isHeld = true;
    const { pid } = component.status;
    process.kill(pid ?? 0, 'SIGSTOP');
    await pollUntil('a question', () => asked > 0);
    const begunMs = performance.now();
    const now = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => (now() > begunMs ? now() + 31_000 : now()));
    await until(() => component.status.state === 'degraded');
    assert.equal(component.status.reason, 'the display does not answer');
    assert.equal(component.status.pid, pid);
    process.kill(pid ?? 0, 'SIGCONT');
    await until(() => component.status.state === 'running');
    assert.equal(component.status.reason, null);
    assert.ok(!logged.includes('ERROR component hung and was killed'));
  });
});

describe('stopping a component', () => {
  test('kills one that does not react, with everything that it started', async (t) => {
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

  test('twice, or during the delay before its next start, stops it once', async (t) => {
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

  test('twice at the same time is one restart, and both are answered', async (t) => {
    const { component } = rig(t, `${ready} ${stops}`);
    await component.start();
    assert.deepEqual(await Promise.all([component.restart(patientMs), component.restart(patientMs)]), [true, true]);
    assert.equal(component.status.state, 'running');
    assert.equal(component.status.restarts, 1);
  });

  test('restarts one that was given up, and resets its failures', async (t) => {
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

  test('reports a timeout, whether stopping or starting takes too long', async (t) => {
    const { component } = rig(t, `${ready} process.on('message', () => {});`, { stopWithinMs: 3_000 });
    await component.start();
    assert.equal(await component.restart(100), false);
    assert.equal(component.status.state, 'stopping', 'it has not waited for the end of it');
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
