import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { greyTiff } from '../../../../../test/harness/documents/pictures-of-text.ts';
import { beginAt, tiffDirectories, tiffTags } from './tiff-directory.ts';

const page = (width: number) => ({ width, height: 2, pixels: new Uint8Array(width * 2) });
const widths = (bytes: Uint8Array, most = 10): unknown[] => tiffDirectories(bytes, most).map(({ numbers }) => numbers.get(tiffTags.width));

test('each page has a directory, and any can be made the first one', () => {
  const bytes = greyTiff([page(3), page(4), page(5)]);
  assert.deepEqual(widths(bytes), [3, 4, 5]);
  assert.deepEqual(widths(bytes, 2), [3, 4]);
  const second = tiffDirectories(bytes, 10)[1];
  assert.ok(second !== undefined);
  beginAt(bytes, second);
  assert.deepEqual(widths(bytes), [4, 5]);
});

test('the thread is given the file once, and then where the directory of each page is', async () => {
  const thread = new Worker(new URL('./decoding-thread.ts', import.meta.url));
  const bytes = greyTiff([page(3), page(4), page(5)]);
  const found: unknown[] = [];
  for (const told of [bytes, ...tiffDirectories(bytes, 10).map(({ at }) => at)]) {
    thread.postMessage(told);
    const [{ width }] = await once(thread, 'message');
    found.push(width);
  }
  await thread.terminate();
  assert.deepEqual(found, [3, 3, 4, 5]);
});

test('no file makes it keep or read more than a scanner writes', () => {
  /** Directories that overlap, each of this many entries with tags of their own. */
  const overlapping = (directories: number, entries: number): Buffer => {
    const bytes = Buffer.alloc(8 + directories * 2 + entries * 12 + 4 + directories * 12);
    bytes.write('II*\0\x08\0\0\0', 'latin1');
    for (let entry = 0; entry < entries; entry += 1) {
      const at = 10 + entry * 12;
      bytes.writeUInt16LE(entry, at);
      bytes.writeUInt16LE(4, at + 2);
      bytes.writeUInt32LE(1, at + 4);
    }
    for (let directory = 0; directory < directories; directory += 1) {
      const at = 8 + directory * 12;
      bytes.writeUInt16LE(entries, at);
      bytes.writeUInt32LE(at + 12, at + 2 + entries * 12);
    }
    return bytes;
  };
  const [first] = tiffDirectories(overlapping(1, 1_000), 10);
  assert.deepEqual([...(first?.numbers.keys() ?? [])], Object.values(tiffTags));
  assert.equal(tiffDirectories(overlapping(1, 65_535), 10).length, 0);
  assert.equal(tiffDirectories(overlapping(2_000, 1_000), 2_000).length, 200);
});

test('pages that follow themselves end, as do those that are cut off; what is no TIFF has none', () => {
  const bytes = greyTiff([page(3)]);
  const [only] = tiffDirectories(bytes, 10);
  assert.ok(only !== undefined);
  bytes.writeUInt32LE(only.at, bytes.length - 4);
  assert.deepEqual(widths(bytes), [3]);
  for (let length = 0; length < bytes.length; length += 1) assert.deepEqual(widths(bytes.subarray(0, length)), []);
  assert.deepEqual(widths(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), []);
});
