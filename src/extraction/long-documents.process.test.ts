import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import { type ExtractionProgress, extractionOptions } from '../contract/extraction.ts';
import { type Extraction, Extractor } from './extractor.ts';

/**
 * Each document is named after how many pages are recognized in it; each ends when a file `<name>.end` is there. With `late` in its name, it comes to the pages
 * after the first one when there is `<name>.on`.
 */
function rig(t: TestContext, longAfterMs: number | undefined = 60_000) {
  const folder = temporaryHome(t, () => extractor[Symbol.dispose]());
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { existsSync } from 'node:fs';
     process.on('disconnect', () => process.exit());
     process.on('message', ({ kind, id, order: { path } = {} }) => {
       if (kind !== 'read') return;
       process.send({ kind: 'progress', id, progress: { done: process.pid, of: 0 } });
       const pages = Number(/(\\d+)$/.exec(path)[1]);
       const recognizing = (count) => { for (let page = 0; page < count; page += 1) process.send({ kind: 'recognizing', id }); };
       let left = path.includes('late') ? pages - 1 : 0;
       recognizing(pages - left);
       const extracted = { format: 'pdf', pages, recognizedPages: pages, pagesWithoutText: 0, isCut: false, text: path };
       const wait = setInterval(() => {
         if (left > 0 && existsSync(path + '.on')) recognizing(left), (left = 0);
         if (!existsSync(path + '.end')) return;
         clearInterval(wait);
         process.send({ kind: 'text', id, extracted });
       }, 5);
     });`,
  );
  let isBroken = false;
  const extractor = new Extractor({
    // No process can be started by this name.
    get program() {
      return isBroken ? '\0' : program;
    },
    ...(longAfterMs === undefined ? {} : { longAfterMs }),
  });
  const begun = new Map<string, number[]>();
  const place = (name: string) => path.join(folder, name);
  return {
    extractor,
    /** `told`: the progress but for the ids of processes. */
    extract: (name: string, { signal, progress: told }: Partial<Extraction> = {}) => {
      const pids: number[] = [];
      begun.set(name, pids);
      const progress = (now: ExtractionProgress): unknown => (now.of === 0 ? pids.push(now.done) : told?.(now));
      return extractor.extract({ order: { path: place(name), options: extractionOptions.parse({}) }, signal, progress });
    },
    goOn: (name: string) => writeFileSync(`${place(name)}.on`, ''),
    end: (name: string) => writeFileSync(`${place(name)}.end`, ''),
    /** From now on, no process can be started. */
    break: () => {
      isBroken = true;
    },
    /** The processes that it was read by. */
    begun: (name: string): readonly number[] => begun.get(name) ?? [],
  };
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' && /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
};

test('a document with many pages to recognize is read beside those that come after it', async (t) => {
  const { extractor, extract, end, begun } = rig(t);
  const long = extract('long-9');
  await until('the long one', () => begun('long-9').length === 1);
  await until('its place beside the others', () => extractor.isIdle);
  const told: ExtractionProgress[] = [];
  const short = extract('short-0', { progress: (progress) => told.push(progress) });
  end('short-0');
  assert.ok((await short).ok);
  assert.deepEqual(told, [], 'it did not wait');
  end('long-9');
  const read = await long;
  assert.ok(read.ok && read.value.recognizedPages === 9, 'nothing of it was read twice');
  assert.equal(begun('long-9').length, 1);
  await until('the end of its process', () => isGone(begun('long-9')[0] ?? 0));
});

test('a second long one waits for the first, is told so, and keeps nobody else waiting', async (t) => {
  const { extractor, extract, end, begun } = rig(t);
  const first = extract('first-2');
  await until('its place', () => begun('first-2').length === 1 && extractor.isIdle);
  const told: ExtractionProgress[] = [];
  const second = extract('second-2', { progress: (progress) => told.push(progress) });
  await until('the wait of the second', () => told.length > 0);
  assert.deepEqual(told, [{ done: 0, of: 1, isWaiting: true }]);
  await until('the end of its first process', () => isGone(begun('second-2')[0] ?? 0));
  const short = extract('short-1');
  end('short-1');
  assert.ok((await short).ok);
  for (const name of ['first-2', 'second-2']) end(name);
  assert.ok((await first).ok);
  const read = await second;
  assert.equal(read.ok && read.value.recognizedPages, 2);
  assert.equal(begun('second-2').length, 2);
  assert.deepEqual(told.at(-1), { done: 0, of: 1 });
  assert.equal(extractor.waiting, 0);
});

test('a long one can be cancelled while it is read, and while it waits for another one', async (t) => {
  const { extractor, extract, begun } = rig(t);
  const [one, other] = [new AbortController(), new AbortController()];
  const first = extract('first-2', { signal: one.signal });
  await until('its place', () => begun('first-2').length === 1 && extractor.isIdle);
  const second = extract('second-2', { signal: other.signal });
  await until('the wait of the second', () => begun('second-2').length === 1 && extractor.isIdle);
  assert.equal(extractor.waiting, 1);
  other.abort();
  assert.deepEqual(await second, { ok: false, reason: 'cancelled' });
  await until('no wait', () => extractor.waiting === 0);
  one.abort();
  assert.deepEqual(await first, { ok: false, reason: 'cancelled' });
  await until('its end', () => isGone(begun('first-2')[0] ?? 0));
  const third = extract('third-2');
  await until('the place of the third', () => begun('third-2').length === 1 && extractor.isIdle);
  extractor[Symbol.dispose]();
  assert.deepEqual(await third, { ok: false, reason: 'cancelled' });
});

test('so is one that takes long for another reason', async (t) => {
  const { extract, end, begun } = rig(t, 50);
  const long = extract('large-0');
  await until('the long one', () => begun('large-0').length === 1);
  const short = extract('short-0');
  end('short-0');
  assert.ok((await short).ok);
  end('large-0');
  assert.ok((await long).ok);
});

/** The processes that this one has started and that run. */
const children = (): number =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter((child) => child.trim() !== '' && !isGone(Number(child))).length;
const onlyProc = process.platform === 'linux' ? false : 'children are listed in /proc only on Linux';

test('a process that was started for one that is cancelled ends when the one before goes on beside the others', {
  skip: onlyProc,
}, async (t) => {
  const { extractor, extract, goOn, end } = rig(t);
  const caller = new AbortController();
  const long = extract('late-2');
  const waiting = extract('waiting-0', { signal: caller.signal });
  await until('the second process', () => children() === 2);
  caller.abort();
  assert.deepEqual(await waiting, { ok: false, reason: 'cancelled' });
  goOn('late-2');
  await until('its place beside the others', () => extractor.isIdle);
  await until('the end of the second process', () => children() === 1);
  end('late-2');
  assert.ok((await long).ok);
});

test('there are two processes at most', { skip: onlyProc }, async (t) => {
  const { extractor, extract, end, begun } = rig(t);
  const long = extract('long-2');
  await until('its place beside the others', () => begun('long-2').length === 1 && extractor.isIdle);
  const others = [extract('picture-1'), extract('short-0')];
  end('picture-1');
  await until('the short one, which waited for a picture', () => begun('short-0').length === 1);
  assert.equal(children(), 2);
  for (const name of ['short-0', 'long-2']) end(name);
  for (const one of [long, ...others]) assert.ok((await one).ok);
});

test('one that cannot be read on later ends no other one', async (t) => {
  const { extractor, extract, end, begun, break: breakIt } = rig(t);
  const first = extract('first-2');
  await until('its place', () => begun('first-2').length === 1 && extractor.isIdle);
  const second = extract('second-2');
  await until('the wait of the second', () => begun('second-2').length === 1 && extractor.isIdle);
  const short = extract('short-0');
  await until('the short one', () => begun('short-0').length === 1);
  breakIt();
  end('first-2');
  assert.ok((await first).ok);
  assert.deepEqual(await second, { ok: false, reason: 'crashed' });
  end('short-0');
  assert.ok((await short).ok);
});

test('who has left hears of no progress, and whose progress cannot be told keeps nobody waiting', async (t) => {
  const { extract, end, begun } = rig(t);
  const caller = new AbortController();
  const told: ExtractionProgress[] = [];
  const first = extract('first-0');
  const left = extract('left-0', { signal: caller.signal, progress: (progress) => told.push(progress) });
  const bad = extract('bad-0', {
    progress: ({ isWaiting }) => {
      if (!isWaiting) throw new Error('it cannot be told');
    },
  });
  const last = extract('last-0');
  caller.abort();
  await until('the first', () => begun('first-0').length === 1);
  for (const name of ['first-0', 'last-0']) end(name);
  assert.ok((await first).ok);
  assert.deepEqual(
    [await left, await bad],
    ['cancelled', 'crashed'].map((reason) => ({ ok: false, reason })),
  );
  assert.ok((await last).ok);
  assert.deepEqual(told, [{ done: 0, of: 1, isWaiting: true }]);
});
