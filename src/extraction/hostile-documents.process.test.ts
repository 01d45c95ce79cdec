import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { hostileDocuments } from '../../test/harness/documents/hostile-documents.ts';
import { textPdf } from '../../test/harness/documents/pdf-documents.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import { type ExtractionFailure, extractionLimits, extractionOptions } from '../contract/extraction.ts';
import { Extractor } from './extractor.ts';

it('the process ends itself for its memory while the one that started it is too busy to look', {
  skip: process.platform !== 'linux' && 'the test reads /proc',
}, async (t) => {
  const program = path.join(temporaryHome(t), 'greedy-reader.mjs');
  const confinement = pathToFileURL(path.join(import.meta.dirname, '../processes/extraction/confinement.ts')).href;
  const takes = 'const held = []; setInterval(() => held.push(Buffer.alloc(2 ** 21, 1)), 1);';
  writeFileSync(program, `import { confine } from '${confinement}'; confine(); process.on('message', () => { ${takes} });`);
  using extractor = new Extractor({ program });
  const extracting = extractor.extract({ order: { path: '/', options: extractionOptions.parse({}) } });
  const pid = Number(
    await until('the process', () => {
      const children = tryRead(`/proc/self/task/${process.pid}/children`).trim().split(' ');
      return children.find((each) => tryRead(`/proc/${each}/cmdline`).includes('greedy-reader'));
    }),
  );
  // Its order is on its way: from here on nothing else runs in this process.
  const { peak, isGone } = peakUntilGone(pid, 25_000);
  assert.ok(isGone, `it still has ${Math.round(peak)} MB`);
  assert.ok(peak > 400 && peak <= extractionLimits.memoryBytes / 1024 ** 2, `${Math.round(peak)} MB`);
  assert.deepEqual(await extracting, { ok: false, reason: 'too-much-memory' });
});

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
    ['a link to itself', (file) => symlinkSync(file, file), 'endless-link'],
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

/** The process of this pid, as long as it is there: the most memory that it ever had resident, in MB. */
function peakUntilGone(pid: number, withinMs: number): { readonly peak: number; readonly isGone: boolean } {
  let peak = 0;
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; ) {
    const status = tryRead(`/proc/${pid}/status`);
    if (status === '' || /State:\s+Z/.test(status)) return { peak, isGone: true };
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  }
  return { peak, isGone: false };
}

function tryRead(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function sparse(file: string, bytes: number): void {
  const descriptor = openSync(file, 'w');
  ftruncateSync(descriptor, bytes);
  closeSync(descriptor);
}
