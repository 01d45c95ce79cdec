/**
 * How many of the changes that somebody may make to the records of retention are found: random ones of each kind, each to the records of some runs, proven
 * against the journal that those runs were in. By itself: `node bench/diagnostics/tampering.ts`.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openJournal } from '../../src/journal/journal.ts';
import { faultAgainst, proveRecords } from '../../src/journal/retention/prove-records.ts';
import { runOrder, wholeRun } from '../../test/harness/retention/retention-run.ts';
import { tamper, tamperings } from '../../test/harness/retention/tampering.ts';
import { seeded } from '../../test/harness/secret-examples.ts';
import { fillJournal } from '../measuring/filled-journal.ts';
import { summarize } from '../measuring/percentiles.ts';
import { Report } from '../measuring/report.ts';

const copies = 2_000;
/** How many copies each run leaves; the copy of the records that somebody might put back is made in the middle. */
const left = [1_800, 1_500, 1_200, 900, 600, 300] as const;

/** Adds the table and the target to the report. `changes`: how many are tried; the same for the same seed. */
export function measureTampering(report: Report, parts: AsyncDisposableStack, { changes = 1_000, seed = 1 } = {}): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-bench-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const place = { file: path.join(folder, 'hub.db'), blobs: path.join(folder, 'blobs') };
  mkdirSync(place.blobs);
  fillJournal(place, copies);
  using journal = openJournal(place);
  const [present, older, tampered] = ['present', 'older', 'tampered'].map((name) => path.join(folder, name)) as [string, string, string];
  const nowMs = Date.now();
  for (const [at, count] of left.entries()) {
    if (at === left.length / 2) cpSync(present, older, { recursive: true });
    wholeRun(journal, runOrder(present, nowMs, { policy: { rules: [{ id: 'few', max_count: count }] } }));
  }
  const sound = proveRecords(present);
  if (faultAgainst(journal, present, sound) !== null) throw new Error('the records themselves are not sound');
  const random = seeded(seed);
  const tried = new Map<string, { found: number; all: number }>();
  const provenMs: number[] = [];
  for (let at = 0; at < changes; at += 1) {
    const name = tamperings[at % tamperings.length] ?? 'a bit flipped';
    tamper(name, { present, older }, tampered, random);
    const startMs = performance.now();
    const isFound = faultAgainst(journal, tampered, proveRecords(tampered)) !== null;
    provenMs.push(performance.now() - startMs);
    const { found = 0, all = 0 } = tried.get(name) ?? {};
    tried.set(name, { found: found + (isFound ? 1 : 0), all: all + 1 });
  }
  const rows = Array.from(tried, ([name, { found, all }]) => [name, found, all]);
  report.table(`changes to ${sound.length} records of ${left.length} runs, seed ${seed}`, ['change', 'found', 'of'], rows);
  const found = [...tried.values()].reduce((sum, each) => sum + each.found, 0);
  const { p50, max } = summarize(provenMs);
  report.note(`\nfound ${found} of ${changes}; a proof took ${p50.toFixed(1)} ms in the middle, ${max.toFixed(1)} ms at most`);
  report.target({ what: 'changes to the records that are found', figure: found, limit: changes, better: 'higher', unit: `of ${changes}` });
}

if (import.meta.main) {
  const report = new Report('tampering', (line) => void process.stdout.write(`${line}\n`));
  await using parts = new AsyncDisposableStack();
  measureTampering(report, parts);
  report.end();
}
