/** What the readings of all pictures say: by class, font and screen, the worst ones, and which targets were reached. */
import { extractionLimits } from '../../src/contract/extraction.ts';
import type { Cell, Report } from '../measuring/report.ts';
import { type Errors, summed } from './errors.ts';
import type { TextOnScreen } from './pictures.ts';
import { type Kind, kinds } from './samples.ts';

interface Judged {
  readonly errors: Errors;
  readonly seconds: number;
}

export interface Reading {
  readonly screen: TextOnScreen;
  readonly hub: Judged;
  /** Null if that was not measured. */
  readonly asItIs: Judged | null;
  readonly prepared: Judged | null;
  readonly peakMegabytes: number;
}

/** Characters read wrongly, in percent of all that are shown. */
const targets: readonly { readonly what: string; readonly of: readonly Kind[]; readonly limit: number }[] = [
  { what: 'Latin', of: ['prose', 'code', 'terminal', 'interface'], limit: 1.1 },
  { what: 'code, with its indentation', of: ['code'], limit: 1.9 },
  { what: 'user interfaces', of: ['interface'], limit: 0.8 },
  { what: 'Chinese', of: ['chinese'], limit: 0.5 },
  { what: 'Japanese', of: ['japanese'], limit: 1.5 },
];
const mostTimesPrepared = 1.5;
const coldStartSeconds = 2;
const worstShown = 8;

export function tell(report: Report, readings: readonly Reading[]): void {
  const columns = ['', 'pictures', 'characters', 'Hub', 'as it is', 'prepared'];
  const classes = ({ sample }: TextOnScreen): string => `${sample.kind}: ${sample.what}`;
  report.table(
    'Characters read wrongly, in percent',
    columns,
    grouped(readings, ({ sample }) => sample.kind),
  );
  report.table('By class', columns, grouped(readings, classes));
  report.table(
    'By font',
    columns,
    grouped(readings, ({ look }) => look.family),
  );
  const screens = ({ look }: TextOnScreen): string => `${look.isDark ? 'dark' : 'light'}, ${look.scale}x`;
  report.table('By screen', columns, grouped(readings, screens));
  const worst = readings.toSorted((one, other) => share(other.hub.errors) - share(one.hub.errors)).slice(0, worstShown);
  report.table(
    'The worst pictures',
    columns,
    worst.map((one) => row(`${classes(one.screen)}, ${one.screen.look.font.replaceAll('"', '')}, ${screens(one.screen)}`, [one])),
  );
  report.figures(
    'Every picture',
    columns,
    readings.map((one) => row(`${classes(one.screen)}, ${one.screen.look.font}, ${screens(one.screen)}`, [one])),
  );
  tellLines(report, readings);
  tellSeconds(report, readings);
  for (const { what, of, limit } of targets) {
    const own = readings.filter(({ screen }) => of.includes(screen.sample.kind));
    if (own.length === 0) report.note(`Not measured: ${what}.`);
    else
      report.target({
        what: `wrong characters in ${what}`,
        figure: share(summed(own.map(({ hub }) => hub.errors))) * 100,
        limit,
        better: 'lower',
        unit: '%',
      });
  }
  const peak = Math.max(...readings.map(({ peakMegabytes }) => peakMegabytes));
  report.target({ what: 'largest peak', figure: peak, limit: extractionLimits.memoryBytes / 1024 ** 2, better: 'lower', unit: 'MB' });
}

/** @param seconds of `hub ocr`, of the first picture; null if it failed. */
export function tellColdStart(report: Report, seconds: { readonly median: number; readonly slowest: number } | null): void {
  if (seconds === null) return report.note('The first answer was not measured: hub ocr failed.');
  report.note(
    `\nThe whole command, from its start to the text of the first picture: ${seconds.median.toFixed(2)} s, at most ${seconds.slowest.toFixed(2)} s.`,
  );
  report.target({
    what: 'first answer after a cold start, median',
    figure: seconds.median,
    limit: coldStartSeconds,
    better: 'lower',
    unit: 's',
  });
}

/** A row for each group, in the order in which they come. */
function grouped(readings: readonly Reading[], nameOf: (screen: TextOnScreen) => string): readonly (readonly Cell[])[] {
  const groups = Map.groupBy(readings, ({ screen }) => nameOf(screen));
  return [...groups].map(([name, own]) => row(name, own));
}

function row(name: string, own: readonly Reading[]): readonly Cell[] {
  const hub = own.map((reading) => reading.hub);
  return [
    name,
    own.length,
    summed(hub.map(({ errors }) => errors)).characters,
    percent(hub),
    percent(complete(own, 'asItIs')),
    percent(complete(own, 'prepared')),
  ];
}

/** Of code and terminals: whole lines, indentation, and what is wrong beside it; a plain text of tesseract's has no indentation. */
function tellLines(report: Report, readings: readonly Reading[]): void {
  const rows = [];
  for (const kind of ['code', 'terminal'] as const)
    for (const [name, way] of [
      ['Hub', 'hub'],
      ['as it is', 'asItIs'],
      ['prepared', 'prepared'],
    ] as const) {
      const judged = complete(
        readings.filter(({ screen }) => screen.sample.kind === kind),
        way,
      );
      if (judged === null || judged.length === 0) continue;
      const all = summed(judged.map(({ errors }) => errors));
      rows.push([
        `${kind}, ${name}`,
        share(all),
        all.wrongUnindented / all.characters,
        all.linesWhole / all.lines,
        all.linesIndented / all.linesFound,
      ]);
    }
  const cells = rows.map(([name, ...parts]) => [name, ...parts.map((part) => (Number(part) * 100).toFixed(2))] as Cell[]);
  report.table('Code and terminals, in percent', ['', 'wrong', 'without indentation', 'lines whole', 'indentation right'], cells);
}

function tellSeconds(report: Report, readings: readonly Reading[]): void {
  const mean = (judged: readonly Judged[]): number => judged.reduce((sum, { seconds }) => sum + seconds, 0) / judged.length;
  const ways = (own: readonly Reading[]): Cell[] =>
    [own.map(({ hub }) => hub), complete(own, 'asItIs'), complete(own, 'prepared')].map((judged) =>
      judged === null ? null : mean(judged).toFixed(2),
    );
  const present = kinds.filter((kind) => readings.some(({ screen }) => screen.sample.kind === kind));
  report.table(
    'Seconds a picture, from nothing to its text',
    ['', 'Hub', 'as it is', 'prepared'],
    [...present.map((kind) => [kind, ...ways(readings.filter(({ screen }) => screen.sample.kind === kind))]), ['all', ...ways(readings)]],
  );
  const prepared = complete(readings, 'prepared');
  if (prepared !== null)
    report.target({
      what: 'seconds a picture, of those of prepared tesseract',
      figure: mean(readings.map(({ hub }) => hub)) / mean(prepared),
      limit: mostTimesPrepared,
      better: 'lower',
      unit: 'times',
    });
}

/** Null unless it was measured for all of these. */
function complete(own: readonly Reading[], way: 'hub' | 'asItIs' | 'prepared'): readonly Judged[] | null {
  const judged = own.map((reading) => reading[way]).filter((one) => one !== null);
  return judged.length === own.length ? judged : null;
}

function percent(judged: readonly Judged[] | null): string | null {
  return judged === null ? null : (share(summed(judged.map(({ errors }) => errors))) * 100).toFixed(2);
}

function share({ wrong, characters }: Errors): number {
  return wrong / characters;
}
