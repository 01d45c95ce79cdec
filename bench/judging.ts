/**
 * Judging: how long a content takes, and how long it blocks the core's event loop. A core in a process of its own gets texts as from the monitor; a
 * probe in its loop reports the longest block. Each of the texts that are hard to judge is judged alone, then 10,000 of all kinds. The same functions
 * called in this process, without a thread or a journal, are the lower bound.
 */
import { identifyContent } from '../src/domain/identify-content.ts';
import { generatedText, hostileTexts } from '../test/harness/owners/hostile-texts.ts';
import type { Bench } from './bench.ts';
import { summarize } from './measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from './measuring/report.ts';
import { ProbedCore } from './probed-core.ts';

const limitMs = 100;
/** This many at a time are pending in the journal, as after a restart. */
const batch = 250;
/** One of this many is judged in this process too. */
const compared = 10;

export const judging: Bench = {
  about: 'how long judging takes, and blocks the core, for hostile and generated texts',
  options: { texts: 10_000 },
  run: async (report, parts, { texts = 10_000 }) => {
    const core = parts.use(await ProbedCore.start());
    await core.judge(['a first text, for which the thread is started']);
    await core.hold();
    await measureHostile(report, core);
    await measureGenerated(report, core, texts);
    report.never('texts without a judgement', core.unjudged());
  },
};

async function measureHostile(report: Report, core: ProbedCore): Promise<void> {
  const rows: { readonly name: string; readonly ms: number; readonly holdMs: number }[] = [];
  for (const { name, text } of hostileTexts) {
    await core.judge([text()]);
    rows.push({ name, ms: core.judgedMs().at(-1) ?? Number.NaN, holdMs: (await core.hold()).longestMs });
  }
  const slowest = rows.toSorted((one, other) => other.ms - one.ms);
  const cells = slowest.map(({ name, ms, holdMs }) => [name, ms.toFixed(1), holdMs.toFixed(1)]);
  report.table(`the slowest ten of ${rows.length} texts that are hard to judge, ms`, ['', 'judged', 'loop blocked'], cells.slice(0, 10));
  report.figures('all hard texts, ms', ['', 'judged', 'loop blocked'], cells);
  report.target({
    what: 'judging the slowest hard text',
    figure: slowest[0]?.ms ?? Number.NaN,
    limit: limitMs,
    better: 'lower',
    unit: 'ms',
  });
  const figure = Math.max(...rows.map(({ holdMs }) => holdMs));
  report.target({ what: 'longest block of the core’s event loop by a hard text', figure, limit: limitMs, better: 'lower', unit: 'ms' });
}

async function measureGenerated(report: Report, core: ProbedCore, count: number): Promise<void> {
  const before = core.judgedMs().length;
  const directMs: number[] = [];
  let longestMs = 0;
  for (let from = 0; from < count; from += batch) {
    const texts = Array.from({ length: Math.min(batch, count - from) }, (_, index) => generatedText(from + index));
    await core.judge(texts);
    longestMs = Math.max(longestMs, (await core.hold()).longestMs);
    for (const text of texts.filter((_, index) => index % compared === 0)) directMs.push(await identifiedInMs(text));
  }
  report.table(
    `${count} generated texts, ms`,
    ['', ...statisticColumns],
    [
      ['judged: asked, identified, recorded', ...statisticCells(summarize(core.judgedMs().slice(before)))],
      ['identified in this process', ...statisticCells(summarize(directMs))],
    ],
  );
  report.target({
    what: `longest block of the core’s event loop over ${count} texts`,
    figure: longestMs,
    limit: limitMs,
    better: 'lower',
    unit: 'ms',
  });
}

async function identifiedInMs(text: string): Promise<number> {
  const content = Buffer.from(text);
  const startedAtMs = performance.now();
  await identifyContent(content);
  return performance.now() - startedAtMs;
}
