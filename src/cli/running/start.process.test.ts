import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { noAutostart } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { serveLines } from '../../base/pipes/line-server.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { start } from './start.ts';

/** A component of a Hub that a test makes up. */
const component = (id: string, state: string, reason: string | null = null) => ({
  id,
  state,
  pid: null,
  restarts: 0,
  reason,
  uptimeSeconds: null,
});
type Made = ReturnType<typeof component>;

/** A start on a terminal, of a program that is `source`, with `serve(steps)` for a Hub that tells each of these states twice, the last one for ever. */
async function startOf(
  t: TestContext,
  source: string,
  options: { terminal?: boolean; json?: boolean; quietMs?: number; before?: readonly Made[] } = {},
) {
  const root = temporaryHome(t, () => {
    try {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    } catch {
      // it has ended
    }
  });
  const places = locatePlaces(readSurroundings({ HUB_HOME: root }));
  mkdirSync(places.run, { mode: 0o700 });
  const pidFile = path.join(root, 'pid');
  const program = path.join(root, 'program.mjs');
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
    import { serveLines } from ${JSON.stringify(path.join(import.meta.dirname, '../../base/pipes/line-server.ts'))};
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    const pipe = ${JSON.stringify(places.pipe('supervisor'))};
    const serve = async (steps) => {
      const left = steps.flatMap((step) => [step, step]);
      const ports = { bridge: null, web: null };
      const answer = () => ({ ok: true, home: '/', workspace: '/', ports, components: left.length > 1 ? left.shift() : left[0] });
      await serveLines({ path: pipe, answer });
    };
    ${source}`,
  );
  const printed: string[] = [];
  const complaints: string[] = [];
  const surface = {
    places,
    env: {},
    terminal: options.terminal ?? true,
    inputIsTerminal: false,
    canAsk: false,
    columns: 120,
    print: (line: string) => void printed.push(line),
    printBytes: () => {},
    complain: (line: string) => void complaints.push(line),
    readInput: async () => new Uint8Array(),
    edit: async () => 0,
    autostart: noAutostart,
    confirm: async () => false,
  };
  if (options.before !== undefined) await serveUntilAsked(places.pipe('supervisor'), options.before);
  const status = await start(surface, program, { quietMs: options.quietMs ?? 60_000, ...(options.json ? { json: true } : {}) });
  return { status, printed, complaints };
}

/** A Hub in this state, which is gone once it was asked three times. */
async function serveUntilAsked(pipe: string, components: readonly Made[]): Promise<void> {
  let asked = 0;
  const server = await serveLines({
    path: pipe,
    answer: () => {
      asked += 1;
      if (asked === 3) setImmediate(() => server.ok && server.value[Symbol.asyncDispose]());
      return { ok: true, home: '/', workspace: '/', ports: { bridge: null, web: null }, components };
    },
  });
  assert.ok(server.ok);
}

const serving = (...steps: readonly (readonly Made[])[]): string => `await serve(${JSON.stringify(steps)});`;
const rising = [
  [component('save_worker', 'starting'), component('clipboard', 'stopped')],
  [component('save_worker', 'running'), component('clipboard', 'starting')],
  [component('save_worker', 'running'), component('clipboard', 'degraded', 'no display')],
];
const up = [component('supervisor', 'running'), component('clipboard', 'running')];
const ready = ['Hub is ready.', '  save_worker   running', '  clipboard     degraded: no display'];

test('a slow start reports each component that changes on a terminal, but not to a pipe or a program', async (t) => {
  const slow = serving(...rising);
  const [told, piped, asJson] = await Promise.all([
    startOf(t, slow, { quietMs: 0 }),
    startOf(t, slow, { quietMs: 0, terminal: false }),
    startOf(t, slow, { quietMs: 0, json: true }),
  ]);
  assert.equal(told.status, 0);
  assert.deepEqual(told.printed.slice(-ready.length), ready);
  const progress = told.printed.slice(0, -ready.length);
  assert.ok(progress.includes('  save_worker   running') && progress.includes('  clipboard     starting'), progress.join('\n'));
  assert.equal(new Set(progress).size, progress.length, 'each state is reported once');
  assert.deepEqual(piped.printed, ready);
  assert.deepEqual(JSON.parse(asJson.printed.join('\n')).components, rising[2]);
});

test('a quick start reports only its end', async (t) => {
  assert.deepEqual((await startOf(t, serving(...rising))).printed, ready);
});

test('a component that was given up is a failure, with its reason and what to do', async (t) => {
  const reason = 'ended with code 1; Logs/clipboard.failed.log has its last lines; hub restart clipboard tries again';
  const told = await startOf(t, serving([component('clipboard', 'failed', reason), component('save_worker', 'failed', reason)]));
  assert.equal(told.status, 1);
  assert.deepEqual(told.complaints, [`hub: Hub has given up on clipboard (save_worker too): ${reason}`]);
  assert.equal(told.printed[0], 'Hub is running, but not all of it:');
});

test('a Hub that exits at once is a failure, with only the line that it printed for the user', async (t) => {
  const told = await startOf(t, `process.stderr.write('(node) a warning\\nhub: the folder is not ours\\nmore\\n'); process.exitCode = 1;`);
  assert.deepEqual([told.status, told.complaints], [1, ['hub: the folder is not ours']]);
  const crashed = await startOf(t, `throw new Error('CANARY');`);
  assert.equal(crashed.status, 1);
  assert.match(crashed.complaints.join('\n'), /^hub: Hub exited at once; its logs are in .*Logs$/);
  const killed = await startOf(t, `process.kill(process.pid, 'SIGKILL');`, { json: true });
  assert.deepEqual([killed.status, JSON.parse(killed.printed.join()).error], [1, 'failed']);
});

test('a launch that hands over to the running Hub is a success, once that one is ready', async (t) => {
  const other = `const { spawn } = await import('node:child_process');
    if (process.argv[3] === 'other') ${serving(...rising)}
    else spawn(process.execPath, [process.argv[1], 'run', 'other'], { detached: true, stdio: 'ignore' }).unref();`;
  const told = await startOf(t, other);
  assert.deepEqual([told.status, told.printed[0]], [0, 'Hub is already running.']);
});

test('a Hub that is stopping does not count, and the start waits for the next one', async (t) => {
  const told = await startOf(
    t,
    `import { watchFile } from 'node:fs';
    watchFile(pipe, { interval: 20 }, async ({ nlink }) => { if (nlink === 0) { ${serving(up)} } });`,
    {
      before: [component('supervisor', 'stopping'), component('clipboard', 'running')],
    },
  );
  assert.deepEqual([told.status, told.printed], [0, ['Hub is ready.', '  supervisor    running', '  clipboard     running']]);
});
