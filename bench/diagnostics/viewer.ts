/** The page of the logs: how long a page of a million lines takes to be made, to open in a browser, and to be filtered. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { exportLogs } from '../../src/logs/page/export-logs.ts';
import { readLogs } from '../../src/logs/read-logs.ts';
import { chromiumPath, launchBrowser } from '../../test/page/page-browser.ts';
import { summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';
import { type MadeLogs, makeLogs } from './made-logs.ts';

const openings = 5;
const roundsEach = 5;
const [openedMs, filteredMs] = [3_000, 150];

/** What is done in the page, as a person does it. `script` runs in the page. */
const filters: readonly (readonly [name: string, script: string])[] = [
  ['level ERROR', "choose('select', '3')"],
  ['all levels', "choose('select', '0')"],
  ['without a component', "document.querySelector('.pill input').click()"],
  ['with it again', "document.querySelector('.pill input').click()"],
  ['text: saved', "type('saved')"],
  ['text: one letter (e)', "type('e')"],
  ['text: one digit (1)', "type('1')"],
  ['text: judged verdict=save', "type('judged verdict=save')"],
  ['text: ms=1', "type('ms=1')"],
  ['text: fragmentId=4321', "type('fragmentId=4321')"],
  ['text: nothing has it', "type('no such words at all')"],
  ['no text', "type('')"],
];

export async function measureViewer(report: Report, parts: AsyncDisposableStack, lines: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-logs-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const made = makeLogs(folder, lines);
  measureReading(report, folder, made);
  const startedAtMs = performance.now();
  const page = await exportLogs({ logs: folder, maxEntries: lines, language: 'en', env: process.env });
  const exportMs = performance.now() - startedAtMs;
  if (!page.ok) return report.never(`pages that were not made: ${page.reason}`, 1);
  report.never('lines that are not in the page', made.lines - page.value.lines);
  report.table(
    'The page',
    ['', 'figure'],
    [
      ['lines', page.value.lines],
      ['logs, MB', megabytes(made.bytes)],
      ['made in, s', (exportMs / 1_000).toFixed(2)],
      ['size, MB', megabytes(page.value.bytes)],
      ['memory of this process at its highest, MB', megabytes(process.resourceUsage().maxRSS * 1_024)],
    ],
  );
  if (!existsSync(chromiumPath)) return report.note('Opening and filtering were not measured: there is no Chromium.');
  const browser = await launchBrowser();
  parts.defer(async () => await browser.close());
  await measureOpening(report, browser, page.value.file);
}

/** As `hub logs` reads them. */
function measureReading(report: Report, logs: string, { fragmentId }: MadeLogs): void {
  const rows = (
    [
      ['all', {}],
      ['level ERROR', { level: 'ERROR' }],
      ['one copy', { copy: fragmentId }],
      ['text', { text: 'verdict=save' }],
    ] as const
  ).map(([name, filter]) => {
    const startedAtMs = performance.now();
    using read = readLogs(logs, filter);
    const count = read.lines().reduce((sum) => sum + 1, 0);
    return [name, count, ((performance.now() - startedAtMs) / 1_000).toFixed(2)];
  });
  report.table('hub logs: reading and merging', ['', 'lines', 's'], rows);
}

async function measureOpening(report: Report, browser: Browser, file: string): Promise<void> {
  const opened: number[] = [];
  const times = new Map(filters.map(([name]) => [name, [] as number[]]));
  let memory = 0;
  for (let round = 0; round < openings; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    const startedAtMs = performance.now();
    await page.goto(pathToFileURL(file).href);
    await untilReady(page);
    opened.push(performance.now() - startedAtMs);
    memory = Math.max(memory, await memoryOf(page));
    for (let again = 0; again < roundsEach; again++)
      for (const [name, script] of filters) times.get(name)?.push((await page.evaluate(measured(script))) as number);
    await context.close();
  }
  const opening = summarize(opened);
  report.table('Opened, from the address to the painted list, ms', ['', ...statisticColumns], [['', ...statisticCells(opening)]]);
  report.note(`  memory of the page's script, MB: ${megabytes(memory)}`);
  const rows = [...times].map(([name, all]) => [name, ...statisticCells(summarize(all))]);
  const all = summarize([...times.values()].flat());
  report.table(
    'Filtered, from the key or click to the painted list, ms',
    ['', ...statisticColumns],
    [...rows, ['all', ...statisticCells(all)]],
  );
  report.target({ what: 'the page opens, worst', figure: opening.max, limit: openedMs, better: 'lower', unit: 'ms' });
  report.target({ what: 'a filter, p50', figure: all.p50, limit: filteredMs, better: 'lower', unit: 'ms' });
  report.target({ what: 'a filter, worst', figure: all.max, limit: filteredMs, better: 'lower', unit: 'ms' });
}

async function untilReady(page: Page): Promise<void> {
  while ((await page.evaluate('document.documentElement.dataset.state')) !== 'ready') await page.waitForTimeout(5);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

/** Until the frame after it is painted. */
function measured(script: string): string {
  return `new Promise((resolve) => {
    const choose = (selector, value) => {
      const element = document.querySelector(selector);
      element.value = value;
      element.dispatchEvent(new Event('change'));
    };
    const type = (text) => {
      const element = document.querySelector('input[type=search]');
      element.value = text;
      element.dispatchEvent(new Event('input'));
    };
    const startedAtMs = performance.now();
    ${script};
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAtMs)));
  })`;
}

async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const {
    usedSize,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
    backingStorageSize?: number;
  };
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
