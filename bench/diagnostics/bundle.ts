/**
 * Support bundles of a Hub that runs, with logs that are as full as they get and a canary wherever something of its user can be: how long each preset
 * takes, as a command and as a call, how large it is, and how many canaries are in it in any form. By itself: `node bench/diagnostics/bundle.ts`.
 */
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { rotatedFile } from '../../src/base/rotated-files/rotated-file.ts';
import { openHubClient } from '../../src/client/hub-client.ts';
import { componentIds } from '../../src/contract/components.ts';
import { supportManifest, supportPresets } from '../../src/contract/diagnostics/support-bundle.ts';
import { logFiles } from '../../src/logs/log-names.ts';
import { canariesIn, formNames } from '../../test/harness/canaries.ts';
import { startCanariedHub } from '../../test/harness/desktop/canaried-hub.ts';
import { unzipped } from '../../test/harness/documents/zip-reader.ts';
import type { TestHub } from '../../test/harness/hub.ts';
import type { Bench } from '../bench.ts';
import { median } from '../measuring/percentiles.ts';
import { Report } from '../measuring/report.ts';

/** A log is rotated at this size. */
const fullBytes = 8 * 1024 * 1024;
const mostMs = 3_000;

export const bundle: Bench = {
  about: 'support bundles beside full logs: time, size, and canaries in them',
  options: { rounds: 5 },
  run: async (report, parts, { rounds = 5 }) => {
    const { desk, planted } = parts.use(await startCanariedHub());
    const { hub } = desk;
    const bytes = fillLogs(hub);
    report.note(`${planted.size} canaries, each looked for in ${formNames.length} forms; ${Math.round(bytes / 1_048_576)} MiB of logs.`);
    const client = openHubClient({ env: { ...hub.env, DISPLAY: undefined } });
    const rows = [];
    let hits = 0;
    for (const preset of supportPresets) {
      const folder = path.join(hub.root, 'bundles', preset);
      mkdirSync(folder, { recursive: true });
      const [commandMs, callMs]: [number[], number[]] = [[], []];
      let last = '';
      for (let round = 0; round < rounds; round += 1) {
        const startMs = performance.now();
        const made = await hub.command(['support-bundle', '--preset', preset, '--output', folder, '--json']);
        commandMs.push(performance.now() - startMs);
        last = JSON.parse(made.stdout).path;
        const calledMs = performance.now();
        await client.runSupportPreset(folder, preset);
        callMs.push(performance.now() - calledMs);
      }
      const files = unzipped(readFileSync(last));
      const report = readFileSync(last.replace(/\.zip$/, '.html'));
      const secrets = [...planted.values(), hub.root];
      hits += [...files.map(({ bytes: content }) => content), ...files.map(({ name }) => Buffer.from(name)), report].flatMap((content) =>
        canariesIn(content, secrets),
      ).length;
      const manifest = supportManifest.parse(JSON.parse(files.find(({ name }) => name === 'manifest.json')?.bytes.toString() ?? '{}'));
      const removed = Object.values(manifest.removed).reduce((sum, count) => sum + count, 0);
      const unpacked = files.reduce((sum, file) => sum + file.bytes.length, 0);
      rows.push({
        preset,
        commandMs,
        callMs,
        cells: [files.length, Math.round(statSync(last).size / 1_024), Math.round(unpacked / 1_024), removed, manifest.leftOut.length],
      });
    }
    report.table(
      'Bundles, median and slowest in ms',
      ['preset', 'command', 'slowest', 'call', 'slowest', 'files', 'zip KiB', 'unpacked KiB', 'taken out', 'parts left out'],
      rows.map(({ preset, commandMs, callMs, cells }) => [
        preset,
        ...[median(commandMs), Math.max(...commandMs), median(callMs), Math.max(...callMs)].map(Math.round),
        ...cells,
      ]),
    );
    for (const { preset, commandMs } of rows)
      report.target({
        what: `hub support-bundle --preset ${preset}, the slowest`,
        figure: Math.max(...commandMs),
        limit: mostMs,
        better: 'lower',
        unit: 'ms',
      });
    report.never(`canaries found, of ${planted.size} × ${formNames.length} forms in ${rows.length} bundles`, hits);
  },
};

/** Repeats the lines that Hub wrote, as days would. Returns the bytes of all logs. */
function fillLogs({ places }: TestHub): number {
  const files = [...new Set(componentIds.flatMap((id) => logFiles(places.logs, id)))];
  let bytes = 0;
  const sample = readFileSync(logFiles(places.logs, 'python_core')[1]);
  for (const file of files) {
    for (let at = 0; at + sample.length < fullBytes; at += sample.length) appendFileSync(file, sample);
    copyFileSync(file, rotatedFile(file));
    bytes += 2 * statSync(file).size;
  }
  return bytes;
}

if (import.meta.main) {
  const report = new Report('bundle', (line) => void process.stdout.write(`${line}\n`));
  await using parts = new AsyncDisposableStack();
  await bundle.run(report, parts, bundle.options ?? {}, {});
  report.end();
  process.exitCode = report.isSound ? 0 : 1;
}
