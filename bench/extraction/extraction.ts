/** Text out of documents: how much of it is found in each format, beside LibreOffice and pdftotext, and what files do that were made to end their reader; then text in pictures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractionLimits, extractionOptions } from '../../src/contract/extraction.ts';
import { Extractor } from '../../src/extraction/extractor.ts';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { hostileDocuments } from '../../test/harness/documents/hostile-documents.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import { ocr } from '../ocr/ocr.ts';
import { measureRecall } from './recall.ts';

export const extraction: Bench = {
  about:
    'text out of documents: words found in each format beside LibreOffice and pdftotext; hostile files, their time and memory; then all of ocr, with its options',
  ...(ocr.options && { options: ocr.options }),
  run: async (report, parts, options, chosen) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-extraction-'));
    parts.defer(() => rmSync(folder, { recursive: true, force: true }));
    await measureRecall(report, folder);
    await measureHostile(report, folder);
    await ocr.run(report, parts, options, chosen);
  },
};

async function measureHostile(report: Report, folder: string): Promise<void> {
  const file = path.join(folder, 'hostile');
  const rows = [];
  let [slowest, largest, wrong] = [0, 0, 0];
  for (const { name, bytes, expected } of hostileDocuments) {
    writeFileSync(file, bytes());
    using memory = new ChildMemory();
    using extractor = new Extractor();
    const begunMs = performance.now();
    const found = await extractor.extract({ order: { path: file, options: extractionOptions.parse({}) } });
    const seconds = (performance.now() - begunMs) / 1_000;
    const became = found.ok ? 'text' : found.reason;
    if (!expected.includes(became)) wrong += 1;
    [slowest, largest] = [Math.max(slowest, seconds), Math.max(largest, memory.peakMegabytes)];
    rows.push([name, became, seconds.toFixed(2), memory.peakMegabytes]);
  }
  report.table(`${rows.length} hostile files, each with a process of its own`, ['', 'became', 's', 'peak MB'], rows);
  report.target({ what: 'slowest hostile file', figure: slowest, limit: extractionLimits.documentMs / 1_000, better: 'lower', unit: 's' });
  report.target({ what: 'largest peak', figure: largest, limit: extractionLimits.memoryBytes / 1024 ** 2, better: 'lower', unit: 'MB' });
  report.never('hostile files that became something else than they should', wrong);
}
