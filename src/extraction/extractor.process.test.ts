import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import { type ExtractionProgress, extractionLimits, extractionOptions } from '../contract/extraction.ts';
import { type Extraction, Extractor, type ExtractorParts } from './extractor.ts';
import type { Extracted } from './reading-process.ts';

interface Rig {
  readonly extract: (file: string, others?: Partial<Extraction>) => Promise<Extracted>;
  /** The ids of the processes that were started. */
  readonly started: () => readonly number[];
}

/** `body`: JavaScript for a message, with its `kind`, `id` and `order`, and `say`. It may do what the real process may not. */
function rig(t: TestContext, body: string, parts: Partial<ExtractorParts> = {}): Rig {
  const folder = temporaryHome(t, () => extractor[Symbol.dispose]());
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `process.send({ kind: 'progress', id: 1, progress: { done: process.pid, of: 0 } });
     process.on('disconnect', () => process.exit());
     const say = (message) => process.send(message);
     const extracted = { format: 'text', pages: 1, recognizedPages: 0, pagesWithoutText: 0, isCut: false };
     const text = (id) => say({ kind: 'text', id, extracted: { ...extracted, text: String(process.pid) } });
     process.on('message', ({ kind, id, order }) => { ${body} });`,
  );
  const pids = new Set<number>();
  const extractor = new Extractor({ program, ...parts });
  return {
    extract: (file, others = {}) =>
      extractor.extract({
        order: { path: file, options: extractionOptions.parse({}) },
        progress: ({ done, of }) => void (of === 0 && pids.add(done)),
        ...others,
      }),
    started: () => [...pids],
  };
}

function isGone(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

const onlyProc = process.platform === 'linux' ? false : 'the memory of a process is in /proc only on Linux';

test('documents are read one after the other by one process, which ends after a rest', async (t) => {
  const { extract, started } = rig(t, 'setTimeout(() => text(id), 20)', { restMs: 100 });
  const [one, two] = await Promise.all([extract('/a'), extract('/b')]);
  assert.deepEqual(one, two);
  assert.equal(started().length, 1);
  await until('its end', () => isGone(started()[0] ?? 0));
  assert.notDeepEqual(await extract('/c'), one, 'another process');
});

test('while a picture is read and another one waits, a process for that one starts and loads the engine; without one none does', async (t) => {
  const body = `
    if (kind === 'prepare') return void (globalThis.isPrepared = true);
    say({ kind: 'recognizing', id });
    setTimeout(() => {
      say({ kind: 'recognized', id });
      say({ kind: 'text', id, extracted: { ...extracted, format: 'image', recognizedPages: 1, text: process.pid + ' ' + (globalThis.isPrepared === true) } });
    }, 500);`;
  const { extract } = rig(t, body);
  const texts = (await Promise.all([extract('/a'), extract('/b'), extract('/c')])).map((one) => (one.ok ? one.value.text : one.reason));
  assert.deepEqual(
    texts.map((text) => text.split(' ')[1]),
    ['false', 'true', 'true'],
  );
  const pids = texts.map((text) => Number(text.split(' ')[0]));
  assert.equal(new Set(pids).size, 3, 'each has a process of its own');
  for (const pid of pids) await until('its end', () => isGone(pid));
});

test('one that was started for a document that was cancelled ends', { skip: onlyProc }, async (t) => {
  const body = "if (kind === 'prepare') return; say({ kind: 'recognizing', id }); setTimeout(() => text(id), 600);";
  const { extract } = rig(t, body);
  const caller = new AbortController();
  const both = [extract('/a'), extract('/b', { signal: caller.signal })];
  await until('the second process', () => childrenOf(process.pid).length === 2);
  caller.abort();
  assert.deepEqual(
    (await Promise.all(both)).map(({ ok }) => ok),
    [true, false],
  );
  await until('the end of the second process', () => childrenOf(process.pid).length < 2);
});

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
    .split(' ')
    .filter((child) => child.trim() !== '' && !isGone(Number(child)))
    .map(Number);
}

test('a document that takes too long is given up, and the next one is read', async (t) => {
  const { extract, started } = rig(t, "if (order.path === '/slow') for (;;); text(id)", {
    bounds: { ...extractionLimits, documentMs: 2_000, memoryBytes: extractionLimits.memoryBytes },
  });
  const [slow, next] = await Promise.all([extract('/slow'), extract('/next')]);
  assert.deepEqual(slow, { ok: false, reason: 'too-slow' });
  assert.ok(next.ok);
  await until('its end', () => isGone(started()[0] ?? 0));
});

