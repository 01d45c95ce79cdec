import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stillPicture } from './still-picture.ts';

/** Three frames of 20 × 20 pixels: red, blue, green. */
const gif = Buffer.from(
  'R0lGODlhFAAUAPAAAP8AAAAAACH5BAAKAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAFAAUAAACEYSPqcvtD6OctNqLs968+68VACH5BAAKAAAALAAAAAAUABQAgAAA/wAAAAIR' +
    'hI+py+0Po5y02ouz3rz7rxUAIfkEAAoAAAAsAAAAABQAFACAAIAAAAAAAhGEj6nL7Q+jnLTai7PevPuvFQA7',
  'base64',
);
/** Two frames of 2 × 2 pixels: red, blue. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAACAAAAAgAAAAAAAAAAAAEACgAA6FTcAAAAABBJREFUeJxj+M/AAEQM' +
    'EAoAH+4D/YtfFNQAAAAaZmNUTAAAAAEAAAACAAAAAgAAAAAAAAAAAAEACgAAcyc21AAAABNmZEFUAAAAAnicY2Bg+A9GYAoAF/YD/bF4aK8AAAAASUVORK5CYII=',
  'base64',
);
const framesOf = (picture: Uint8Array): number => Buffer.from(picture).toString('latin1').split('\x21\xf9\x04').length - 1;

test('of a GIF, the first frame and the end remain', () => {
  const still = stillPicture(gif);
  assert.equal(framesOf(gif), 3);
  assert.equal(framesOf(still), 1);
  assert.equal(still.at(-1), 0x3b);
  assert.deepEqual(Buffer.from(still.subarray(0, -1)), gif.subarray(0, still.length - 1));
});

test('a PNG loses the mark that makes it move', () => {
  const still = Buffer.from(stillPicture(png)).toString('latin1');
  assert.equal(still.includes('acTL'), false);
  assert.equal(still.length, png.length - 20);
  assert.ok(still.includes('IDAT') && still.endsWith('IEND\xaeB`\x82'));
});

test('a picture that does not move, and content that is not a picture, are returned unchanged', () => {
  const quiet = Buffer.from(stillPicture(png));
  for (const one of [
    quiet,
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    Buffer.from('\xff\xd8\xff', 'latin1'),
    gif.subarray(0, 30),
    png.subarray(0, 20),
  ])
    assert.equal(stillPicture(one), one);
});

test('any bytes are handled in time, and never become longer', () => {
  const heads = [gif.subarray(0, 13), png.subarray(0, 8)];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), (head, rest) => {
      const bytes = Buffer.concat([head, rest]);
      assert.ok(stillPicture(bytes).length <= bytes.length);
    }),
  );
});
