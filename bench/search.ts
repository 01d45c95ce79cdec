/**
 * Searches in a long journal over the bridge: how long an answer takes, and how long the core delays other clients meanwhile, measured as the time to
 * answer `GET /health` on another connection. A search without matches reads the whole index; one for a common word matches everything.
 */
import { mkdirSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Bridge } from '../src/client/bridge.ts';
import { startXDisplay } from '../test/harness/desktop/x-display.ts';
import { TestHub } from '../test/harness/hub.ts';
import type { Bench } from './bench.ts';
import { fillJournal } from './measuring/filled-journal.ts';
import { median } from './measuring/percentiles.ts';
import { tryMemory } from './measuring/process-memory.ts';

const rounds = 9;
const settleMs = 5_000;
/** The pause between two health requests. */
const everyMs = 2;
/** Long enough for the idle search thread to end and its memory to be freed. */
const restsMs = 35_000;

const questions = {
  'no match: a word that no fragment has': 'zeppelins',
  'no match: two words, each in a third of the fragments': 'python markdown',
  'no match: long and short words': 'harbour theatre go',
  'all match: a common word': 'the',
  'all match: long and short words': 'the in',
  'no search, for comparison': null,
} as const;

export const search: Bench = {
  about: 'searches in a long journal: time to the answer, and how long the core delays other clients; --fragments N',
  options: { fragments: 200_000 },
  run: async (report, parts, { fragments = 200_000 }) => {
    const display = parts.use(await startXDisplay());
    const hub = parts.use(new TestHub({ DISPLAY: display.name }));
    const { journal, blobs } = hub.places;
    mkdirSync(blobs, { recursive: true, mode: 0o700 });
    const startMs = performance.now();
    fillJournal({ file: journal, blobs }, fragments);
    report.note(`${fragments} fragments made in ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`);
    const { ports, components } = await hub.start();
    const port = ports.bridge ?? 0;
    const pid = components.find(({ id }) => id === 'python_core')?.pid ?? 0;
    const memoryMb = (): number => (tryMemory(pid)?.proportionalBytes ?? Number.NaN) / 1e6;
    await pause(settleMs);
    const restingMb = memoryMb();
    const bridge = new Bridge(() => port, { timeoutMs: 60_000 });
    const rows: (readonly string[])[] = [];
    const holds: number[] = [];
    for (const [what, q] of Object.entries(questions)) {
      const times: number[] = [];
      const longest: number[] = [];
      let found = 0;
      for (let round = 0; round <= rounds; round += 1) {
        const hold = watchHolds(port);
        const askedMs = performance.now();
        found = q === null ? 0 : await findFirst(bridge, q);
        if (q === null) await pause(100);
        const tookMs = performance.now() - askedMs;
        const heldMs = await hold();
        if (round === 0) continue; // the first round warms up, and starts the thread
        times.push(tookMs);
        longest.push(heldMs);
      }
      if (q !== null) holds.push(median(longest));
      rows.push([
        what,
        String(found),
        ...[median(times), Math.max(...times), median(longest), Math.max(...longest)].map((ms) => ms.toFixed(1)),
      ]);
    }
    const columns = ['', 'found', 'answer p50', 'longest', 'health delay p50', 'longest'];
    report.table(`Searches in ${fragments} fragments, ${rounds} of each, ms`, columns, rows);
    const searchingMb = memoryMb();
    await pause(restsMs);
    report.note(
      `Core: ${restingMb.toFixed(1)} MB PSS before, ${searchingMb.toFixed(1)} MB after the last search, ${memoryMb().toFixed(1)} MB ${restsMs / 1_000} s later.`,
    );
    report.target({
      what: 'other clients delayed by a search, worst p50',
      figure: Math.max(...holds),
      limit: 10,
      better: 'lower',
      unit: 'ms',
    });
  },
};

/** The number of matches on the first page that has any; reads all pages if none has. */
async function findFirst(bridge: Bridge, q: string): Promise<number> {
  for (let before: string | undefined; ; ) {
    const page = await bridge.fragments({ q, before, limit: 50 });
    if (!page.ok) throw new Error(`a search was not answered: ${page.reason}`);
    const { items, next } = page.value;
    if (items.length > 0 || next === null) return items.length;
    before = next;
  }
}

/** Requests the health again and again until the returned function is called, which resolves to the slowest answer in ms. */
function watchHolds(port: number): () => Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let isOver = false;
  let slowestMs = 0;
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port, path: '/api/health/status', agent }, (response) => response.resume().once('end', resolve))
        .once('error', reject);
    });
  const asking = (async () => {
    await ask(); // connects
    while (!isOver) {
      const startMs = performance.now();
      await ask();
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      await pause(everyMs);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    agent.destroy();
    return slowestMs;
  };
}
