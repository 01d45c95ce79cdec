/** Reads Qt's QDataStream, version Qt_4_7 (https://doc.qt.io/qt-5/datastreamformat.html), from a stranger's file. */
import { say } from '../../domain/language/say.ts';
import type { FileBytes } from './file-bytes.ts';
import { BrokenFile, mostItems } from './import-item.ts';

/** A byte array in the file. */
export interface Place {
  readonly offset: number;
  readonly length: number;
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

/** Reads one value after the other. Each throws `BrokenFile` at the end of the file. */
export class Stream {
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
    if (length > longestText || length % 2 !== 0) throw new BrokenFile(say('a name in it is damaged'));
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

export type Value = string | readonly string[] | readonly Value[] | ReadonlyMap<string, Value> | Place | null;

/**
 * Reads a QVariant; numbers are skipped. A list or a map is kept before it is filled, so that what a cut file has of it is not lost.
 */
function readVariant(stream: Stream, depth: number, keep: (value: Value) => void): void {
  const type = stream.number();
  stream.byte(); // whether it is null; its value follows in any case
  if (depth > mostNested) throw new BrokenFile(say('it is nested too deep'));
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
  if (type !== types.map) throw new BrokenFile(say('it has a value of an unknown type'));
  const map = new Map<string, Value>();
  keep(map);
  fillMap(stream, map, depth + 1);
}

export function fillMap(stream: Stream, map: Map<string, Value>, depth: number): void {
  forEach(stream, () => {
    const key = stream.text();
    readVariant(stream, depth, (value) => map.set(key, value));
  });
}

function forEach(stream: Stream, read: () => void): void {
  const count = stream.number();
  if (count > mostItems) throw new BrokenFile(say('it is damaged'));
  for (let at = 0; at < count; at += 1) read();
}
