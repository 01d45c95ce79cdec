/**
 * Reads an export of CopyQ (`.cpq`): a stream in the form of Qt's QDataStream, version Qt_4_7 (https://doc.qt.io/qt-5/datastreamformat.html), with a header, a
 * map of settings, and the tabs. A tab has its items newest first, each a map from a media type to bytes. Seen in the exports of CopyQ 6 and 7; the older
 * form `CopyQ v3` has the tabs in the map. Items have no times.
 */
import { inflateSync } from 'node:zlib';
import { FileBytes } from './file-bytes.ts';
import {
  BrokenFile,
  cut,
  type ImportItem,
  type ImportSource,
  keptFormats,
  mostContentBytes,
  mostItems,
  noteOf,
  type ReadItem,
  tagsOf,
  unknownSource,
} from './import-item.ts';

/** Whether it begins like one. */
export function isCopyqFile(head: Uint8Array): boolean {
  return Buffer.from(head).subarray(4, 11).toString('latin1') === 'CopyQ v';
}

/** A byte array in the file. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

interface Tab {
  readonly name: string;
  /** Where each item begins, newest first. */
  readonly items: number[];
}

/** The types of a QVariant that occur (qvariant.h). */
const types = { bool: 1, int: 2, uint: 3, longlong: 4, ulonglong: 5, double: 6, map: 8, list: 9, text: 10, texts: 11, bytes: 12 } as const;
const fixedBytes: ReadonlyMap<number, number> = new Map([
  [types.bool, 1],
  [types.int, 4],
  [types.uint, 4],
  [types.longlong, 8],
  [types.ulonglong, 8],
  [types.double, 8],
]);
const noValue = 0xff_ff_ff_ff;
const longestText = 1024 * 1024;
const mostNested = 16;
const mostTabs = 10_000;

/** Reads one value after the other. Each throws `BrokenFile` at the end of the file. */
class Stream {
  readonly #file: FileBytes;
  at: number;

  constructor(file: FileBytes, at: number) {
    this.#file = file;
    this.at = at;
  }

  byte(): number {
    return this.#take(1).readUInt8();
  }

  number(): number {
    return this.#take(4).readUInt32BE();
  }

  signed(): number {
    return this.#take(4).readInt32BE();
  }

  get size(): number {
    return this.#file.size;
  }

  /** In UTF-16, with its length in bytes before it. */
  text(): string {
    const length = this.number();
    if (length === noValue) return '';
    if (length > longestText || length % 2 !== 0) throw new BrokenFile('a name in it is damaged');
    return this.#take(length).swap16().toString('utf16le');
  }

  place(): Place {
    const length = this.number();
    const place = { offset: this.at, length: length === noValue ? 0 : length };
    this.at += place.length; // if that is beyond the end, the next read says so
    return place;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  bytes({ offset, length }: Place): Buffer {
    return this.#file.at(offset, length);
  }

  #take(length: number): Buffer {
    const bytes = this.#file.at(this.at, length);
    this.at += length;
    return bytes;
  }
}

type Value = string | readonly string[] | readonly Value[] | ReadonlyMap<string, Value> | Place | null;

/**
 * Reads a QVariant; numbers are skipped. A list or a map is kept before it is filled, so that what a cut file has of it is not lost.
 */
function readVariant(stream: Stream, depth: number, keep: (value: Value) => void): void {
  const type = stream.number();
  stream.byte(); // whether it is null; its value follows in any case
  if (depth > mostNested) throw new BrokenFile('it is nested too deep');
  const fixed = fixedBytes.get(type);
  if (fixed !== undefined) return stream.skip(fixed);
  if (type === types.text) return keep(stream.text());
  if (type === types.bytes) return keep(stream.place());
  if (type === types.texts) {
    const texts: string[] = [];
    keep(texts);
    return forEach(stream, () => texts.push(stream.text()));
  }
  if (type === types.list) {
    const list: Value[] = [];
    keep(list);
    return forEach(stream, () => readVariant(stream, depth + 1, (value) => list.push(value)));
  }
  if (type !== types.map) throw new BrokenFile('it has a value of an unknown type');
  const map = new Map<string, Value>();
  keep(map);
  fillMap(stream, map, depth + 1);
}

function fillMap(stream: Stream, map: Map<string, Value>, depth: number): void {
  forEach(stream, () => {
    const key = stream.text();
    readVariant(stream, depth, (value) => map.set(key, value));
  });
}

function forEach(stream: Stream, read: () => void): void {
  const count = stream.number();
  if (count > mostItems) throw new BrokenFile('it is damaged');
  for (let at = 0; at < count; at += 1) read();
}

