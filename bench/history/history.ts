/**
 * A history of a thousand copies, of a hundred thousand and of a million: how long each kind of search takes over the bridge while 20 copies a second are
 * made, how long the core's event loop is held, what a copy costs, and how large everything is.
 */
import { mkdirSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Bridge } from '../../src/client/bridge.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { startXDisplay } from '../../test/harness/desktop/x-display.ts';
import { TestHub } from '../../test/harness/hub.ts';
import type { Bench } from '../bench.ts';
import { fillJournal } from '../measuring/filled-journal.ts';
import { hubProcesses } from '../measuring/hub-processes.ts';
import { summarize } from '../measuring/percentiles.ts';
import { tryMemory } from '../measuring/process-memory.ts';
import type { Report } from '../measuring/report.ts';
import { ProbedCore } from '../probed-core.ts';
import type { CopyCommand, CopyReply } from '../programs/copying-program.ts';
import { Program } from '../programs/program.ts';
import { copyCostMs } from './copy-cost.ts';
import { addPictures } from './large-pictures.ts';
import { queries } from './queries.ts';
import { realisticCopies } from './realistic-copies.ts';

const sizes = [1_000, 100_000, 1_000_000] as const;
const rounds = 40;
const pageLimit = 50;
const copyEveryMs = 50;
const settleMs = 5_000;
/** Long enough for the idle search thread to end and its memory to be freed. */
const restsMs = 35_000;
const mostSearchMs = 50;
const mostRatio = 1.3;
const mostHeldMs = 20;
const holdRounds = 10;

export const history: Bench = {
  about:
    'searches of each kind in 1,000, 100,000 and 1,000,000 copies while more come in, the cost of a copy, sizes; --least N, --most N, --pictures GIGABYTES',
  options: { least: 1_000, most: 1_000_000, pictures: 0 },
  run: async (report, _, { least = 1_000, most = 1_000_000, pictures = 0 }) => {
    const costs: number[] = [];
    for (const size of sizes.filter((each) => each >= least && each <= most)) {
      await using parts = new AsyncDisposableStack();
      costs.push(await measure(report, parts, size, pictures));
    }
    const [first = Number.NaN, last = Number.NaN] = [costs[0], costs.at(-1)];
    report.target({
      what: 'cost of a copy, in the longest history and in the shortest',
      figure: last / first,
      limit: mostRatio,
      better: 'lower',
      unit: '×',
    });
  },
};

/** Returns what a copy costs, in ms. */
async function measure(report: Report, parts: AsyncDisposableStack, size: number, gigabytes: number): Promise<number> {
  const display = parts.use(await startXDisplay());
  const hub = parts.use(new TestHub({ DISPLAY: display.name }));
  const { journal: file, blobs, home } = hub.places;
  mkdirSync(blobs, { recursive: true, mode: 0o700 });
  const startMs = performance.now();
  const copyOf = realisticCopies(size);
  fillJournal({ file, blobs }, size, () => {}, copyOf);
  report.note(`\n${size} copies made and indexed in ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`);
  tellSizes(report, { file, blobs }, size);
  const costMs = copyCostMs({ file, blobs }, copyOf, size);
  report.note(
    `A copy costs ${costMs.total.toFixed(2)} ms: ${costMs.recorded.toFixed(2)} to record and judge (median), ${costMs.indexed.toFixed(2)} to index (mean).`,
  );
  if (gigabytes > 0) report.note(`${await addPictures({ file, blobs }, gigabytes)} pictures, together ${gigabytes} GB, were added.`);
  const { ports, components } = await hub.start();
  const pids = components.filter(({ pid }) => pid !== null);
  const memory = (): readonly string[] => pids.map(({ pid }) => ((tryMemory(pid ?? 0)?.proportionalBytes ?? Number.NaN) / 1e6).toFixed(1));
  await pause(settleMs);
  const before = memory();
  const port = ports.bridge ?? 0;
  const owner = parts.use(await Program.start<CopyCommand, CopyReply>('copying-program.ts', [display.name]));
  const copies = new AbortController();
  const copying = copyOn(owner, copyOf, copies.signal);
  await searchAll(report, new Bridge(() => port, { timeoutMs: 60_000 }), size);
  copies.abort();
  report.note(`${await copying} copies were made meanwhile.`);
  const after = memory();
  await pause(restsMs);
  const rested = memory();
  report.table(
    `Memory (PSS) with ${size} copies, MB`,
    ['', 'before', 'after', `${restsMs / 1_000} s later`],
    pids.map(({ id }, at) => [id, before[at] ?? '', after[at] ?? '', rested[at] ?? '']),
  );
  if (hubProcesses(home).length === 0) throw new Error('Hub has ended');
  await hub.stop();
  await measureHolds(report, hub.env, copyOf, size);
  return costMs.total;
}

