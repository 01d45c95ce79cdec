import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeFifo } from '../../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { cacheDocument } from '../../../contract/documents/cache.ts';
import { DetectionCache } from './detection-cache.ts';

const patientMs = 20_000;
const ofPython = 'def mean(values):\n    return sum(values) / len(values)\n';

/** Long enough for a busy machine's disk. */
const withinMs = 1_000;
const knowing = (limits: object = {}): DetectionCache => new DetectionCache(() => cacheDocument.parse(limits), patientMs);

test('the same content with the same hints is examined once, with another hint again', async () => {
  const one = knowing();
  const content = Buffer.from(ofPython);
  const first = await one.identify(content);
  assert.equal(await one.identify(Buffer.from(ofPython)), first);
  await one.identify(content, { fileName: 'a.py' });
  assert.deepEqual(one.figures.detection, { hits: 1, misses: 2, entries: 2 });
});

test('a limit that becomes 0 while Hub runs empties the cache', async () => {
  let limits = cacheDocument.parse({});
  const one = new DetectionCache(() => limits);
  await one.identify(Buffer.from(ofPython));
  limits = cacheDocument.parse({ max_detection_cache: 0 });
  await one.identify(Buffer.from(ofPython));
  assert.deepEqual(one.figures.detection, { hits: 0, misses: 2, entries: 0 });
});

test('a cache without entries gives the same answers', async () => {
  const none = knowing({ max_detection_cache: 0, max_file_cache: 0 });
  assert.deepEqual(await none.identify(Buffer.from(ofPython)), await knowing().identify(Buffer.from(ofPython)));
  assert.deepEqual(none.figures.detection, { hits: 0, misses: 1, entries: 0 });
});

test('a text that goes on beyond the examined part is distinguished from one that ends there', async () => {
  const one = knowing();
  await one.identify(Buffer.from('a'.repeat(65_536)));
  await one.identify(Buffer.from('a'.repeat(65_537)));
  assert.equal(one.figures.detection.entries, 2);
});

test('a copied file is detected by its name and its beginning, and read again only after a change', async (t) => {
  const file = path.join(temporaryHome(t), 'a.py');
  writeFileSync(file, ofPython);
  const one = knowing();
  assert.equal((await one.identifyFile(file))?.typeId, 'python');
  assert.equal((await one.identifyFile(file))?.typeId, 'python');
  assert.deepEqual(one.figures.file, { hits: 1, misses: 1, entries: 1 });
  writeFileSync(file, '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n');
  utimesSync(file, new Date(), new Date(1));
  assert.equal((await one.identifyFile(file))?.typeId, 'pdf');
});

test('while one file is read no other is, so that a disk that never responds blocks one thread and not all', async (t) => {
  const file = path.join(temporaryHome(t), 'a.py');
  writeFileSync(file, ofPython);
  const one = knowing();
  const both = await Promise.all([one.identifyFile(file), one.identifyFile(file)]);
  assert.deepEqual(
    both.map((found) => found?.typeId),
    ['python', undefined],
  );
  assert.equal((await one.identifyFile(file))?.typeId, 'python');
});

test('anything but a regular file is not opened, and a missing file has no type', async (t) => {
  const inside = temporaryHome(t);
  const target = path.join(inside, 'a.py');
  writeFileSync(target, ofPython);
  symlinkSync(target, path.join(inside, 'link.py'));
  mkdirSync(path.join(inside, 'folder.py'));
  const pipe = path.join(inside, 'pipe.py');
  if (process.platform !== 'win32') makeFifo(pipe);
  const one = knowing();
  for (const name of ['link.py', 'folder.py', 'pipe.py', 'gone.py'])
    assert.equal(await one.identifyFile(path.join(inside, name)), null, name);
  assert.equal(await one.identifyFile('relative.py'), null);
  assert.equal(one.figures.file.misses, 0);
});

test('only the disk has a time limit: a content that takes longer to identify has its type', async (t) => {
  const file = path.join(temporaryHome(t), 'a.py');
  writeFileSync(file, ofPython);
  const cache = new DetectionCache(() => cacheDocument.parse({}), withinMs);
  const identify = cache.identify.bind(cache);
  t.mock.method(cache, 'identify', async (...given: Parameters<DetectionCache['identify']>) => {
    await setTimeout(withinMs * 1.5);
    return identify(...given);
  });
  assert.equal((await cache.identifyFile(file))?.typeId, 'python');
});
