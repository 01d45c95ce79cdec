/** Changes to the files of a chain of records, as somebody might make them who wants another past. For tests, and for the benchmark that counts those found. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anchorAfter, emptyChain, nextRecord, segmentName } from '../../../src/base/evidence/record-chain.ts';
import { pick, type Random } from '../secret-examples.ts';

/** The files of a folder: what was in it, and what an older copy of it had. */
export interface RecordFiles {
  readonly present: string;
  readonly older: string;
}

type Lines = string[];

/** Each changes the files in a folder that is a copy of `present`; false: here it would change nothing. */
const changes = {
  'a bit flipped': (folder, random) => inFile(folder, random, (bytes, at) => bytes.with(at, (bytes[at] ?? 0) ^ (1 << below(random, 8)))),
  'a byte inserted': (folder, random) =>
    inFile(folder, random, (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([below(random, 256)]), bytes.subarray(at)])),
  'a byte removed': (folder, random) =>
    inFile(folder, random, (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])),
  'a byte replaced': (folder, random) => inFile(folder, random, (bytes, at) => bytes.with(at, below(random, 256))),
  'the end cut off': (folder, random) => inFile(folder, random, (bytes, at) => bytes.subarray(0, at)),
  'a record removed': (folder, random) => inLines(folder, random, (lines, at) => lines.toSpliced(at, 1)),
  'the last records removed': (folder, random) => inLines(folder, random, (lines, at) => lines.slice(0, at)),
  'the first records removed': (folder, random) => inLines(folder, random, (lines, at) => lines.slice(at + 1)),
  'a record twice': (folder, random) => inLines(folder, random, (lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')),
  'two records swapped': (folder, random) => inLines(folder, random, (lines, at) => swapped(lines, at, below(random, lines.length))),
  'a record moved': (folder, random) =>
    inLines(folder, random, (lines, at) => lines.toSpliced(at, 1).toSpliced(below(random, lines.length), 0, lines[at] ?? '')),
  'a record of another place put in': (folder, random) =>
    inLines(folder, random, (lines, at) => lines.with(at, lines[below(random, lines.length)] ?? '')),
  'a number changed, and all hashes after it made anew': (folder, random) => inLines(folder, random, rechained),
  'a record added that follows': (folder) => added(folder),
  'all of an older copy': (folder, _, { older }) => {
    rmSync(folder, { recursive: true });
    cpSync(older, folder, { recursive: true });
    return true;
  },
  'the records of an older copy up to a place, and then the present ones': (folder, random, files) => spliced(folder, random, files),
  'a file removed': (folder, random) => {
    rmSync(path.join(folder, pick(random, recordFiles(folder))));
    return true;
  },
  'a file with another name': (folder, random) => {
    const name = pick(random, recordFiles(folder));
    renameSync(path.join(folder, name), path.join(folder, segmentName(Number(name.slice(0, 10)) + 1 + below(random, 9))));
    return true;
  },
  'a file added': (folder, random) => {
    const name = pick(random, [segmentName(1_000_000 + below(random, 1_000)), 'records.jsonl', '.0000000001.jsonl.swp']);
    writeFileSync(path.join(folder, name), pick(random, ['', '{}\n', readFileSync(path.join(folder, recordFiles(folder)[0] ?? ''))]));
    return true;
  },
  'a file emptied': (folder, random) => {
    writeFileSync(path.join(folder, pick(random, recordFiles(folder))), '');
    return true;
  },
} satisfies Record<string, (folder: string, random: Random, files: RecordFiles) => boolean>;

export type TamperingName = keyof typeof changes;
export const tamperings = Object.keys(changes) as readonly TamperingName[];

/** Makes `folder` a copy of the present files that somebody has changed in this way; tries again where that would change nothing. */
export function tamper(name: TamperingName, files: RecordFiles, folder: string, random: Random): void {
  for (;;) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(path.dirname(folder), { recursive: true });
    cpSync(files.present, folder, { recursive: true });
    if (changes[name](folder, random, files) && !isSame(files.present, folder)) return;
  }
}

function isSame(one: string, other: string): boolean {
  const [names, others] = [recordFiles(one), readdirSync(other).filter((name) => name !== 'digest.key')];
  return (
    names.length === others.length &&
    names.every((name) => others.includes(name) && readFileSync(path.join(one, name)).equals(readFileSync(path.join(other, name))))
  );
}

function recordFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{10}\.jsonl$/.test(name))
    .sort();
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function inFile(folder: string, random: Random, change: (bytes: Buffer, at: number) => Uint8Array): boolean {
  const file = path.join(folder, pick(random, recordFiles(folder)));
  const bytes = readFileSync(file);
  writeFileSync(file, change(bytes, below(random, bytes.length)));
  return true;
}

function inLines(folder: string, random: Random, change: (lines: Lines, at: number, random: Random) => readonly string[]): boolean {
  const file = path.join(folder, pick(random, recordFiles(folder)));
  const lines = readFileSync(file, 'latin1').split('\n').slice(0, -1);
  writeFileSync(
    file,
    change(lines, below(random, lines.length), random)
      .map((line) => `${line}\n`)
      .join(''),
    'latin1',
  );
  return true;
}

function swapped(lines: Lines, one: number, other: number): Lines {
  return lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
}

type Body = Record<string, unknown>;

function bodyOf(line: string): Body {
  const { n: _, previous: __, hash: ___, ...body } = JSON.parse(line) as Body;
  return body;
}

/** What somebody does who knows how the records are made. */
function rechained(lines: Lines, at: number): Lines {
  let anchor = { ...emptyChain, ...placeOf(lines[at] ?? '') };
  const changed = lines.slice(at).map((line, index) => {
    const body = bodyOf(line);
    const made = nextRecord(anchor, index === 0 ? { ...body, run: Number(body.run ?? 0) + 1 } : body);
    anchor = anchorAfter(anchor, made);
    return made;
  });
  return [...lines.slice(0, at), ...changed];
}

function placeOf(line: string): { readonly length: number; readonly head: string } {
  const { n, previous } = JSON.parse(line) as { readonly n: number; readonly previous: string };
  return { length: n - 1, head: previous };
}

function added(folder: string): boolean {
  const file = path.join(folder, recordFiles(folder).at(-1) ?? '');
  const lines = readFileSync(file, 'latin1').split('\n').slice(0, -1);
  const last = JSON.parse(lines.at(-1) ?? '{}') as { readonly n: number; readonly hash: string };
  const made = nextRecord({ ...emptyChain, length: last.n, head: last.hash }, bodyOf(lines[0] ?? '{}'));
  writeFileSync(file, [...lines, made, ''].join('\n'), 'latin1');
  return true;
}

function spliced(folder: string, random: Random, { older }: RecordFiles): boolean {
  const [name = ''] = recordFiles(folder);
  const [present, before] = [folder, older].map((each) => readFileSync(path.join(each, name), 'latin1').split('\n').slice(0, -1));
  if (present === undefined || before === undefined) return false;
  const upTo = 1 + below(random, before.length);
  const from = below(random, present.length);
  writeFileSync(path.join(folder, name), [...before.slice(0, upTo), ...present.slice(from), ''].join('\n'), 'latin1');
  return true;
}
