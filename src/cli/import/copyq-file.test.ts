import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { runs } from '../../../test/harness/effort.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openCopyqFile } from './copyq-file.ts';
import { BrokenFile, type ImportItem, mostContentBytes, type ReadItem } from './import-item.ts';

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

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const array = (bytes: Uint8Array): Buffer => Buffer.concat([number(bytes.length), bytes]);
const text = (word: string): Buffer => array(Buffer.from(word, 'utf16le').swap16());
const variant = (type: number): Buffer => Buffer.concat([number(type), Buffer.from([0])]);

/** An export with such a tab for each of these; what comes after it in the file is `after`. */
function withTabs(tabs: readonly Uint8Array[], after: Uint8Array = Buffer.alloc(0)): Buffer {
  const settings = Buffer.concat([number(1), text('tabs'), variant(11), number(tabs.length), ...tabs.map(() => text('t'))]);
  const maps = tabs.map((data) => Buffer.concat([number(2), text('name'), variant(10), text('t'), text('data'), variant(12), array(data)]));
  return Buffer.concat([array(Buffer.from('CopyQ v4')), settings, ...maps, after]);
}

const item = (...formats: readonly (readonly [name: string, content: Uint8Array])[]): Buffer =>
  Buffer.concat([
    ...[number(-2), number(formats.length)],
    ...formats.map(([name, content]) => Buffer.concat([text(name), Buffer.from([1]), array(content)])),
  ]);
const packed = (content: Uint8Array): Buffer => Buffer.concat([number(content.length), deflateSync(content, { level: 1 })]);

test('a tab has only what is in it, so that many of them do not share all items of a file', (t) => {
  const folder = temporaryHome(t);
  const one = item(['4', packed(Buffer.from('own'))]);
  const read = opened(folder, withTabs([Buffer.concat([number(1), one]), Buffer.concat([number(2), one])], one));
  assert.deepEqual([read.items.map(textOf), read.broken], [['own', 'own'], 'it ends in the middle of a copy']);
});

test('a header that would fill the memory is refused', (t) => {
  const header = array(Buffer.from(`CopyQ v4${' '.repeat(1_000)}`));
  assert.throws(() => opened(temporaryHome(t), Buffer.concat([header, withTabs([]).subarray(12)])), BrokenFile);
});

test('the formats of one copy are together no larger than a content', (t) => {
  const half = packed(Buffer.alloc(mostContentBytes / 2 + 1));
  const [read] = opened(temporaryHome(t), withTabs([Buffer.concat([number(1), item(['4', half], ['5', half])])])).items;
  assert.ok(read !== undefined && 'unreadable' in read);
});

test('a compressed content is read, and one that would fill the memory is left out', (t) => {
  const folder = temporaryHome(t);
  const contents = [packed(Buffer.from('squeezed')), Buffer.from('not zlib'), packed(Buffer.alloc(300 * 1024 * 1024))];
  const file = withTabs([Buffer.concat([number(3), ...contents.map((content) => item(['4', content]))])]);
  const read = opened(folder, file);
  assert.deepEqual([read.broken, read.items.map((each) => 'unreadable' in each)], [null, [true, true, false]]);
  assert.equal(textOf(read.items[2] as ReadItem), 'squeezed');
});
