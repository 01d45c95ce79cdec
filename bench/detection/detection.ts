/**
 * The accuracy, confidence and speed of detection, beside the model of Visual Studio Code and highlight.js on the same fragments in the same run. The
 * fragments are from projects that the model did not learn from.
 */
import { readFileSync, statSync } from 'node:fs';
import { detect, detectText } from '../../src/domain/detect/detect.ts';
import { modelOf } from '../../src/domain/detect/learned/model.ts';
import { parseWeights } from '../../src/domain/detect/learned/weights.ts';
import { readHeldOut } from '../../tools/train-detector/corpus/held-out.ts';
import { seededRandom } from '../../tools/train-detector/learning/fragments.ts';
import type { LearningSet } from '../../tools/train-detector/learning/learning-set.ts';
import { comparedLengths, type MeasuredFragment, measuredFragments } from '../../tools/train-detector/learning/measured-fragments.ts';
import { scrapMaker } from '../../tools/train-detector/learning/scraps.ts';
import { plainTexts } from '../../tools/train-detector/learning/train.ts';
import type { Bench } from '../bench.ts';
import { summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';
import {
  accuracy,
  answersByType,
  calibrationError,
  confusions,
  errorRateAbove,
  type GradedAnswer,
  reliability,
} from './detection-figures.ts';
import { measureEmbeddedNames } from './embedded-names.ts';
import { otherDetectors } from './other-detectors.ts';

/** The target accuracy, by the length of the fragment. */
const targets: Readonly<Record<string, number>> = { 4: 0.72, 10: 0.86, 30: 0.92, whole: 0.95 };

export const detection: Bench = {
  about: 'types and names of fragments: how often right, how sure, how fast; beside two other detectors',
  options: { fragments: 40, compared: 40 },
  run: async (report, _parts, { fragments = 40, compared = 40 }) => {
    measureNames(report);
    measureLoading(report);
    const { texts, missing } = await readHeldOut((line) => report.note(line));
    if (missing > 0) report.note(`${missing} listed texts are not available: a package is gone, or has been replaced by another version.`);
    if (texts.size === 0) return;
    await measureTime(report, texts); // before the others have filled the memory
    await compare(report, texts, compared);
    measureAlone(report, texts, fragments);
    measureScraps(report, texts);
  },
};

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

/** Fragments of the languages that Visual Studio Code's model knows; highlight.js lacks a few, and gets only those that it knows. */
async function compare(report: Report, texts: LearningSet, count: number): Promise<void> {
  const others = otherDetectors();
  const [model] = others;
  const compared = new Map([...texts].filter(([type]) => model.knows.has(type)));
  const fragments = measuredFragments(compared, comparedLengths, count);
  report.note(
    `\nComparing on ${fragments.length} fragments of the ${compared.size} languages that ${model.name} knows; this takes minutes.`,
  );
  const rows: (readonly (string | number)[])[] = [];
  const hub = { name: 'Hub', knows: new Set(compared.keys()), detect: async (text: string) => detectText(text)?.typeId ?? null };
  for (const { name, knows, detect: ask } of [hub, ...others]) {
    const answers: GradedAnswer[] = [];
    const times: number[] = [];
    for (const fragment of fragments.filter(({ type }) => knows.has(type))) {
      const startMs = performance.now();
      const answer = await ask(fragment.text);
      times.push(performance.now() - startMs);
      answers.push({ type: fragment.type, length: String(fragment.length), answer, confidence: 0 });
    }
    const at = (length: unknown): number => accuracy(answers.filter((answer) => answer.length === String(length)));
    rows.push([
      name,
      new Set(answers.map(({ type }) => type)).size,
      ...comparedLengths.map((length) => percent(at(length))),
      summarize(times).p50.toFixed(2),
      summarize(times).p99.toFixed(2),
    ]);
    if (name !== 'Hub') continue;
    for (const length of comparedLengths)
      report.target({
        what: `right, ${lengthName(length)}, of ${compared.size} languages`,
        figure: at(length) * 100,
        limit: (targets[String(length)] ?? 0) * 100,
        better: 'higher',
        unit: '%',
      });
  }
  report.table(
    'Right answers, % (by lines of the fragment), and time each',
    ['', 'languages', ...comparedLengths.map(lengthName), 'p50 ms', 'p99 ms'],
    rows,
  );
}

function lengthName(length: unknown): string {
  return length === 'whole' ? 'whole file' : `${length} lines`;
}

function answerOf({ type, length, text }: MeasuredFragment): GradedAnswer {
  const found = detectText(text);
  return { type, length: String(length), answer: found?.typeId ?? null, confidence: found?.confidence ?? 0 };
}

/** All types that Hub learned, equally weighted. */
function measureAlone(report: Report, texts: LearningSet, count: number): void {
  const answers = measuredFragments(texts, comparedLengths, count).map(answerOf);
  const byType = Map.groupBy(answers, ({ type }) => type);
  const at = (all: readonly GradedAnswer[], length: unknown): string =>
    percent(accuracy(all.filter((answer) => answer.length === String(length))));
  report.table(
    `Hub alone: right answers, %, of all ${byType.size} types that have a project held out, ${count} fragments of each length`,
    ['', ...comparedLengths.map(lengthName)],
    [['all types', answers] as const, ...[...byType].sort(([, a], [, b]) => accuracy(a) - accuracy(b))].map(([type, all]) => [
      type,
      ...comparedLengths.map((length) => at(all, length)),
    ]),
  );
  report.table(
    'Most frequent mistakes',
    ['is', 'was said to be', 'times'],
    confusions(answers)
      .slice(0, 40)
      .map(({ type, answer, count: times }) => [type, answer, times]),
  );
  report.figures(
    'Answers of Hub by type',
    ['is', 'was said to be', 'times'],
    answersByType(answers).map(({ type, answer, count: times }) => [type, answer, times]),
  );
  report.table(
    'Confidence: said, and right when it was said',
    ['from', 'said', 'right', 'answers'],
    reliability(answers).map(({ from, said, right, count: of }) => [from.toFixed(2), percent(said), percent(right), of]),
  );
  report.target({ what: 'expected calibration error', figure: calibrationError(answers), limit: 0.05, better: 'lower', unit: '' });
  report.target({ what: 'wrong where surer than 0.95', figure: errorRateAbove(answers, 0.95) * 100, limit: 1, better: 'lower', unit: '%' });
}

const scrapCount = 2_000;

/** Text without a type must not get one. */
function measureScraps(report: Report, texts: LearningSet): void {
  const scrap = scrapMaker(plainTexts(texts), seededRandom('measured scraps'));
  const answers = Array.from({ length: scrapCount }, () => answerOf({ type: 'txt', project: '', length: 'whole', text: scrap() }));
  report.table(
    `${scrapCount} scraps of no type: words, addresses, numbers, gibberish, sentences of twenty languages`,
    ['', '%'],
    [
      [
        'told as plain text, or nothing said',
        percent(answers.filter(({ answer }) => answer === 'txt' || answer === null).length / scrapCount),
      ],
      [
        'told as a type, surer than 0.5',
        percent(answers.filter(({ answer, confidence }) => answer !== 'txt' && answer !== null && confidence > 0.5).length / scrapCount),
      ],
    ],
  );
}

const timedCharacters = 4_096;
/** A process that runs all day is warm: V8 has compiled the code after some thousand texts. */
const warmingRounds = 3;
const timedRounds = 5;

async function measureTime(report: Report, texts: LearningSet): Promise<void> {
  const timed = measuredFragments(texts, ['whole'], 20)
    .map(({ text }) => text.slice(0, timedCharacters))
    .filter((text) => text.length === timedCharacters);
  const contents = timed.map((text) => Buffer.from(text));
  const times: number[] = [];
  for (let round = 0; round < warmingRounds + timedRounds; round += 1) {
    for (const content of contents) {
      const startMs = performance.now();
      await detect(content);
      if (round >= warmingRounds) times.push(performance.now() - startMs);
    }
  }
  const summary = summarize(times);
  report.table('A text of 4 kB, ms', ['', ...statisticColumns], [['detection', ...statisticCells(summary)]]);
  report.target({ what: '4 kB, p50', figure: summary.p50, limit: 0.5, better: 'lower', unit: 'ms' });
  report.target({ what: '4 kB, p99', figure: summary.p99, limit: 3, better: 'lower', unit: 'ms' });
}

const loads = 15;

function measureLoading(report: Report): void {
  const file = new URL('../../src/domain/detect/learned/types.weights', import.meta.url);
  const times = Array.from({ length: loads }, () => {
    const startMs = performance.now();
    modelOf(parseWeights(readFileSync(file)));
    return performance.now() - startMs;
  });
  const summary = summarize(times);
  const megabytes = statSync(file).size / 1e6;
  report.table('Loading the weights, ms', ['', ...statisticColumns], [[`${megabytes.toFixed(2)} MB`, ...statisticCells(summary)]]);
  report.target({ what: 'weights', figure: megabytes, limit: 4, better: 'lower', unit: 'MB' });
  report.target({ what: 'loading the weights, p50', figure: summary.p50, limit: 20, better: 'lower', unit: 'ms' });
}

function measureNames(report: Report): void {
  const { cases, positives, precision, recall, real, heldOut } = measureEmbeddedNames();
  const row = (name: string, of: { cases: number; positives: number; precision: number; recall: number }): readonly (string | number)[] => [
    name,
    of.cases,
    of.positives,
    percent(of.precision),
    percent(of.recall),
  ];
  report.table(
    'Embedded file names',
    ['', 'openings', 'with a name', 'precision %', 'recall %'],
    [row('all', { cases, positives, precision, recall }), row('real ones', real), row('real ones, held out', heldOut)],
  );
  report.target({ what: 'embedded names, precision', figure: precision, limit: 0.98, better: 'higher', unit: '' });
  report.target({ what: 'embedded names, recall', figure: recall, limit: 0.9, better: 'higher', unit: '' });
}
