import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { runs } from '../../../test/harness/effort.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openCopyqFile } from './copyq-file.ts';
import { BrokenFile, type ImportItem, type ReadItem } from './import-item.ts';

/** `copyq exportData` of CopyQ 6.4.0 with Qt 5.15: five rows in the first tab, one in `other`. */
const sample = Buffer.from(
  [
    'AAAACENvcHlRIHY0AAAAAgAAAAgAdABhAGIAcwAAAAsAAAAAAgAAABQAJgBjAGwAaQBwAGIAbwBhAHIAZAAAAAoAbwB0AGgAZQByAAAAEABzAGUAdAB0AGkA',
    'bgBnAHMAAAAIAAAAAAIAAAAYAE8AcAB0AGkAbwBuAHMALwB0AGEAYgBzAAAACwAAAAABAAAAFAAmAGMAbABpAHAAYgBvAGEAcgBkAAAALgBPAHAAdABpAG8A',
    'bgBzAC8AYwBoAGUAYwBrAF8AYwBsAGkAcABiAG8AYQByAGQAAAABAAAAAAACAAAACABuAGEAbQBlAAAACgAAAAAUACYAYwBsAGkAcABiAG8AYQByAGQAAAAI',
    'AGQAYQB0AGEAAAAMAAAAAZIAAAAF/////gAAAAMAAAAmADkAeAAtAGMAbwBwAHkAcQAtAGkAdABlAG0ALQBuAG8AdABlAHMAAAAADXJlbWVtYmVyIHRoaXMA',
    'AAAaADkAeAAtAGMAbwBwAHkAcQAtAHQAYQBnAHMAAAAACHdvcmssb2xkAAAADAA4AHAAbABhAGkAbgAAAAALd2l0aCBhIG5vdGX////+AAAAAQAAAAgANwBw',
    'AG4AZwAAAABFiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC/////gAAAAIAAAAK',
    'ADgAaAB0AG0AbAAAAAAQPGI+cmljaCB0ZXh0PC9iPgAAAAwAOABwAGwAYQBpAG4AAAAACXJpY2ggdGV4dP////4AAAABAAAADAA4AHAAbABhAGkAbgAAAAAU',
    'endlaXRlciBUZXh0LCDDvCDigqz////+AAAAAQAAAAwAOABwAGwAYQBpAG4AAAAACmZpcnN0IHRleHQAAAACAAAACABuAGEAbQBlAAAACgAAAAAKAG8AdABo',
    'AGUAcgAAAAgAZABhAHQAYQAAAAwAAAAAOwAAAAH////+AAAAAQAAABIAOAB1AHIAaQAtAGwAaQBzAHQAAAAAFGZpbGU6Ly8vZXRjL2hvc3RuYW1l',
  ].join(''),
  'base64',
);

function opened(folder: string, bytes: Uint8Array): { readonly items: readonly ReadItem[]; readonly broken: string | null } {
  const file = path.join(folder, 'history');
  writeFileSync(file, bytes);
  using source = openCopyqFile(file);
  return { items: [...source.items()], broken: source.broken };
}

/** Places in between are left out. */
const step = Math.ceil(sample.length / runs(200));

const textOf = (item: ReadItem): string | undefined =>
  'unreadable' in item ? undefined : Buffer.from((item as ImportItem).representations[0]?.bytes ?? []).toString('utf8');

test('a real export is read: every row, oldest first, with its formats, tags and notes', (t) => {
  const folder = temporaryHome(t);
  const { items, broken } = opened(folder, sample);
  assert.equal(broken, null);
  const shown = items.map((item) =>
    'unreadable' in item
      ? item
      : {
          kind: item.kind,
          types: item.representations.map(({ mediaType }) => mediaType),
          tags: item.annotations.tags,
          note: item.annotations.note,
        },
  );
  assert.deepEqual(shown, [
    { kind: 'files', types: ['text/uri-list'], tags: ['other'], note: null },
    { kind: 'text', types: ['text/plain'], tags: [], note: null },
    { kind: 'text', types: ['text/plain'], tags: [], note: null },
    { kind: 'text', types: ['text/plain', 'text/html'], tags: [], note: null },
    { kind: 'image', types: ['image/png'], tags: [], note: null },
    { kind: 'text', types: ['text/plain'], tags: ['work', 'old'], note: 'remember this' },
  ]);
  assert.deepEqual(
    [1, 2, 3, 5].map((at) => textOf(items[at] as ReadItem)),
    ['first text', 'zweiter Text, ü €', 'rich text', 'with a note'],
  );
});

test('of a file that ends early, the rows before its end are read, and it says so', (t) => {
  const folder = temporaryHome(t);
  for (let length = 12; length < sample.length; length += step) {
    const { items, broken } = opened(folder, sample.subarray(0, length));
    assert.notEqual(broken, null, String(length));
    for (const item of items) assert.ok(!('unreadable' in item));
  }
  // Cut in the second tab: the five rows of the first are whole.
  assert.equal(opened(folder, sample.subarray(0, sample.length - 3)).items.length, 5);
});

test('a damaged file is refused with a sentence, or read as far as possible, and nothing else', (t) => {
  const folder = temporaryHome(t);
  for (let at = 0; at < sample.length; at += step)
    for (const value of [0, 0x7f, 0xff]) {
      const bytes = Buffer.from(sample);
      bytes[at] = value;
      try {
        opened(folder, bytes);
      } catch (error) {
        assert.ok(error instanceof BrokenFile, String(error));
      }
    }
});

test('a compressed content is read, and one that would fill the memory is left out', (t) => {
  const folder = temporaryHome(t);
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const array = (bytes: Uint8Array): Buffer => Buffer.concat([number(bytes.length), bytes]);
  const text = (word: string): Buffer => array(Buffer.from(word, 'utf16le').swap16());
  const item = (content: Uint8Array): Buffer => Buffer.concat([number(-2), number(1), text('4'), Buffer.from([1]), array(content)]);
  const packed = (content: Uint8Array): Buffer => Buffer.concat([number(content.length), deflateSync(content)]);
  const items = [item(packed(Buffer.from('squeezed'))), item(Buffer.from('not zlib')), item(packed(Buffer.alloc(300 * 1024 * 1024)))];
  const tab = Buffer.concat([number(2), text('name'), number(10), Buffer.from([0]), text('t'), text('data'), number(12), Buffer.from([0])]);
  const settings = Buffer.concat([number(1), text('tabs'), number(11), Buffer.from([0]), number(1), text('t')]);
  const file = Buffer.concat([array(Buffer.from('CopyQ v4')), settings, tab, array(Buffer.concat([number(3), ...items]))]);
  const read = opened(folder, file);
  assert.deepEqual([read.broken, read.items.map((each) => 'unreadable' in each)], [null, [true, true, false]]);
  assert.equal(textOf(read.items[2] as ReadItem), 'squeezed');
});
