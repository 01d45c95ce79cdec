import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orientationOfJpeg, turned } from './orientation.ts';

/** As it is stored where it is shown as `123` above `456`, by the rows and columns that Exif says are shown first. */
const stored = ['123/456', '321/654', '654/321', '456/123', '14/25/36', '36/25/14', '63/52/41', '41/52/63'];

test('a picture is turned as its camera says', () => {
  for (const [at, drawing] of stored.entries()) {
    const rows = drawing.split('/');
    const pixels = Uint8Array.from(rows.join(''), Number);
    const shown = turned({ width: rows[0]?.length ?? 0, height: rows.length, pixels }, at + 1);
    assert.deepEqual([at + 1, shown.width, shown.height, [...shown.pixels].join('')], [at + 1, 3, 2, '123456']);
  }
});

test('the orientation of a JPEG is in its Exif segment, in either order of bytes; one without it, or with any other number, is as it is stored', () => {
  const jpeg = (exif: string): Buffer =>
    Buffer.from(`ffd8ffe1${(exif.length / 2 + 8).toString(16).padStart(4, '0')}457869660000${exif}ffd90000000000`, 'hex');
  assert.equal(orientationOfJpeg(jpeg('4d4d002a0000000800010112000300000001000600000000' + '0000')), 6);
  assert.equal(orientationOfJpeg(jpeg('49492a000800000001001201030001000000080000000000' + '0000')), 8);
  assert.equal(orientationOfJpeg(jpeg('4d4d002a0000000800010112000300000001000900000000' + '0000')), 1);
  assert.equal(orientationOfJpeg(jpeg('4d4d002a')), 1);
  assert.equal(orientationOfJpeg(Buffer.from('ffd8ffd9', 'hex')), 1);
});
