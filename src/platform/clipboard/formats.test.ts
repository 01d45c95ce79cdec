import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeChunk, decodeSourceUrl, planReading, readingOrder, uriListOfGnomeFiles } from './formats.ts';
import { clipboardLimits } from './limits.ts';

const planned = (offered: string[]): string[][] =>
  planReading(offered, clipboardLimits).representations.map(({ mediaType, targets }) => [
    mediaType,
    ...targets.map(({ target }) => target),
  ]);

describe('the plan of what to read', () => {
  it('reads text once, by the target with the most certain encoding, with the others as alternatives', () => {
    assert.deepEqual(planned(['STRING', 'text/plain', 'UTF8_STRING', 'COMPOUND_TEXT']), [
      ['text/plain', 'UTF8_STRING', 'text/plain', 'STRING'],
    ]);
  });

  it('reads text, html, files, one picture and RTF, in this order', () => {
    const offered = ['text/richtext', 'text/rtf', 'image/bmp', 'image/png', 'text/uri-list', 'text/html', 'UTF8_STRING'];
    assert.deepEqual(planned(offered), [
      ['text/plain', 'UTF8_STRING'],
      ['text/html', 'text/html'],
      ['text/uri-list', 'text/uri-list'],
      ['image/png', 'image/png'],
      ['text/rtf', 'text/rtf', 'text/richtext'],
    ]);
  });

  it('is in the order of worth: what repeats the text comes last, the picture drawn of it after all else', () => {
    const order = (offered: string[]): string[][] => {
      const { essential, repeating } = readingOrder(planReading(offered, clipboardLimits).representations);
      return [essential, repeating].map((each) => each.map(({ mediaType }) => mediaType));
    };
    const cells = ['image/png', 'text/rtf', 'text/html', 'UTF8_STRING'];
    assert.deepEqual(order(cells), [
      ['text/plain', 'text/html'],
      ['text/rtf', 'image/png'],
    ]);
    assert.deepEqual(order(['image/png', 'text/html']), [['text/html', 'image/png'], []]);
    assert.deepEqual(order(['image/png', 'text/uri-list', 'UTF8_STRING']), [['text/plain', 'text/uri-list', 'image/png'], []]);
  });

  it('reads no unknown targets', () => {
    assert.deepEqual(planned(['TARGETS', 'TIMESTAMP', 'application/x-secret', 'COMPOUND_TEXT']), []);
  });
});

describe('answers', () => {
  it('are converted from Latin-1 into UTF-8 wherever they are cut', () => {
    const chunks = [Buffer.from([0x47, 0xfc]), Buffer.from([0xdf, 0x65])];
    assert.equal(Buffer.concat(chunks.map((chunk) => decodeChunk('latin1', chunk))).toString('utf8'), 'Güße');
  });

  it('are converted from a GNOME list of files into an URI list', () => {
    assert.equal(uriListOfGnomeFiles(Buffer.from('cut\nfile:///a%20b\nfile:///c\0')).toString(), 'file:///a%20b\r\nfile:///c\r\n');
  });

  it('contain the page that a browser copied from, and only if it is an address', () => {
    assert.equal(decodeSourceUrl('utf8', Buffer.from('https://example.org/a?b=c\0')), 'https://example.org/a?b=c');
    assert.equal(decodeSourceUrl('utf16le', Buffer.from('https://example.org/', 'utf16le')), 'https://example.org/');
    assert.equal(decodeSourceUrl('utf8', Buffer.from('javascript:alert(1)')), null);
    assert.equal(decodeSourceUrl('utf8', Buffer.from('not an address')), null);
  });
});
