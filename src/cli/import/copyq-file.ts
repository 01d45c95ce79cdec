/**
 * Reads an export of CopyQ (`.cpq`): a stream in the form of Qt's QDataStream, version Qt_4_7 (https://doc.qt.io/qt-5/datastreamformat.html), with a header, a
 * map of settings, and the tabs. A tab has its items newest first, each a map from a media type to bytes. Seen in the exports of CopyQ 6 and 7; the older
 * form `CopyQ v3` has the tabs in the map. Items have no times.
 */
import { inflateSync } from 'node:zlib';
import { say } from '../../domain/language/say.ts';
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
import { fillMap, type Place, Stream, type Value } from './qt-stream.ts';

/** Whether it begins like one. */
export function isCopyqFile(head: Uint8Array): boolean {
  return Buffer.from(head).subarray(4, 11).toString('latin1') === 'CopyQ v';
}

interface Tab {
  readonly name: string;
  /** Where each item begins, newest first. */
  readonly items: number[];
}

const mostTabs = 10_000;
const longestHeader = 64;

/** Throws `BrokenFile` if it is not an export of CopyQ that Hub can read. */
export function openCopyqFile(path: string): ImportSource {
  const file = new FileBytes(path);
  try {
    const stream = new Stream(file, 0);
    const place = stream.place();
    const header = place.length > longestHeader ? '' : stream.bytes(place).toString('latin1');
    if (!/^CopyQ v[34]/.test(header)) throw new BrokenFile(say('it comes from a version of CopyQ that Hub does not know'));
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
  let found = 0;
  for (const map of maps.slice(0, mostTabs)) {
    const [name, data] = [map.get('name'), map.get('data')];
    if (data === null || data === undefined || typeof data !== 'object' || !('offset' in data)) continue;
    const tab: Tab = { name: typeof name === 'string' ? name : '', items: [] };
    tabs.push(tab);
    const why = whyBroken(() => findItems(new Stream(file, data.offset), data.offset + data.length, tab.items));
    broken ??= why;
    found += tab.items.length;
    if (found > mostItems) throw new BrokenFile(say('it has more copies than Hub imports'));
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

/** `end`: of the tab. Without it, each of many tabs could have all items of the file. */
function findItems(stream: Stream, end: number, items: number[]): void {
  const count = stream.signed();
  if (count < 0 || count > mostItems) throw new BrokenFile(say('it is damaged'));
  for (let at = 0; at < count; at += 1) {
    const begin = stream.at;
    formatsOf(stream);
    if (stream.at > Math.min(end, stream.size)) throw new BrokenFile(say('it ends in the middle of a copy'));
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
  if (!isFirstForm && form !== -2) throw new BrokenFile(say('a copy in it has an unknown form'));
  const count = isFirstForm ? form : stream.signed();
  if (count < 0 || count > mostFormats) throw new BrokenFile(say('a copy in it is damaged'));
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
  if (beginning === undefined) throw new BrokenFile(say('a copy in it has an unknown format'));
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
  const name = say('row {index} of the tab “{tab}”', { index, tab: cut(tab).slice(0, 60) });
  const formats = new Map(formatsOf(stream).map((format) => [format.mediaType.split(';')[0] ?? '', format]));
  if (formats.has(`${own}encrypted`)) return { name, unreadable: say('CopyQ has encrypted it') };
  const contents = new Map<string, Uint8Array>();
  let left = mostContentBytes;
  for (const [mediaType, format] of formats) {
    if (!/^(?:text|image)\//.test(mediaType) && !mediaType.startsWith(own)) continue;
    const bytes = format.length > left ? null : contentOf(stream, format, left);
    if (bytes === null) return { name, unreadable: say('a content of it is too large or damaged') };
    left -= bytes.length;
    contents.set(mediaType, bytes);
  }
  const kept = keptFormats(contents);
  if (kept === null) return { name, unreadable: say('it has no format that Hub keeps') };
  const text = (key: string): string => Buffer.from(contents.get(own + key) ?? []).toString('utf8');
  const tags = [...text('tags').split(','), ...(isFirst ? [] : [tab.replaceAll('&', '')])];
  const source = { ...unknownSource, app: { ...unknownSource.app, windowTitle: cut(text('owner-window-title')) || null } };
  return {
    ...kept,
    ...{ copiedAtMs: null, source, givenName: null, copies: 1, firstCopiedAtMs: null, earlier: [] },
    annotations: { pinned: contents.has(`${own}item-pinned`), tags: tagsOf(tags), title: null, note: noteOf(text('item-notes')) },
  } satisfies ImportItem;
}

/** Qt's `qCompress`: the length, then a stream of zlib. Null if it is damaged, or has more than `most` bytes. */
function contentOf(stream: Stream, { isCompressed, ...place }: Format, most: number): Uint8Array | null {
  const bytes = stream.bytes(place);
  if (!isCompressed || bytes.length === 0) return bytes;
  try {
    return inflateSync(bytes.subarray(4), { maxOutputLength: Math.max(1, most) });
  } catch {
    return null;
  }
}