test('a document that takes too much memory is given up', { skip: onlyProc }, async (t) => {
  const { extract } = rig(t, 'const all = []; setInterval(() => all.push(Buffer.alloc(4e6, 1)), 5)', {
    bounds: { ...extractionLimits, documentMs: 60_000, memoryBytes: 250 * 1024 * 1024 },
  });
  assert.deepEqual(await extract('/a'), { ok: false, reason: 'too-much-memory' });
});

test('what was read before a page that the process does not survive is the answer', async (t) => {
  const { extract } = rig(
    t,
    `for (const text of ['one', '\\n\\ntwo']) say({ kind: 'recognizing', id, news: { ...extracted, pages: 3, pagesWithoutText: 1, text } });
     if (order.path === '/bad') process.exit(7);
     if (order.path === '/told') say({ kind: 'failed', id, reason: 'no-language' });
     say({ kind: 'progress', id, progress: { done: 1, of: 3 } });`,
    { bounds: { ...extractionLimits, pictureMs: 300 } },
  );
  for (const file of ['/slow', '/bad']) {
    const found = await extract(file);
    assert.deepEqual(found.ok && [found.value.text, found.value.pagesWithoutText], ['one\n\ntwo\n', 1], file);
  }
  assert.deepEqual(await extract('/told'), { ok: false, reason: 'no-language' }, 'its own answer counts');
  const caller = new AbortController();
  const progress = ({ of }: ExtractionProgress): void => {
    if (of === 3) caller.abort(); // the page before is known by then
  };
  assert.deepEqual(await extract('/slow', { signal: caller.signal, progress }), { ok: false, reason: 'cancelled' });
});

test('a process that somebody else kills took no memory, and one that ends itself for its memory did', { skip: onlyProc }, async (t) => {
  const { extract } = rig(t, "process.kill(process.pid, order.path === '/killed' ? 'SIGKILL' : 'SIGUSR2')");
  assert.deepEqual(await extract('/killed'), { ok: false, reason: 'crashed' });
  assert.deepEqual(await extract('/large'), { ok: false, reason: 'too-much-memory' });
});

test('a crash is an answer, and the next document is read by another process', async (t) => {
  const { extract } = rig(t, "if (order.path === '/bad') process.exit(7); text(id)");
  assert.deepEqual(await extract('/bad'), { ok: false, reason: 'crashed' });
  assert.ok((await extract('/good')).ok);
});

test('a document that nobody waits for any more is given up at once, also while it waits', async (t) => {
  const { extract, started } = rig(t, "if (order.path === '/slow') for (;;); text(id)");
  const caller = new AbortController();
  const slow = extract('/slow', { signal: caller.signal });
  const waiting = extract('/waiting', { signal: caller.signal });
  const [pid] = await until('a process', () => (started().length > 0 ? started() : undefined));
  caller.abort();
  assert.deepEqual(await Promise.all([slow, waiting]), Array(2).fill({ ok: false, reason: 'cancelled' }));
  await until('its end', () => isGone(pid ?? 0));
});

test('the real process may only read: it writes no file, starts no program and reaches no address', async (t) => {
  const folder = temporaryHome(t);
  const flagsOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  if (process.platform !== 'linux') return t.skip('the command line of a process is in /proc only on Linux');
  const tries = `
    import { confine } from ${JSON.stringify(import.meta.resolve('../processes/extraction/confinement.ts'))};
    import { Worker } from 'node:worker_threads';
    confine();
    import net from 'node:net'; import { writeFileSync } from 'node:fs'; import { spawnSync } from 'node:child_process';
    const denied = async (act) => { try { await act(); return 'done'; } catch (error) { return error.code; } };
    const connect = () => new Promise((resolve, reject) => net.connect(1, '127.0.0.1').on('error', reject).on('connect', resolve));
    process.on('message', async ({ id }) => process.send({ kind: 'text', id, extracted: { format: 'text', pages: 1, recognizedPages: 0, pagesWithoutText: 0, isCut: false, text: [
      await denied(() => writeFileSync(${JSON.stringify(path.join(folder, 'x'))}, '')), await denied(() => spawnSync('true')), await denied(connect),
      await denied(() => new Worker('', { eval: true, execArgv: [] })), await denied(() => new Worker('', { eval: true })),
    ].join() } }));
    process.send({ kind: 'progress', id: 1, progress: { done: process.pid, of: 0 } });`;
  const program = path.join(folder, 'tries.mjs');
  writeFileSync(program, tries);
  using extractor = new Extractor({ program });
  let pid = 0;
  const progress = ({ done }: ExtractionProgress): void => {
    pid = done;
  };
  const tried = await extractor.extract({ order: { path: '/a', options: extractionOptions.parse({}) }, progress });
  assert.deepEqual(tried.ok && tried.value.text, Array(5).fill('ERR_ACCESS_DENIED').join());
  assert.match(flagsOf(pid), /--permission/);
});

