/**
 * What a run of the retention policy costs that deletes 100,000 copies, as the core does it by itself: the time, the pauses of the core's event loop, and how
 * long a copy waits that is made meanwhile. By itself: `node bench/diagnostics/retention-run.ts`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { documents } from '../../src/contract/documents.ts';
import { openJournalReader } from '../../src/journal/journal.ts';
import { proveRecords } from '../../src/journal/retention/prove-records.ts';
import { readRecorded } from '../../src/journal/retention/recording.ts';
import { ThreadWriter } from '../../src/journal/writing/writer.ts';
import { locatePlaces } from '../../src/platform/locations.ts';
import { startRetention } from '../../src/processes/core/keeping/retention-runs.ts';
import { fakeComponent } from '../../test/doubles/fake-component.ts';
import { textCapture } from '../../test/doubles/temporary-journal.ts';
import { fillJournal } from '../measuring/filled-journal.ts';
import { summarize } from '../measuring/percentiles.ts';
import { Report, statisticCells, statisticColumns } from '../measuring/report.ts';

const left = 1_000;
const captureEveryMs = 50;
const lookEveryMs = 50;

/** Adds the tables and targets to the report. */
export async function measureRetentionRun(report: Report, parts: AsyncDisposableStack, { copies = 100_000 } = {}): Promise<void> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'hub-bench-'));
  parts.defer(() => rmSync(home, { recursive: true, force: true }));
  const places = locatePlaces({
    env: { HUB_HOME: home },
    platform: 'linux',
    userHome: home,
    workingFolder: home,
    temporaryFolder: home,
    userId: '1',
  });
  const place = { file: places.journal, blobs: places.blobs };
  mkdirSync(place.blobs, { recursive: true });
  mkdirSync(path.join(home, 'config'));
  fillJournal(place, copies + left);
  const policy = { enabled: true, rules: [{ id: 'few', max_count: left }] };
  writeFileSync(places.document(documents['retention-policy'].file), JSON.stringify(policy));
  const component = fakeComponent('python_core', places);
  const journal = parts.use(openJournalReader(place));
  const writer = parts.use(new ThreadWriter(place, component.log));
  const monitor = parts.use(new ThreadWriter(place, component.log));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = await capturesWhile(monitor, pause(3_000, true));
  delay.enable();
  const startMs = performance.now();
  parts.use(
    startRetention({
      journal,
      writer,
      places,
      log: component.log,
      time: { now: async () => Date.now() },
      degraded: () => {},
      firstAfterMs: 0,
    }),
  );
  const isOver = (): boolean => readRecorded(journal)?.isOpen === false;
  const over = (async () => {
    while (!isOver()) await pause(lookEveryMs);
  })();
  const during = await capturesWhile(monitor, over);
  const tookMs = performance.now() - startMs;
  delay.disable();
  const provenFromMs = performance.now();
  const { account, fault, length } = proveRecords(places.retention);
  const provenMs = performance.now() - provenFromMs;
  if (fault !== null || account.deletedCopies < copies) throw new Error('the run did not do what it was to do');
  const bytes = readdirSync(places.retention).reduce((sum, name) => sum + statSync(path.join(places.retention, name)).size, 0);
  report.table(
    'a run by itself',
    ['', 'figure'],
    [
      ['copies deleted', account.deletedCopies],
      ['seconds', (tookMs / 1_000).toFixed(1)],
      ['copies in a second', Math.round(account.deletedCopies / (tookMs / 1_000))],
      ['records', length],
      ['bytes of the records for each copy', (bytes / account.deletedCopies).toFixed(1)],
      ['seconds to prove the records', (provenMs / 1_000).toFixed(2)],
      ['longest pause of the event loop, ms', (delay.max / 1e6).toFixed(1)],
    ],
  );
  report.table(
    'how long a copy waits until it is recorded, ms',
    ['', ...statisticColumns],
    [
      ['before the run', ...statisticCells(summarize(before))],
      ['during the run', ...statisticCells(summarize(during))],
    ],
  );
  report.target({ what: 'longest pause of the event loop', figure: delay.max / 1e6, limit: 100, better: 'lower', unit: 'ms' });
  report.target({
    what: 'wait of a copy during the run, 99 of 100',
    figure: summarize(during).p99,
    limit: 250,
    better: 'lower',
    unit: 'ms',
  });
}

/** Makes a copy every now and then, as the monitor does, until the work is over; how long each took, in ms. */
async function capturesWhile(monitor: ThreadWriter, work: Promise<unknown>): Promise<readonly number[]> {
  const tookMs: number[] = [];
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const startMs = performance.now();
    const written = await monitor.write('recordCaptures', [
      textCapture(`made meanwhile ${startMs} ${tookMs.length}`, { copiedAtMs: Date.now() }),
    ]);
    if (!written.ok) throw new Error(`a copy was not recorded: ${written.code}`);
    tookMs.push(performance.now() - startMs);
    await pause(captureEveryMs);
  }
  return tookMs;
}

if (import.meta.main) {
  const report = new Report('retention-run', (line) => void process.stdout.write(`${line}\n`));
  await using parts = new AsyncDisposableStack();
  await measureRetentionRun(report, parts);
  report.end();
}
