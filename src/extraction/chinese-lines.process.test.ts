import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { pictureFormats } from '../../test/harness/documents/pictures-of-text.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { extractionLimits, extractionOptions } from '../contract/extraction.ts';
import { Extractor } from './extractor.ts';
import { installPackages, usualRegistry } from './languages/install-language.ts';
import { packagesOf } from './languages/known-languages.ts';
import { lineModelFiles } from './languages/line-model-packages.ts';
import type { GreyPicture } from './reading/recognition/grey-picture.ts';

/** Three lines as a browser draws them, the last one in Latin. */
const picture = path.join(import.meta.dirname, '../../test/harness/documents/chinese-lines.png');
const folder = path.join(import.meta.dirname, '../../.runtime/languages-of-tests');
/** Brought once; where the registry cannot be reached, nothing can be said. */
const installed = await installPackages({
  packages: packagesOf('chi_sim'),
  folder,
  registry: process.env.npm_config_registry || usualRegistry,
  env: process.env,
  progress: () => {},
});
const skip = !installed.ok && installed.reason === 'unreachable' ? 'the npm registry cannot be reached' : false;

async function read(t: TestContext, file: string, languages = folder): Promise<string> {
  const extractor = new Extractor({ languages });
  t.after(() => extractor[Symbol.dispose]());
  const found = await extractor.extract({ order: { path: file, options: extractionOptions.parse({ languages: ['chi_sim'] }) } });
  return found.ok ? found.value.text : found.reason;
}

async function decoded(png: Uint8Array): Promise<GreyPicture> {
  const thread = new Worker(new URL('./reading/recognition/decoding/decoding-thread.ts', import.meta.url));
  thread.postMessage(png);
  const [grey] = (await once(thread, 'message')) as [GreyPicture];
  await thread.terminate();
  return grey;
}

/** So many of it beside and below each other. */
function tiled({ width, height, pixels }: GreyPicture, across: number, down: number): GreyPicture {
  const all = new Uint8Array(width * across * height * down);
  for (let y = 0; y < height * down; y += 1)
    for (let at = 0; at < across; at += 1)
      all.set(pixels.subarray((y % height) * width, ((y % height) + 1) * width), (y * across + at) * width);
  return { width: width * across, height: height * down, pixels: all };
}

test('the packages are what is expected', { skip }, () => assert.deepEqual(installed, { ok: true, value: null }));

test('lines of Chinese in a picture are read by the model, with their wide punctuation', { skip }, async (t) => {
  const lines = (await read(t, picture)).split('\n');
  assert.equal(lines[0], '医生说：“少熬夜，多锻炼，别着急！”');
  assert.match(lines[1]?.replaceAll(' ', '') ?? '', /^共找到36条结果（用时0\.8秒[)）]；是否全部显示[?？]$/);
});

test('a model that is not exactly what is expected is not used: the lines are as tesseract reads them', { skip }, async (t) => {
  const altered = path.join(temporaryHome(t), 'languages');
  cpSync(folder, altered, { recursive: true });
  const [name] = lineModelFiles.runtime;
  writeFileSync(path.join(altered, name), `${readFileSync(path.join(altered, name), 'utf8')}\nprocess.exit(3);\n`);
  const lines = (await read(t, picture, altered)).split('\n');
  assert.match(lines[0] ?? '', /少.夜，多/);
  assert.notEqual(lines[0], '医生说：“少熬夜，多锻炼，别着急！”');
});

test('a large picture full of Chinese stays within the memory that a document may take', { skip }, async (t) => {
  const file = path.join(temporaryHome(t), 'full.png');
  writeFileSync(file, pictureFormats.png(tiled(await decoded(readFileSync(picture)), 3, 16)));
  using memory = new ChildMemory();
  const text = await read(t, file);
  // On a busy machine it may take longer than it may, or be read by tesseract alone.
  assert.notEqual(text, 'too-much-memory');
  assert.ok(memory.peakMegabytes < extractionLimits.memoryBytes / 1024 ** 2, `${memory.peakMegabytes} MB`);
});
