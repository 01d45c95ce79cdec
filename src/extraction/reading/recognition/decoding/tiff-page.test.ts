import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greyTiff } from '../../../../../test/harness/documents/pictures-of-text.ts';
import { heldBytes, tiffDirectories, tiffTags } from './tiff-directory.ts';
import { tiffPage } from './tiff-page.ts';

const picture = (width: number, grey: number) => ({ width, height: 2, pixels: new Uint8Array(width * 2).fill(grey) });
/** Where the value of a tag of the first directory stands. */
function valueAt(bytes: Buffer, at: number, tag: number): number {
  let entry = at + 2;
  while (bytes.readUInt16LE(entry) !== tag) entry += 12;
  return entry + 8;
}

test('each page is a file of its own, with its pixels and nothing of the others', () => {
  const source = heldBytes(greyTiff([picture(3, 30), picture(4, 40), picture(5, 50)]));
  for (const [index, directory] of tiffDirectories(source, 10).entries()) {
    const file = Buffer.from(tiffPage(source, directory));
    const [only, ...others] = tiffDirectories(heldBytes(file), 10);
    const width = index + 3;
    assert.deepEqual([only?.numbers.get(tiffTags.width), others.length], [width, 0]);
    const pixels = file.readUInt32LE(valueAt(file, only?.at ?? 0, 273));
    assert.deepEqual([...file.subarray(pixels)], Array(width * 2).fill(width * 10));
  }
});

test('strips that are cut off are shorter; without places, or with more pixels than a page has, there is no page', () => {
  const bytes = greyTiff([picture(4, 40)]);
  const [directory] = tiffDirectories(heldBytes(bytes), 1);
  assert.ok(directory !== undefined);
  const changed = (tag: number, change: (copy: Buffer, at: number) => void): Buffer => {
    const copy = Buffer.from(bytes);
    change(copy, valueAt(copy, directory.at, tag));
    return copy;
  };
  const page = (copy: Buffer): Buffer => Buffer.from(tiffPage(heldBytes(copy), directory));
  const whole = page(bytes).length;
  assert.equal(page(changed(273, (copy, at) => copy.writeUInt32LE(copy.length - 3, at))).length, whole - 5);
  assert.equal(page(changed(273, (copy, at) => copy.writeUInt32LE(0x7fffff00, at))).length, whole - 8);
  assert.throws(() => page(changed(273, (copy, at) => copy.writeUInt16LE(40_000, at - 8))), { reason: 'damaged' });
  // So many places of strips that the values alone would fill the memory, or that each strip is the whole file.
  assert.throws(() => page(changed(273, (copy, at) => copy.writeUInt32LE(0x7fffffff, at - 4))), { reason: 'too-large' });
  const strips = 200;
  const many = Buffer.concat([bytes, Buffer.alloc(strips * 8), Buffer.alloc(1024 * 1024)]);
  for (const [tag, from, value] of [
    [273, bytes.length, 8],
    [279, bytes.length + strips * 4, 1024 * 1024],
  ] as const) {
    const at = valueAt(many, directory.at, tag);
    many.writeUInt32LE(strips, at - 4);
    many.writeUInt32LE(from, at);
    for (let strip = 0; strip < strips; strip += 1) many.writeUInt32LE(value, from + strip * 4);
  }
  assert.throws(() => page(many), { reason: 'too-large' });
});
