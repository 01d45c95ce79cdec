import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { hostileDocuments } from '../../test/harness/documents/hostile-documents.ts';
import { textPdf } from '../../test/harness/documents/pdf-documents.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { type ExtractionFailure, extractionLimits, extractionOptions } from '../contract/extraction.ts';
import { Extractor } from './extractor.ts';

describe('files that were made to end whoever reads them', () => {
  const folder = temporaryHome({ after });
  const extractor = new Extractor();
  const good = path.join(folder, 'good.pdf');
  before(() => writeFileSync(good, textPdf([['a tide']])));
  after(() => extractor[Symbol.dispose]());
  const extract = (file: string) => extractor.extract({ order: { path: file, options: extractionOptions.parse({ structure: true }) } });

  async function isHarmless(file: string, expected: readonly (ExtractionFailure | 'text')[]): Promise<void> {
    using memory = new ChildMemory();
    const begunMs = performance.now();
    const extracted = await extract(file);
    const tookMs = performance.now() - begunMs;
    const became = extracted.ok ? 'text' : extracted.reason;
    assert.ok(expected.includes(became), `${became} instead of ${expected.join(' or ')}`);
    assert.ok(tookMs < extractionLimits.documentMs + 1_000, `${Math.round(tookMs)} ms`);
    assert.ok(memory.peakMegabytes <= extractionLimits.memoryBytes / 1024 ** 2, `${memory.peakMegabytes} MB`);
    const next = await extract(good);
    assert.ok(next.ok && next.value.text === 'a tide\n', 'the next document is read');
  }

  for (const { name, bytes, expected } of hostileDocuments) {
    it(`${name}: ${expected.join(' or ')}`, async () => {
      const file = path.join(folder, 'hostile');
      writeFileSync(file, bytes());
      await isHarmless(file, expected);
    });
  }

  const special: readonly (readonly [name: string, make: (file: string) => void, expected: ExtractionFailure])[] = [
    ['a folder', (file) => mkdirSync(file), 'not-a-file'],
    ['a link to /dev/zero', (file) => symlinkSync('/dev/zero', file), 'not-a-file'],
    ['a link to itself', (file) => symlinkSync(file, file), 'not-found'],
    ['a named pipe', (file) => void execFileSync('mkfifo', [file]), 'not-a-file'],
    ['a file of 1 TB', (file) => sparse(file, 1024 ** 4), 'too-large'],
    ['a text of zeros', (file) => sparse(file, 100 * 1024 ** 2), 'unsupported'],
    ['a file of nobody', (file) => writeFileSync(file, 'a', { mode: 0 }), 'not-permitted'],
  ];
  for (const [name, make, expected] of special) {
    const skip =
      process.platform === 'win32'
        ? 'these are files of Unix'
        : expected === 'not-permitted' && process.getuid?.() === 0 && 'root may read every file';
    it(`${name}: ${expected}`, { skip }, async () => {
      const file = path.join(folder, name.replaceAll(/\W/g, '-'));
      make(file);
      await isHarmless(file, [expected]);
      if (expected === 'not-permitted') chmodSync(file, 0o600);
    });
  }
});

function sparse(file: string, bytes: number): void {
  const descriptor = openSync(file, 'w');
  ftruncateSync(descriptor, bytes);
  closeSync(descriptor);
}
