import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../../test/harness/effort.ts';
import { gradientPng } from '../../../../test/harness/gradient-png.ts';
import { clipboardLimits } from '../limits.ts';
import { bytesOf, contentOf } from './contents.ts';
import { offeredFormat, planFormats } from './formats.ts';

const read = (form: Parameters<typeof contentOf>[0], bytes: Buffer): Buffer => contentOf(form, bytes).content;

test('text ends at its first NUL, whatever the memory has behind it', () => {
  const memory = Buffer.concat([Buffer.from('Ā\u0100a\0', 'utf16le'), Buffer.from('rest')]);
  assert.equal(read('utf-16', memory).toString(), 'Ā\u0100a');
  assert.equal(read('utf-16', Buffer.from('ab', 'utf16le')).toString(), 'ab');
  assert.equal(read('utf-16', Buffer.concat([Buffer.from('a', 'utf16le'), Buffer.from([7])])).toString(), 'a');
  assert.equal(read('utf-16', Buffer.from([0, 0xd8])).toString(), '\ufffd');
});

test('any text comes back, from a place in memory that is not even too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const plain = text.replaceAll('\0', '').toWellFormed();
      const bytes = bytesOf('utf-16', Buffer.from(plain)) ?? assert.fail();
      assert.equal(read('utf-16', bytes).toString(), plain);
      assert.equal(read('utf-16', Buffer.concat([Buffer.alloc(1), bytes]).subarray(1)).toString(), plain);
    }),
    { numRuns: runs(1_000) },
  );
});

test('a long text comes back whole, wherever a pair is cut', () => {
  for (const start of ['', 'a']) {
    const text = `${start}${'👋'.repeat(100_000)}`;
    assert.equal(read('utf-16', bytesOf('utf-16', Buffer.from(text)) ?? assert.fail()).toString(), text);
  }
  const halves = Buffer.alloc(400_000, Buffer.from([0x3d, 0xd8]));
  assert.equal(read('utf-16', halves).toString(), '\ufffd'.repeat(200_000));
});

test('a PNG ends with its last chunk, and what is none is left as it is', () => {
  const png = gradientPng(3, 2);
  assert.ok(read('png', Buffer.concat([png, Buffer.alloc(9)])).equals(png));
  for (const other of [png.subarray(0, 40), Buffer.from('GIF89a'), Buffer.concat([png.subarray(0, 8), Buffer.alloc(64, 0xff)])])
    assert.ok(read('png', other).equals(other));
});

test('RTF loses the NUL at its end, and gets one', () => {
  assert.equal(bytesOf('rtf', Buffer.from('{\\rtf1}'))?.toString(), '{\\rtf1}\0');
  assert.equal(read('rtf', Buffer.from('{\\rtf1}\0\0x')).toString(), '{\\rtf1}');
});

test('text comes first, and one picture is read: the bitmap that was copied, unless there is a PNG', () => {
  const planned = (...formats: string[]) => planFormats(formats, clipboardLimits, false).map(({ format }) => format);
  assert.deepEqual(planned('Rich Text Format', 'CF_DIB', 'CF_DIBV5', 'HTML Format', 'CF_UNICODETEXT'), [
    'CF_UNICODETEXT',
    'HTML Format',
    'CF_DIB',
    'Rich Text Format',
  ]);
  assert.deepEqual(planned('CF_DIBV5', 'CF_DIB', 'PNG'), ['PNG']);
  assert.deepEqual(planned('CF_DIBV5', 'CF_DIB', 'JFIF'), ['CF_DIBV5']);
  assert.deepEqual(planned('16', 'Locale'), []);
  assert.deepEqual(
    planFormats(['CF_UNICODETEXT', 'HTML Format'], clipboardLimits, true).map(({ mediaType }) => mediaType),
    ['text/plain'],
  );
});

test('each kind of content is offered in the format that programs paste', () => {
  const types = ['text/plain', 'text/html', 'text/uri-list', 'text/rtf', 'image/png', 'image/jpeg', 'application/x-own'];
  assert.deepEqual(
    types.map((type) => offeredFormat(type)?.format ?? null),
    ['CF_UNICODETEXT', 'HTML Format', 'CF_HDROP', 'Rich Text Format', 'PNG', 'JFIF', null],
  );
});
