import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greyTiff } from '../../../../../test/harness/documents/pictures-of-text.ts';
import { heldBytes, tiffDirectories, tiffTags } from './tiff-directory.ts';

const page = (width: number) => ({ width, height: 2, pixels: new Uint8Array(width * 2) });
const widths = (bytes: Uint8Array, most = 10): unknown[] =>
  tiffDirectories(heldBytes(bytes), most).map(({ numbers }) => numbers.get(tiffTags.width));

test('each page has a directory', () => {
  const bytes = greyTiff([page(3), page(4), page(5)]);
  assert.deepEqual(widths(bytes), [3, 4, 5]);
  assert.deepEqual(widths(bytes, 2), [3, 4]);
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
  const [first] = tiffDirectories(heldBytes(overlapping(1, 1_000)), 10);
  assert.deepEqual([...(first?.numbers.keys() ?? [])], Object.values(tiffTags));
  assert.equal(tiffDirectories(heldBytes(overlapping(1, 65_535)), 10).length, 0);
  assert.equal(tiffDirectories(heldBytes(overlapping(2_000, 1_000)), 2_000).length, 200);
});

test('pages that follow themselves end, as do those that are cut off; what is no TIFF has none', () => {
  const bytes = greyTiff([page(3)]);
  const [only] = tiffDirectories(heldBytes(bytes), 10);
  assert.ok(only !== undefined);
  bytes.writeUInt32LE(only.at, bytes.length - 4);
  assert.deepEqual(widths(bytes), [3]);
  for (let length = 0; length < bytes.length; length += 1) assert.deepEqual(widths(bytes.subarray(0, length)), []);
  assert.deepEqual(widths(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), []);
});
