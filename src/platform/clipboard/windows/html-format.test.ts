import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../../test/harness/effort.ts';
import { readHtmlFormat, writeHtmlFormat } from './html-format.ts';

const chrome = (html: string, start: number | null, address = 'https://example.org/ä?q=1:2'): Buffer => {
  const lines = (from: number, to: number) =>
    `Version:0.9\r\nStartHTML:${pad(from)}\r\nEndHTML:${pad(to)}\r\nStartFragment:${pad(from)}\r\nEndFragment:${pad(to)}\r\nSourceURL:${address}\r\n`;
  const header = Buffer.byteLength(lines(0, 0));
  const from = start ?? header;
  return Buffer.from(`${lines(from, from + Buffer.byteLength(html))}${html}\0`);
};
const pad = (value: number): string => String(value).padStart(10, '0');

test('the page is between its offsets, which count bytes, and its address is told', () => {
  const { html, sourceUrl } = readHtmlFormat(chrome('<b>Grüße 👋</b>', null));
  assert.equal(html.toString(), '<b>Grüße 👋</b>');
  assert.equal(sourceUrl, 'https://example.org/ä?q=1:2');
});

test('without usable offsets the page is what follows the header', () => {
  const behind = (bytes: Buffer) => readHtmlFormat(bytes).html.toString();
  assert.equal(behind(chrome('<i>x</i>', 9_999_999_999)), '<i>x</i>');
  assert.equal(behind(Buffer.from('Version:1.0\nStartHTML:-1\nEndHTML:-1\n<p>y')), '<p>y');
  assert.equal(behind(Buffer.from('note: not a header')), 'note: not a header');
  assert.equal(behind(Buffer.alloc(0)), '');
});

test('a page without context has its fragment alone', () => {
  const head = 'Version:0.9\r\nStartHTML:-1\r\nEndHTML:-1\r\nStartFragment:000085\r\nEndFragment:000088\r\n';
  assert.equal(head.length, 85 - 4);
  assert.equal(readHtmlFormat(Buffer.from(`${head}....abc....`)).html.toString(), 'abc');
});

test('what is written is read back, and says which part is the fragment', () => {
  const fragmentOf = (bytes: Buffer): string => {
    const [from, to] = [/StartFragment:(\d+)/, /EndFragment:(\d+)/].map((form) => Number(form.exec(bytes.toString('latin1'))?.[1]));
    return bytes.subarray(from, to).toString();
  };
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, isMarked) => {
      const inner = text.replaceAll('\0', '').toWellFormed();
      const page = isMarked ? `<html>a<!--StartFragment-->${inner}<!--EndFragment--></html>` : inner;
      const written = writeHtmlFormat(Buffer.from(page));
      assert.equal(fragmentOf(written), inner);
      assert.ok(readHtmlFormat(written).html.includes(Buffer.from(page)));
    }),
    { numRuns: runs(1_000) },
  );
});

test('any bytes have a page that is a part of them, or are left as they are', () => {
  const lines = fc.constantFrom('StartHTML:', 'EndHTML:', 'StartFragment:', 'SourceURL:', '\r\n', '0000000003', '99', '-1', '\0', '<b>');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.array(lines).map((parts) => Buffer.from(parts.join(''))),
      ),
      (bytes) => {
        const whole = Buffer.from(bytes);
        assert.ok(whole.includes(readHtmlFormat(whole).html));
      },
    ),
    { numRuns: runs(2_000) },
  );
});
