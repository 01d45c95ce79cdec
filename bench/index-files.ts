/**
 * The index of the WorkSpaces, of /usr/share/doc and /usr/include, which are only read: the first refresh and those after it, beside programs that walk
 * the same folders (updatedb of plocate and rg, if they are installed); searches; memory; and how soon a new file is found by the watcher.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { indexQuery } from '../src/domain/indexing/index-words.ts';
import { type IndexDatabase, indexBytes } from '../src/file-index/index-database.ts';
import { indexSummary, readIndex, readLastRun } from '../src/file-index/index-summary.ts';
import { type IndexedFile, searchFiles } from '../src/file-index/search-files.ts';
import { TestHub } from '../test/harness/hub.ts';
import { until } from '../test/harness/until.ts';
import type { Bench } from './bench.ts';
import { median } from './measuring/percentiles.ts';
import { mebibyte, tryMemory, tryPeakBytes } from './measuring/process-memory.ts';
import type { Report } from './measuring/report.ts';

const folders = ['/usr/share/doc', '/usr/include'];
const rounds = 5;
const settleMs = 6_000;
/** Until the indexer has ended, and its parent's memory is freed. */
const restMs = 30_000;
const longestRefreshMs = 600_000;
const searchRounds = 10;
const searched = {
  'a name': ['copyright', 'stdio.h', 'changelog debian'],
  'a rare word': ['zeppelin', 'xyzzy', 'brontosaurus'],
  'a common word': ['the', 'a', 'license'],
  'common words': ['the in', 'gnu general public license', 'return value'],
  'one or two characters': ['go', 'e', '=>'],
  'a word and two characters': ['license go', 'the zz', 'zeppelin in'],
  'the beginning of a word': ['pri', 'inclu', 'copyr'],
} as const;

export const index: Bench = {
  about: 'the index of /usr/share/doc and /usr/include: refreshes beside updatedb and rg, searches, memory, the watcher',
  run: async (report, parts) => {
    const hub = parts.use(new TestHub({ HUB_WORKSPACE: '' }));
    const env = { ...hub.env, HOME: hub.root };
    hub.env.HOME = env.HOME;
    const own = path.join(hub.root, 'WorkSpace');
    mkdirSync(own, { recursive: true });
    const workspaces = folders.map((folder) => ({ id: path.basename(folder), name: folder, path: folder }));
    hub.setDocument('config/workspaces.json', { workspaces, activeId: null });
    const { components } = await hub.start();
    const host = components.find(({ id }) => id === 'settings_host')?.pid ?? 0;
    await pause(settleMs);
    const before = megabytes(host);
    const first = await refresh(hub, host);
    const later = [];
    for (let round = 0; round < rounds; round += 1) later.push(await refresh(hub, host));
    const laterMs = median(later.map(({ ms }) => ms));
    const working = megabytes(childOf(host));
    const walks = walkers.map(([what, program, words]) => [what, medianOf(() => timed(program, words(hub.root)))] as const);
    const summary = indexSummary(hub.places.index);
    const files = (summary?.workspaces ?? []).reduce((sum, workspace) => sum + workspace.files, 0);
    const textBytes = (summary?.workspaces ?? []).reduce((sum, workspace) => sum + workspace.textBytes, 0);
    report.table(
      `${files} files, ${(textBytes / mebibyte).toFixed(0)} MiB of text`,
      ['', 's', 'files read'],
      [
        ['first refresh', (first.ms / 1_000).toFixed(2), first.indexed],
        ['next refresh, nothing changed', (laterMs / 1_000).toFixed(2), later.at(-1)?.indexed ?? null],
        ...walks.map(([what, ms]) => [what, ms === null ? 'not installed' : (ms / 1_000).toFixed(2), null]),
      ],
    );
    report.target({ what: 'first refresh / next refresh', figure: first.ms / laterMs, limit: 10, better: 'higher', unit: '×' });
    const bytes = indexBytes(hub.places.index);
    report.note(`\nDatabase: ${(bytes / mebibyte).toFixed(1)} MiB, ${(bytes / textBytes).toFixed(2)} bytes per byte of text.`);
    const p95 = searches(report, hub.places.index);
    report.target({ what: 'search p95, the slowest kind', figure: p95, limit: 50, better: 'lower', unit: 'ms' });
    await pause(restMs);
    report.table(
      'Memory (PSS), MB',
      ['', ''],
      [
        ['settings host, before the first refresh', before],
        ['settings host, 30 s after the last one, with the watches', megabytes(host)],
        ['indexer, peak of resident memory', first.peakMb.toFixed(1)],
        ['indexer, right after the last refresh', working],
        ['indexer, 30 s later', childOf(host) === 0 ? 'ended' : megabytes(childOf(host))],
      ],
    );
    const cold = await untilFound(hub, own, 'cold');
    const warm: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(2_500);
      warm.push(await untilFound(hub, own, `warm${round}`));
    }
    report.note(
      `A new file is found ${cold.toFixed(0)} ms after it was written if the indexer has to start, else ${median(warm).toFixed(0)} ms.`,
    );
  },
};