/** How long each kind of request blocks the core's event loop at most, while copies are made; the searches run in its thread. */
async function measureHolds(
  report: Report,
  env: NodeJS.ProcessEnv,
  copyOf: (id: number) => { readonly text: string },
  size: number,
): Promise<void> {
  await using core = await ProbedCore.start(env);
  const bridge = new Bridge(() => core.port, { timeoutMs: 60_000 });
  const middle = String(Math.floor(size / 2));
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'copies alone': () => pause(copyEveryMs),
    searches: async () => {
      for (const { q } of Object.values(queries)) await bridge.fragments({ q, limit: pageLimit });
    },
    'the longest page of a list': () => bridge.fragments({ limit: 500 }),
    'the longest page in the middle': () => bridge.fragments({ limit: 500, before: middle }),
    'the longest page of a search': () => bridge.fragments({ q: 'the', limit: 500 }),
    'the values for conditions': () => bridge.searchValues(),
    metrics: () => fetch(`http://127.0.0.1:${core.port}/metrics`).then((answer) => answer.text()),
  };
  await pause(settleMs);
  const held: (readonly [string, number])[] = [];
  let copies = 0;
  for (const [what, ask] of Object.entries(asked)) {
    await core.hold();
    for (let round = 0; round < holdRounds; round += 1) {
      copies += 1;
      await Promise.all([core.copy(`${copyOf(copies).text} once more ${copies}`), ask(), pause(copyEveryMs)]);
    }
    held.push([what, (await core.hold()).longestMs]);
  }
  report.table(
    `Longest hold of the core's event loop with ${size} copies, ms`,
    ['while', 'held'],
    held.map(([what, ms]) => [what, ms.toFixed(1)]),
  );
  const figure = Math.max(...held.map(([, ms]) => ms));
  report.target({ what: `longest hold of the event loop with ${size} copies`, figure, limit: mostHeldMs, better: 'lower', unit: 'ms' });
}

function tellSizes(report: Report, { file, blobs }: { readonly file: string; readonly blobs: string }, size: number): void {
  using journal = openJournal({ file, blobs });
  const textBytes = Number(journal.statement('SELECT sum(bytes) AS bytes FROM representations').get()?.bytes);
  const tables = journal.statement('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all();
  const indexBytes = tables
    .filter(({ name }) => /^(?:text|short)_index|^index_/.test(String(name)))
    .reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const { size: bytes } = statSync(file);
  report.note(
    `The texts have ${(textBytes / size).toFixed(0)} bytes on average. The database has ${(bytes / textBytes).toFixed(2)} bytes for each of theirs, the search indexes ${(indexBytes / textBytes).toFixed(2)}.`,
  );
  for (const [what, { scan }] of Object.entries(queries)) {
    if (scan === undefined || what !== 'a rare word') continue;
    const startMs = performance.now();
    journal.statement('SELECT count(*) AS rows FROM representations WHERE CAST(inline AS TEXT) LIKE ?').get(`%${scan}%`);
    report.note(`For comparison, LIKE over all texts takes ${(performance.now() - startMs).toFixed(0)} ms.`);
  }
}

/** Copies until it is told to stop; returns how often. */
async function copyOn(
  owner: Program<CopyCommand, CopyReply>,
  copyOf: (id: number) => { readonly text: string },
  until: AbortSignal,
): Promise<number> {
  let copies = 0;
  while (!until.aborted) {
    copies += 1;
    await Promise.all([owner.ask({ text: `${copyOf(copies).text} again ${copies}` }), pause(copyEveryMs)]);
  }
  return copies;
}

async function searchAll(report: Report, bridge: Bridge, size: number): Promise<void> {
  const rows: (readonly string[])[] = [];
  const slowest: number[] = [];
  await bridge.fragments({ q: 'the' }); // starts the thread
  for (const [what, { q }] of Object.entries(queries)) {
    const [first, later]: [number[], number[]] = [[], []];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const startMs = performance.now();
      const page = await bridge.fragments({ q, limit: pageLimit });
      first.push(performance.now() - startMs);
      if (!page.ok) throw new Error(`a search was not answered: ${page.reason}`);
      found = page.value.items.length;
      const laterMs = performance.now();
      const before = String(Math.max(2, Math.floor(0.9 * size * (1 - round / rounds))));
      if (!(await bridge.fragments({ q, limit: pageLimit, before })).ok) throw new Error('a search was not answered');
      later.push(performance.now() - laterMs);
    }
    const all = [first, later].map(summarizeMs);
    slowest.push(...all.map(({ p95 }) => p95));
    rows.push([what, String(found), ...all.flatMap(({ p50, p95, max }) => [p50, p95, max].map((ms) => ms.toFixed(1)))]);
  }
  const columns = ['', 'found', 'first page p50', 'p95', 'max', 'later page p50', 'p95', 'max'];
  report.table(`Searches in ${size} copies, ${rounds} of each, ms`, columns, rows);
  report.target({
    what: `search in ${size} copies, slowest p95`,
    figure: Math.max(...slowest),
    limit: mostSearchMs,
    better: 'lower',
    unit: 'ms',
  });
}

function summarizeMs(samples: readonly number[]): { readonly p50: number; readonly p95: number; readonly max: number } {
  const { p50, max } = summarize(samples);
  const sorted = samples.toSorted((one, other) => one - other);
  return { p50, max, p95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN };
}
