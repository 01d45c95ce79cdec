/**
 * From a copy to its file, one copy after the other as a person makes them.
 *
 * The clock starts in the copying program, just before it asks the X server for the clipboard. It stops in the save worker, when the file is
 * flushed and named, its folder is flushed, and the receipt is written. Both stamps are of the clock that all processes of the machine share, so
 * neither a poll nor a message to this process is in the figure. "reported by event" is later: when this process receives the event.
 *
 * The file's own change time (its rename) is a cross-check; the kernel rounds it down to its last tick, up to 4 ms early.
 *
 * The steps come from the same stamps: the monitor's, the core's and the worker's log lines carry them.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Places } from '../../src/platform/locations.ts';
import { logLines, numberIn } from '../component-log.ts';
import { median, type Summary, summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';
import { sampleText } from '../measuring/sample-text.ts';
import type { CopyCommand, CopyReply } from '../programs/copying-program.ts';
import type { Program } from '../programs/program.ts';
import type { SavedEvents } from '../soak/saved-events.ts';

export interface LatencyParts {
  readonly owner: Program<CopyCommand, CopyReply>;
  readonly events: SavedEvents;
  readonly places: Places;
  readonly report: Report;
}

const rounds = 3;
const copiesPerRound = 200;
const warmUpCopies = 20;
const textBytes = 4_096;
/** The pause before a person's next copy: everything is idle again. */
const restMs = 15;

/** The observations of this process about one copy. */
interface CopyTimes {
  readonly copiedAtMs: number;
  /** From the copy to the event about its file. */
  readonly toEventMs: number;
  readonly fileChangedMs: number;
}

export async function measureLatency(parts: LatencyParts): Promise<void> {
  const { report, places } = parts;
  for (let number = 0; number < warmUpCopies; number += 1) await copyOnce(parts, number);
  const warm = stepsIn(places).length;
  const copies: CopyTimes[] = [];
  for (let number = 0; number < rounds * copiesPerRound; number += 1) copies.push(await copyOnce(parts, warmUpCopies + number));
  const steps = stepsIn(places).slice(warm);
  if (steps.length !== copies.length) throw new Error(`${copies.length} copies were made, but ${steps.length} are in the logs`);

  const savedMs = copies.map(({ copiedAtMs }, index) => (steps[index]?.savedAtMs ?? Number.NaN) - copiedAtMs);
  const perRound = Array.from({ length: rounds }, (_, round) =>
    summarize(savedMs.slice(round * copiesPerRound, (round + 1) * copiesPerRound)),
  );
  report.table(
    `${textBytes} bytes of text, from the copy to its durable file, ms`,
    ['', ...statisticColumns],
    [
      ...perRound.map((summary, round) => [`round ${round + 1}`, ...statisticCells(summary)]),
      ['all rounds', ...statisticCells(summarize(savedMs))],
      ['… and reported by event', ...statisticCells(summarize(copies.map(({ toEventMs }) => toEventMs)))],
      ['… by the file’s own time', ...statisticCells(summarize(copies.map(({ fileChangedMs }) => fileChangedMs)))],
    ],
  );
  tableOfSteps(report, copies, steps);
  targetOf(report, perRound, 'p50', 15);
  targetOf(report, perRound, 'p99', 60);
}

async function copyOnce({ owner, events }: LatencyParts, number: number): Promise<CopyTimes> {
  const text = sampleText(number, textBytes);
  const saved = events.saved(text);
  const { clockMs, unixMs } = await owner.ask({ text });
  const savedEvent = await saved;
  const file = savedEvent.fragment.savedPath ?? '';
  if (readFileSync(file, 'latin1') !== text) throw new Error('a saved file differs from the copied text');
  await pause(restMs);
  return { copiedAtMs: clockMs, toEventMs: savedEvent.clockMs - clockMs, fileChangedMs: statSync(file).ctimeMs - unixMs };
}

function targetOf(report: Report, perRound: readonly Summary[], which: 'p50' | 'p99', limit: number): void {
  const figure = median(perRound.map((summary) => summary[which]));
  report.target({ what: `copy → durable file, ${which} (median of ${rounds} rounds)`, figure, limit, better: 'lower', unit: 'ms' });
}

/** One copy in the logs. Times are of the machine's clock, durations in milliseconds. */
interface Steps {
  readonly readMs: number;
  readonly recordMs: number;
  readonly recordedAtMs: number;
  readonly judgeMs: number;
  readonly judgedAtMs: number;
  readonly saveMs: number;
  readonly savedAtMs: number;
}

/** All copies so far; they were made one after the other, so the n-th line of each component is the n-th copy. */
function stepsIn({ logs }: Places): readonly Steps[] {
  const judged = logLines(logs, 'python_core.log', 'judged');
  const saved = logLines(logs, 'save_worker.log', 'saved');
  return logLines(logs, 'clipboard.log', 'copied').flatMap((copied, index) => {
    const [itsJudged, itsSaved] = [judged[index], saved[index]];
    if (itsJudged === undefined || itsSaved === undefined) return [];
    return {
      readMs: numberIn(copied, 'readMs'),
      recordMs: numberIn(copied, 'recordMs'),
      recordedAtMs: numberIn(copied, 'clockMs'),
      judgeMs: numberIn(itsJudged, 'ms'),
      judgedAtMs: numberIn(itsJudged, 'clockMs'),
      saveMs: numberIn(itsSaved, 'ms'),
      savedAtMs: numberIn(itsSaved, 'clockMs'),
    };
  });
}

/** Medians that the design allows for each step. */
const budgets = { read: 2, durable: 2, judged: 2, saved: 4 } as const;

function tableOfSteps(report: Report, copies: readonly CopyTimes[], steps: readonly Steps[]): void {
  const of = (step: (steps: Steps, times: CopyTimes) => number): Summary =>
    summarize(steps.flatMap((each, index) => (copies[index] ? step(each, copies[index]) : [])));
  const notified = of((each, { copiedAtMs }) => each.recordedAtMs - each.recordMs - each.readMs - copiedAtMs);
  const read = of(({ readMs }) => readMs);
  const durable = of(({ recordMs }) => recordMs);
  const judged = of(({ judgedAtMs, recordedAtMs }) => judgedAtMs - recordedAtMs);
  const saved = of(({ savedAtMs, judgedAtMs }) => savedAtMs - judgedAtMs);
  const row = (name: string, summary: Summary, budget: number | null) => [name, ...statisticCells(summary), budget];
  report.table(
    'steps, ms',
    ['', ...statisticColumns, 'budget'],
    [
      row('copy → the monitor is notified', notified, null),
      row('event → content read', read, budgets.read),
      row('read → durable in the journal', durable, budgets.durable),
      row('durable → judged', judged, budgets.judged),
      row(
        '  of which judging itself',
        of(({ judgeMs }) => judgeMs),
        null,
      ),
      row('judged → saved', saved, budgets.saved),
      row(
        '  of which saving itself',
        of(({ saveMs }) => saveMs),
        null,
      ),
    ],
  );
  const medians = { read: read.p50, durable: durable.p50, judged: judged.p50, saved: saved.p50 };
  for (const [step, limit] of Object.entries(budgets)) {
    const figure = medians[step as keyof typeof budgets];
    report.target({ what: `step → ${step}, p50`, figure, limit, better: 'lower', unit: 'ms' });
  }
}
