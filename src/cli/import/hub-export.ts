/** Reads what `hub export` has written: `fragments.jsonl`, newest first, and the contents beside it, each checked against its digest. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ExportLine, exportLine } from '../../contract/source-snapshot.ts';
import { say } from '../../domain/language/say.ts';
import { FileBytes } from './file-bytes.ts';
import {
  BrokenFile,
  cut,
  type ImportItem,
  type ImportSource,
  mostContentBytes,
  mostItems,
  noteOf,
  type ReadItem,
  tagsOf,
  titleOf,
} from './import-item.ts';

const longestLine = 4 * 1024 * 1024;
const newline = 0x0a;

/** The file with the lines, if there is one in this folder, or this is one; otherwise null. */
export function linesOfExport(place: string): string | null {
  const facts = lstatSync(place, { throwIfNoEntry: false });
  if (facts?.isDirectory()) return linesOfExport(path.join(place, 'fragments.jsonl'));
  if (facts?.isFile() !== true) return null;
  using file = new FileBytes(place);
  const head = file.at(0, Math.min(file.size, 256)).toString('latin1');
  return /^\{"hubExport":\d+\}\n/.test(head) ? place : null;
}

/** Throws `BrokenFile` for one of a later version. */
export function openHubExport(lines: string): ImportSource {
  const file = new FileBytes(lines);
  const places = placesOf(file);
  if (
    !/^\{"hubExport":1\}$/.test(
      file
        .at(0, places.at(0)?.offset ?? file.size)
        .toString('latin1')
        .split('\n')[0] ?? '',
    )
  ) {
    file[Symbol.dispose]();
    throw new BrokenFile(say('it was exported by a later version of Hub'));
  }
  const last = places.at(-1);
  const isCut = last !== undefined && last.offset + last.length === file.size;
  return {
    from: 'Hub',
    count: places.length,
    broken: isCut ? say('it ends in the middle of a copy') : null,
    items: () => itemsOf(file, path.join(path.dirname(lines), 'contents'), isCut ? places.slice(0, -1) : places),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

const sliceBytes = 1024 * 1024;

/** All lines but the first. */
function placesOf(file: FileBytes): readonly Place[] {
  const places: Place[] = [];
  let [from, isFirst] = [0, true];
  const end = (at: number): void => {
    if (!isFirst && at > from) places.push({ offset: from, length: at - from });
    [from, isFirst] = [at + 1, false];
  };
  for (let offset = 0; offset < file.size && places.length < mostItems; offset += sliceBytes) {
    const slice = file.at(offset, Math.min(sliceBytes, file.size - offset));
    for (let at = slice.indexOf(newline); at >= 0; at = slice.indexOf(newline, at + 1)) end(offset + at);
  }
  if (from < file.size) end(file.size);
  return places;
}

function* itemsOf(file: FileBytes, contents: string, places: readonly Place[]): Generator<ReadItem> {
  for (const [at, { offset, length }] of [...places.entries()].reverse()) {
    const name = say('line {line}', { line: at + 2 });
    const parsed = length > longestLine ? null : tryParse(file.at(offset, length));
    yield parsed === null ? { name, unreadable: say('it is damaged') } : itemOf(parsed, contents, name);
  }
}

function tryParse(bytes: Buffer): ExportLine | null {
  try {
    return exportLine.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function itemOf(told: ExportLine, contents: string, name: string): ReadItem {
  let left = mostContentBytes;
  const representations = told.representations.flatMap(({ mediaType: type, sha256 }) => {
    const bytes = contentOf(path.join(contents, sha256), sha256, left);
    left -= bytes?.length ?? 0;
    return bytes === null ? [] : [{ mediaType: type, bytes }];
  });
  if (representations.length < told.representations.length)
    return { name, unreadable: say('one of its contents is missing, damaged or too large') };
  const { kind, source, givenName, copies, pinned, tags, title, note } = told;
  const copiedAtMs = Date.parse(told.capturedAt);
  return {
    ...{ kind, representations, copiedAtMs, copies, givenName },
    source: { ...source, name: cut(source.name), path: cut(source.path) },
    firstCopiedAtMs: told.firstCapturedAt === undefined ? copiedAtMs : Date.parse(told.firstCapturedAt),
    earlier: told.earlierCopies.map(({ capturedAt, source: from }) => ({ copiedAtMs: Date.parse(capturedAt), source: from })),
    annotations: { pinned, tags: tagsOf(tags), title: title === null ? null : titleOf(title), note: note === null ? null : noteOf(note) },
  } satisfies ImportItem;
}

/** Null if it has more than `most` bytes. */
function contentOf(file: string, sha256: string, most: number): Uint8Array | null {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts?.isFile() !== true || facts.size > most) return null;
  const bytes = readFileSync(file);
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
}