test('what the reader says is checked: anything else ends it, and only it', async (t) => {
  const { extract } = rig(
    t,
    `const said = { '/null': null, '/big': { kind: 'progress', id, progress: { done: 1n, of: 1 } }, '/empty': { kind: 'text', id, extracted: {} } };
     if (order.path in said) say(said[order.path]); else text(id);`,
  );
  for (const file of ['/null', '/big', '/empty']) assert.deepEqual(await extract(file), { ok: false, reason: 'crashed' }, file);
  assert.ok((await extract('/good')).ok);
});

test('who leaves does not wait any more', async (t) => {
  const folder = temporaryHome(t);
  const program = path.join(folder, 'slow.mjs');
  writeFileSync(program, "process.on('message', () => {}); process.on('disconnect', () => process.exit());");
  using extractor = new Extractor({ program });
  const order = { path: '/a', options: extractionOptions.parse({}) };
  const [busy, caller] = [new AbortController(), new AbortController()];
  const first = extractor.extract({ order, signal: busy.signal });
  const others = Array.from({ length: 16 }, () => extractor.extract({ order, signal: caller.signal }));
  await until('the first has its turn', () => extractor.waiting === 16);
  caller.abort();
  assert.equal(extractor.waiting, 0);
  assert.deepEqual(await Promise.all(others), Array(16).fill({ ok: false, reason: 'cancelled' }));
  busy.abort();
  assert.deepEqual(await first, { ok: false, reason: 'cancelled' });
});

test('who left before does not wait at all', async (t) => {
  const { extract } = rig(t, 'setTimeout(() => text(id), 20)');
  const first = extract('/a');
  const left = extract('/left', { signal: AbortSignal.abort() });
  const order = await Promise.race([left, first]);
  assert.deepEqual(order, { ok: false, reason: 'cancelled' });
  assert.ok((await first).ok);
});

test('without a file descriptor for its process, a document is not read, and the next one is', { skip: onlyProc }, (t) => {
  const file = path.join(temporaryHome(t), 'tide.txt');
  writeFileSync(file, 'a tide');
  const program = `
    import { closeSync, openSync } from 'node:fs';
    import { Extractor } from ${JSON.stringify(import.meta.resolve('./extractor.ts'))};
    const extractor = new Extractor();
    const order = { path: ${JSON.stringify(file)}, options: { languages: [], recognition: 'auto', words: false, structure: false } };
    const open = [];
    try { for (;;) open.push(openSync('/dev/null')); } catch (error) { if (error.code !== 'EMFILE') throw error; }
    const without = await extractor.extract({ order });
    for (const one of open) closeSync(one);
    const after = await extractor.extract({ order });
    process.stdout.write(JSON.stringify([without, after.value?.text, extractor.isIdle]));
    extractor[Symbol.dispose]();`;
  const run = spawnSync('/bin/sh', ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(run.stdout, JSON.stringify([{ ok: false, reason: 'crashed' }, 'a tide\n', true]), run.stderr.slice(0, 400));
});

test('what nobody waits for is read with the lowest priority, by each of its threads', { skip: onlyProc }, async (t) => {
  const file = path.join(temporaryHome(t), 'tide.txt');
  writeFileSync(file, 'a tide');
  using extractor = new Extractor({ isBackground: true });
  const read = await extractor.extract({ order: { path: file, options: extractionOptions.parse({}) } });
  assert.equal(read.ok && read.value.text, 'a tide\n');
  assert.equal(extractor.isIdle, true);
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ');
  const reader = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('extraction/main.'));
  const threads = readdirSync(`/proc/${reader}/task`);
  // proc(5): the nice value is the 17th field after the name.
  const niceOf = (thread: string): string | undefined =>
    readFileSync(`/proc/${reader}/task/${thread}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')[16];
  assert.ok(threads.length > 2);
  assert.deepEqual([...new Set(threads.map(niceOf))], ['19']);
});
