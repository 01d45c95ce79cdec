import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../../test/harness/effort.ts';
import { droppedFilesOfUriList, uriListOfDroppedFiles } from './dropped-files.ts';

function dropFiles(paths: readonly string[], isWide = true): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt32LE(20, 0);
  header.writeUInt32LE(isWide ? 1 : 0, 16);
  return Buffer.concat([header, Buffer.from(`${paths.join('\0')}\0\0`, isWide ? 'utf16le' : 'latin1'), Buffer.from('rest')]);
}

test('paths become addresses, with drives, shares, spaces and any letters', () => {
  const list = uriListOfDroppedFiles(dropFiles(['C:\\a b\\ü#?.txt', '\\\\server\\share\\x', 'relative', '\\\\?\\C:\\device', '']));
  assert.equal(list, 'file:///C:/a%20b/%C3%BC%23%3F.txt\r\nfile://server/share/x\r\n');
});

test('a list of a program from before Unicode is read in its code page', () => {
  assert.equal(uriListOfDroppedFiles(dropFiles(['C:\\\xe4'], false)), 'file:///C:/%C3%A4\r\n');
});

test('addresses become paths again, and what is no file of Windows is left out', () => {
  const list =
    '# a comment\r\nfile:///C:/a%20b\r\nhttps://example.org/\r\nfile:///home/u\r\nfile://localhost/d:/x\r\nfile:///C:/%zz\r\nfile:///C:/%00';
  assert.equal(uriListOfDroppedFiles(droppedFilesOfUriList(list) ?? Buffer.alloc(0)), 'file:///C:/a%20b\r\nfile:///d:/x\r\n');
  assert.equal(droppedFilesOfUriList('https://example.org/'), null);
});

test('any path of Windows comes back from its address', () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.toWellFormed().replaceAll(/[\\/\0\r\n]/g, '_'));
  fc.assert(
    fc.property(fc.constantFrom('C:\\', '\\\\server\\share\\'), fc.array(part, { minLength: 1 }), (root, parts) => {
      const path = `${root}${parts.join('\\')}`;
      const uris = uriListOfDroppedFiles(dropFiles([path]));
      const back = droppedFilesOfUriList(uris);
      assert.equal(back?.toString('utf16le', 20), `${path}\0\0`);
    }),
    { numRuns: runs(1_000) },
  );
});

test('any bytes are a list or none, and twice as many take no more than a list twice as long', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 200 }), fc.nat(40), (bytes, start) => {
      const whole = Buffer.concat([Buffer.alloc(20), Buffer.from(bytes)]);
      whole.writeUInt32LE(start, 0);
      for (const line of uriListOfDroppedFiles(whole).split('\r\n').slice(0, -1)) assert.match(line, /^file:\/\//);
      uriListOfDroppedFiles(Buffer.from(bytes));
    }),
    { numRuns: runs(2_000) },
  );
  const many = (count: number): number => uriListOfDroppedFiles(dropFiles(Array.from({ length: count }, () => 'C:\\a'))).length;
  assert.equal(many(20_000), 2 * many(10_000));
});
