/** Text in pictures: how much of it is read wrongly, beside the `tesseract` of the system where there is one, and what a picture costs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractionLimits, extractionOptions } from '../../src/contract/extraction.ts';
import { Extractor } from '../../src/extraction/extractor.ts';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { chromiumPath } from '../../test/page/page-browser.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import { type TextOnScreen, textsOnScreen } from './pictures.ts';

const systemProgram = 'tesseract';
/** Of the characters, in percent. */
const targets: Readonly<Record<TextOnScreen['kind'], number>> = { prose: 0.5, code: 3, terminal: 3, interface: 3 };

interface Reading {
  readonly screen: TextOnScreen;
  readonly wrong: number;
  readonly linesWhole: number;
  readonly lines: number;
  readonly ms: number;
  readonly systemWrong: number | null;
}

export const ocr: Bench = {
  about:
    'text in pictures: characters read wrongly in prose, code, terminals and windows, beside the tesseract of the system; time, memory',
  run: async (report, parts) => {
    if (!existsSync(chromiumPath)) return report.note('Nothing was measured: the pictures are drawn by Chromium.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-ocr-'));
    parts.defer(() => rmSync(folder, { recursive: true, force: true }));
    const hasSystem = spawnSync(systemProgram, ['--version'], { stdio: 'ignore' }).status === 0;
    if (!hasSystem) report.note('The tesseract of the system was not measured: it is not installed.');
    const screens = await textsOnScreen(parts);
    using memory = new ChildMemory();
    using extractor = new Extractor();
    const readings: Reading[] = [];
    for (const [at, screen] of screens.entries()) {
      const file = path.join(folder, `${at}.png`);
      writeFileSync(file, screen.png);
      const begunMs = performance.now();
      const found = await extractor.extract({ order: { path: file, options: extractionOptions.parse({}) } });
      const ms = performance.now() - begunMs;
      const text = found.ok ? found.value.text : '';
      const system = hasSystem ? spawnSync(systemProgram, [file, 'stdout'], { encoding: 'utf8' }).stdout : null;
      const lines = comparable(screen.text, screen.kind).split('\n');
      const read = new Set(comparable(text, screen.kind).split('\n'));
      const linesWhole = lines.filter((line) => read.has(line)).length;
      readings.push({
        screen,
        ms,
        wrong: wrongPart(text, screen),
        lines: lines.length,
        linesWhole,
        systemWrong: system === null ? null : wrongPart(system, screen),
      });
    }
    tell(report, readings, memory.peakMegabytes);
  },
};

function tell(report: Report, readings: readonly Reading[], peakMegabytes: number): void {
  const percent = (part: number | null): string | null => (part === null ? null : (part * 100).toFixed(2));
  report.table(
    `${readings.length} pictures: characters read wrongly, in percent`,
    ['', 'Hub', 'tesseract', 'ms'],
    readings.map(({ screen, wrong, systemWrong, ms }) => [
      `${screen.kind}: ${screen.name}`,
      percent(wrong),
      percent(systemWrong),
      Math.round(ms),
    ]),
  );
  const rows = [];
  for (const kind of Object.keys(targets) as TextOnScreen['kind'][]) {
    const own = readings.filter(({ screen }) => screen.kind === kind);
    const mean = (of: (reading: Reading) => number): number => own.reduce((sum, reading) => sum + of(reading), 0) / own.length;
    const system = own.every(({ systemWrong }) => systemWrong !== null) ? mean(({ systemWrong }) => systemWrong ?? 0) : null;
    const whole = own.reduce((sum, { linesWhole }) => sum + linesWhole, 0) / own.reduce((sum, { lines }) => sum + lines, 0);
    const wrong = mean((reading) => reading.wrong);
    rows.push([kind, own.length, percent(wrong), percent(system), percent(whole), Math.round(mean(({ ms }) => ms))]);
    report.target({ what: `wrong characters in ${kind}`, figure: wrong * 100, limit: targets[kind], better: 'lower', unit: '%' });
  }
  report.table('Means', ['', 'pictures', 'Hub', 'tesseract', 'lines whole, %', 'ms'], rows);
  report.target({
    what: 'largest peak',
    figure: peakMegabytes,
    limit: extractionLimits.memoryBytes / 1024 ** 2,
    better: 'lower',
    unit: 'MB',
  });
}

function wrongPart(text: string, { text: shown, kind }: TextOnScreen): number {
  const expected = comparable(shown, kind);
  return Math.min(1, changesBetween(expected, comparable(text, kind)) / expected.length);
}

/** Code and terminals with their indentation and gaps; of anything else the words, in rows for windows and in one line for prose, which wraps. */
function comparable(text: string, kind: TextOnScreen['kind']): string {
  if (kind === 'prose') return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').split(/\s+/).join(' ').trim();
  const lines = text.split('\n').map((line) => (kind === 'interface' ? line.split(/\s+/).join(' ').trim() : line.trimEnd()));
  return lines.filter((line) => line !== '').join('\n');
}

/** Levenshtein's distance. */
function changesBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(same, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
