/**
 * The benchmarks: `npm run bench -- NAME [--json]`. They measure real processes in temporary homes on private displays, and never the user's own Hub
 * or clipboard. A missed target is reported and is not a failure: the exit status is 0 once everything was measured, except if something happened
 * that must never happen, such as a lost copy: then it is 1.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browser } from './articles/articles.ts';
import { type Bench, ProgramMissing } from './bench.ts';
import { bridge } from './bridge.ts';
import { capture } from './capture/capture.ts';
import { detection } from './detection/detection.ts';
import { diagnostics } from './diagnostics/diagnostics.ts';
import { extraction } from './extraction/extraction.ts';
import { history } from './history/history.ts';
import { idle } from './idle.ts';
import { index } from './index-files.ts';
import { judging } from './judging.ts';
import { Report } from './measuring/report.ts';
import { ocr } from './ocr/ocr.ts';
import { picker } from './picker/picker.ts';
import { secrets } from './secrets/secrets.ts';
import { shell } from './shell.ts';
import { soak } from './soak/soak.ts';
import { strangeCopies } from './strange-copies.ts';
import { supervision } from './supervision.ts';

const benches: Readonly<Record<string, Bench>> = {
  capture,
  bridge,
  idle,
  judging,
  supervision,
  soak,
  detection,
  history,
  secrets,
  index,
  shell,
  picker,
  browser,
  extraction,
  ocr,
  diagnostics,
  'strange-copies': strangeCopies,
};
const results = path.join(import.meta.dirname, 'results');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const words = process.argv.slice(2);
const name = words.find((word) => !word.startsWith('-'));
const bench = name === undefined || !Object.hasOwn(benches, name) ? undefined : benches[name];
if (name === undefined || bench === undefined) {
  for (const [known, { about }] of Object.entries(benches)) print(`${known.padEnd(15)} ${about}`);
  print('\nnpm run bench -- NAME [--json]   --json also writes the figures into bench/results/');
  process.exit(name === undefined ? 0 : 2);
}

const interrupted = Promise.withResolvers<'interrupted'>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.resolve('interrupted'));
const options = optionsOf(bench, words);
const chosen = chosenOf(bench, words);
const report = new Report(name, print);
const parts = new AsyncDisposableStack();
const ended = await Promise.race([bench.run(report, parts, options, chosen), interrupted.promise])
  .catch((error: unknown) => {
    if (!(error instanceof ProgramMissing)) throw error;
    print(error.message);
    return 'missing' as const;
  })
  .finally(() => parts.disposeAsync());
if (ended === 'missing') process.exit(2);
if (ended === 'interrupted') process.exit(130);
report.end();
if (words.includes('--json')) {
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  print(`\n${path.relative(process.cwd(), file)}`);
}
process.exit(report.isSound ? 0 : 1);

function chosenOf({ choices = {} }: Bench, given: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(choices).map(([choice, known]) => {
    const at = given.indexOf(`--${choice}`);
    return [choice, known, at < 0 ? known[0] : (given[at + 1] ?? '')] as const;
  });
  for (const [choice, known, word] of entries) {
    if (known.includes(word)) continue;
    print(`--${choice} takes one of: ${known.join(', ')}`);
    process.exit(2);
  }
  return Object.fromEntries(entries.map(([choice, , word]) => [choice, word]));
}

function optionsOf({ options = {} }: Bench, given: readonly string[]): Readonly<Record<string, number>> {
  const entries = Object.entries(options).map(([option, usual]) => {
    const at = given.indexOf(`--${option}`);
    return [option, at < 0 ? usual : Number(given[at + 1])] as const;
  });
  for (const [option, value] of entries) {
    if (Number.isFinite(value) && value >= 0) continue;
    print(`--${option} takes a number`);
    process.exit(2);
  }
  return Object.fromEntries(entries);
}