/** Throws `BrokenFile` if it is not an export of CopyQ that Hub can read. */
export function openCopyqFile(path: string): ImportSource {
  const file = new FileBytes(path);
  try {
    const stream = new Stream(file, 0);
    const header = stream.bytes(stream.place()).toString('latin1');
    if (!/^CopyQ v[34]/.test(header)) throw new BrokenFile('it comes from a version of CopyQ that Hub does not know');
    const { tabs, broken } = tabsOf(file, stream, header.startsWith('CopyQ v4'));
    return {
      from: 'CopyQ',
      count: tabs.reduce((sum, { items }) => sum + items.length, 0),
      broken,
      items: () => itemsOf(file, tabs),
      [Symbol.dispose]: () => file[Symbol.dispose](),
    };
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

interface FoundTabs {
  readonly tabs: readonly Tab[];
  readonly broken: string | null;
}

/** What can be read of the tabs, up to where the file is broken. */
function tabsOf(file: FileBytes, stream: Stream, isAfterMap: boolean): FoundTabs {
  const settings = new Map<string, Value>();
  const maps: ReadonlyMap<string, Value>[] = [];
  let broken = whyBroken(() => {
    fillMap(stream, settings, 0);
    if (!isAfterMap) return;
    const names = settings.get('tabs');
    for (const _ of Array.isArray(names) ? names : []) {
      const map = new Map<string, Value>();
      maps.push(map);
      fillMap(stream, map, 0);
    }
  });
  const listed = settings.get('tabs');
  if (!isAfterMap && Array.isArray(listed)) maps.push(...listed.filter((each) => each instanceof Map));
  const tabs: Tab[] = [];
  for (const map of maps.slice(0, mostTabs)) {
    const [name, data] = [map.get('name'), map.get('data')];
    if (data === null || data === undefined || typeof data !== 'object' || !('offset' in data)) continue;
    const tab: Tab = { name: typeof name === 'string' ? name : '', items: [] };
    tabs.push(tab);
    const why = whyBroken(() => findItems(new Stream(file, data.offset), tab.items));
    broken ??= why;
  }
  return { tabs, broken };
}

/** Null if nothing is. */
function whyBroken(read: () => void): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof BrokenFile) return error.message;
    throw error;
  }
}

function findItems(stream: Stream, items: number[]): void {
  const count = stream.signed();
  if (count < 0 || count > mostItems) throw new BrokenFile('it is damaged');
  for (let at = 0; at < count; at += 1) {
    const begin = stream.at;
    formatsOf(stream);
    if (stream.at > stream.size) throw new BrokenFile('it ends in the middle of a copy');
    items.push(begin);
  }
}

interface Format extends Place {
  readonly mediaType: string;
  readonly isCompressed: boolean;
}

const mostFormats = 1_000;

/** The formats of one item, without their bytes. */
function formatsOf(stream: Stream): readonly Format[] {
  const form = stream.signed();
  const isFirstForm = form >= 0;
  if (!isFirstForm && form !== -2) throw new BrokenFile('a copy in it has an unknown form');
  const count = isFirstForm ? form : stream.signed();
  if (count < 0 || count > mostFormats) throw new BrokenFile('a copy in it is damaged');
  const formats: Format[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = stream.text();
    const isCompressed = isFirstForm || stream.byte() !== 0;
    formats.push({ mediaType: isFirstForm ? name : mediaTypeOf(name), isCompressed, ...stream.place() });
  }
  return formats;
}

const own = 'application/x-copyq-';
/** The beginning of a media type, by the digit before the rest of it. */
const beginnings: readonly string[] = [
  '',
  `${own}owner-window-title`,
  `${own}item-notes`,
  own,
  'text/plain',
  'text/html',
  'text/uri-list',
  'image/',
  'text/',
  'application/',
  'audio/',
  'video/',
];

function mediaTypeOf(name: string): string {
  const beginning = beginnings[Number.parseInt(name.slice(0, 1), 16)];
  if (beginning === undefined) throw new BrokenFile('a copy in it has an unknown format');
  return beginning + name.slice(1);
}

/** The first tab has the newest. */
function* itemsOf(file: FileBytes, tabs: readonly Tab[]): Generator<ReadItem> {
  for (const [at, { name, items }] of [...tabs.entries()].reverse())
    for (let index = items.length - 1; index >= 0; index -= 1)
      yield itemOf(new Stream(file, items[index] ?? 0), { tab: name, isFirst: at === 0, index });
}

interface Position {
  readonly tab: string;
  readonly isFirst: boolean;
  readonly index: number;
}

function itemOf(stream: Stream, { tab, isFirst, index }: Position): ReadItem {
  const name = `row ${index} of the tab “${cut(tab).slice(0, 60)}”`;
  const formats = new Map(formatsOf(stream).map((format) => [format.mediaType.split(';')[0] ?? '', format]));
  if (formats.has(`${own}encrypted`)) return { name, unreadable: 'CopyQ has encrypted it' };
  const contents = new Map<string, Uint8Array>();
  for (const [mediaType, format] of formats) {
    if (!/^(?:text|image)\//.test(mediaType) && !mediaType.startsWith(own)) continue;
    const bytes = format.length > mostContentBytes ? null : contentOf(stream, format);
    if (bytes === null) return { name, unreadable: 'a content of it is too large or damaged' };
    contents.set(mediaType, bytes);
  }
  const kept = keptFormats(contents);
  if (kept === null) return { name, unreadable: 'it has no format that Hub keeps' };
  const text = (key: string): string => Buffer.from(contents.get(own + key) ?? []).toString('utf8');
  const tags = [...text('tags').split(','), ...(isFirst ? [] : [tab.replaceAll('&', '')])];
  const source = { ...unknownSource, app: { ...unknownSource.app, windowTitle: cut(text('owner-window-title')) || null } };
  return {
    ...kept,
    ...{ copiedAtMs: null, source, givenName: null, copies: 1, firstCopiedAtMs: null, earlier: [] },
    annotations: { pinned: contents.has(`${own}item-pinned`), tags: tagsOf(tags), title: null, note: noteOf(text('item-notes')) },
  } satisfies ImportItem;
}

/** Qt's `qCompress`: the length, then a stream of zlib. Null if it is damaged. */
function contentOf(stream: Stream, { isCompressed, ...place }: Format): Uint8Array | null {
  const bytes = stream.bytes(place);
  if (!isCompressed || bytes.length === 0) return bytes;
  try {
    return inflateSync(bytes.subarray(4), { maxOutputLength: mostContentBytes });
  } catch {
    return null;
  }
}