const walkers: readonly (readonly [what: string, program: string, words: (folder: string) => readonly (readonly string[])[]])[] = [
  [
    'updatedb of plocate, a new database',
    'updatedb.plocate',
    (folder) =>
      folders.map((root) => [
        '-U',
        root,
        '-o',
        path.join(folder, 'plocate.db'),
        '-l',
        '0',
        '--prunepaths',
        '',
        '--prune-bind-mounts',
        'no',
      ]),
  ],
  ['rg --files', 'rg', () => [['--files', '-uu', '--no-messages', ...folders]]],
  ['find -type f', 'find', () => [[...folders, '-type', 'f']]],
];

/** Null if it is not installed. */
function timed(program: string, runs: readonly (readonly string[])[]): number | null {
  const startMs = performance.now();
  try {
    for (const words of runs) execFileSync(program, words, { stdio: 'ignore' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return performance.now() - startMs;
}

function medianOf(measure: () => number | null): number | null {
  const times = Array.from({ length: rounds }, measure).filter((ms) => ms !== null);
  return times.length === 0 ? null : median(times);
}

async function refresh(hub: TestHub, host: number): Promise<{ readonly ms: number; readonly indexed: number; readonly peakMb: number }> {
  const last = readLastRun(hub.places.index)?.startedAtMs ?? 0;
  await hub.request('POST', '/api/index/refresh', {});
  let peak = 0;
  const run = await until(
    'the end of the refresh',
    () => {
      peak = Math.max(peak, tryPeakBytes(childOf(host)) ?? 0);
      const now = readLastRun(hub.places.index);
      return now !== null && now.startedAtMs > last && now.state === 'complete' ? now : undefined;
    },
    longestRefreshMs,
  );
  return { ms: (run.endedAtMs ?? 0) - run.startedAtMs, indexed: run.indexed, peakMb: peak / 1e6 };
}

/** Returns the p95 of the slowest kind, in ms. */
function searches(report: Report, file: string): number {
  let worst = 0;
  const rows = Object.entries(searched).map(([kind, queries]) => {
    const times = Array.from({ length: searchRounds }, () =>
      queries.map((query) => {
        const startMs = performance.now();
        readIndex(file, (opened) => find(opened, query, 20));
        return performance.now() - startMs;
      }),
    ).flat();
    const sorted = times.toSorted((one, other) => one - other);
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
    worst = Math.max(worst, p95);
    return [kind, median(times).toFixed(1), p95.toFixed(1)];
  });
  report.table('Searches for 20 files, with opening the database, ms', ['', 'p50', 'p95'], rows);
  return worst;
}

function find(opened: IndexDatabase, words: string, limit: number): readonly IndexedFile[] {
  const query = indexQuery(words);
  return query === null ? [] : searchFiles(opened, query, limit);
}

/** Ms from the end of writing to the first search that finds it. */
async function untilFound(hub: TestHub, folder: string, word: string): Promise<number> {
  const file = path.join(folder, `${word}.txt`);
  writeFileSync(file, `findable${word}`);
  const startMs = performance.now();
  await until('the new file', () => (readIndex(hub.places.index, (opened) => find(opened, `findable${word}`, 1)) ?? []).length > 0);
  const tookMs = performance.now() - startMs;
  rmSync(file);
  return tookMs;
}

/** The indexer; 0 if there is none. */
function childOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || 0;
  } catch {
    return 0;
  }
}

function megabytes(pid: number): string {
  const memory = tryMemory(pid);
  return memory === null ? 'unknown' : (memory.proportionalBytes / 1e6).toFixed(1);
}
