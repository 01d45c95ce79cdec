/**
 * The lines of all logs of a home, merged by time, each once: the shared log and a component's own one hold the same lines, as far back as either is kept.
 * First every file is read for the times of its lines, and before that once more for the numbers of a copy; then those that are wanted are read again in the
 * order of time. So what is in memory is some bytes for each line, and never their texts. It reads what is there, whether Hub runs or not.
 */
import { closeSync } from 'node:fs';
import path from 'node:path';
import { askedWords } from '../contract/diagnostics/log-search.ts';
import { AskedCopy } from './asked-copy.ts';
import { type CopyFacts, copyFactsOf } from './copy-numbers.ts';
import { LineCounts } from './line-counts.ts';
import { type SeenLine, seenLine } from './line-head.ts';
import { type LineSink, type OpenLogFile, scanLines, tryOpenLog, tryRead } from './line-scanner.ts';
import { hasWords, headMatches, type LogFilter } from './log-filter.ts';
import { type LogLine, parseLogLine } from './log-line.ts';
import { logsOf } from './log-names.ts';
import { PlacedLines } from './placed-lines.ts';
import { copyFactsIn, mayHaveWords, mayTellCapture } from './plain-line.ts';

export interface ReadLogs extends Disposable {
  /** Whether there is any line, wanted or not, damaged or not. */
  readonly hasLines: boolean;
  /** How many lines are wanted; of a file that is cut short meanwhile, some can't be read. */
  readonly count: number;
  /** Lines that are none of Hub's, in all files, whichever lines are wanted. */
  readonly unreadable: number;
  /** The same for each file that has some, by its name. */
  readonly unreadableIn: ReadonlyMap<string, number>;
  /** There are older ones that are wanted too. */
  readonly isCut: boolean;
  /** The first hundred names of components in the logs, wanted or not. */
  readonly components: ReadonlySet<string>;
  /** In the order of time. Call it once. */
  lines(): Generator<LogLine>;
}

/** Beyond any set of rotated logs; each takes 21 bytes. */
export const mostLines = 4_000_000;
const windowBytes = 256 * 1024;
const mostComponents = 100;

/** `most`: the newest ones. `logs`: the folder; without one there are no lines. */
export function readLogs(logs: string, filter: LogFilter = {}, most: number = mostLines): ReadLogs {
  const files = openLogs(logs);
  const placed = new PlacedLines(Math.min(most, mostLines));
  const counts = new LineCounts(mostLines);
  const components = new Set<string>();
  const unreadableIn = new Map<string, number>();
  let hasLines = false;
  const leftOut = (name: string): void => void unreadableIn.set(name, (unreadableIn.get(name) ?? 0) + 1);
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  const wants = lineTest(filter, files, chunk);

  for (const [number, { file, name, isShared }] of files.entries()) {
    const line: LineSink['line'] = (bytes, start, end, offset) => {
      hasLines = true;
      const seen = seenLine(bytes, start, end);
      if (seen !== null && components.size < mostComponents) components.add(seen.head.component);
      if (seen !== null && !wants(seen, bytes, start, end)) return;
      // What is said of one line is said of the same line in the other file, so that those that are not wanted need not be counted.
      if (isShared && counts.take(bytes, start, end)) return;
      if (!isShared) counts.add(bytes, start, end);
      if (seen === null) leftOut(name);
      else placed.add(seen.head.atMs, number, offset, end - start);
    };
    const broken = (): void => {
      hasLines = true;
      leftOut(name);
    };
    scanLines(file, 0, file.bytes, { line, broken }, chunk);
  }
  const windows = files.map(() => ({ bytes: Buffer.alloc(0), from: 0 }));
  const sorted = placed.sorted();

  return {
    hasLines,
    count: sorted.length,
    get unreadable() {
      return [...unreadableIn.values()].reduce((sum, count) => sum + count, 0);
    },
    unreadableIn,
    isCut: placed.isCut,
    components,
    *lines() {
      for (const at of sorted) {
        const { file, offset, length } = placed.place(at);
        const text = textAt(files[file]?.file, windows[file], offset, length);
        const line = text === null ? null : parseLogLine(text);
        if (line === null) leftOut(files[file]?.name ?? '');
        else yield line;
      }
    },
    [Symbol.dispose]: () => {
      for (const { file } of files) closeSync(file.descriptor);
    },
  };
}

interface ReadFile {
  readonly file: OpenLogFile;
  readonly name: string;
  readonly isShared: boolean;
}

function openLogs(logs: string): readonly ReadFile[] {
  const files: ReadFile[] = [];
  for (const { current, earlier, isShared } of logsOf(logs)) {
    // The current one first: what is rotated meanwhile is then open already.
    const now = tryOpenLog(current);
    const before = tryOpenLog(earlier);
    if (before !== null && before.identity !== now?.identity) files.push({ file: before, name: path.basename(earlier), isShared });
    else if (before !== null) closeSync(before.descriptor);
    if (now !== null) files.push({ file: now, name: path.basename(current), isShared });
  }
  return files;
}

type LineTest = (seen: SeenLine, bytes: Buffer, start: number, end: number) => boolean;

/** Which lines are wanted. A line is parsed only if its text does not say it. */
function lineTest(filter: LogFilter, files: readonly ReadFile[], chunk: Buffer): LineTest {
  const words = askedWords(filter.text ?? '');
  const isOfCopy = filter.copy === undefined ? null : copyTest(filter.copy, files, chunk);
  return ({ head, plain, parsed }, bytes, start, end) => {
    if (!headMatches(filter, head)) return false;
    if (plain !== null && !mayHaveWords(plain, words)) return false;
    if (plain !== null && isOfCopy !== null && !isOfCopy(copyFactsIn(plain, head.atMs))) return false;
    if (words.length === 0 && (plain !== null || isOfCopy === null)) return true;
    const line = parsed ?? parseLogLine(bytes.toString('utf8', start, end));
    return line !== null && hasWords(line, words) && (plain !== null || isOfCopy === null || isOfCopy(copyFactsOf(line)));
  };
}

/** Reads all lines once, because a line's capture may be known only from a later one. */
function copyTest(copy: number, files: readonly ReadFile[], chunk: Buffer): (facts: CopyFacts) => boolean {
  const asked = new AskedCopy(copy);
  const line: LineSink['line'] = (bytes, start, end) => {
    if (!mayTellCapture(bytes.toString('latin1', start, end), copy)) return;
    const seen = seenLine(bytes, start, end);
    const facts = seen === null ? null : copyFactsOfSeen(seen, bytes, start, end);
    if (facts !== null) asked.learn(facts);
  };
  for (const { file } of files) scanLines(file, 0, file.bytes, { line, broken: () => {} }, chunk);
  return asked.test();
}

function copyFactsOfSeen({ head, plain, parsed }: SeenLine, bytes: Buffer, start: number, end: number): CopyFacts | null {
  if (plain !== null) return copyFactsIn(plain, head.atMs);
  const line = parsed ?? parseLogLine(bytes.toString('utf8', start, end));
  return line === null ? null : copyFactsOf(line);
}

interface Window {
  bytes: Buffer;
  from: number;
}

/** Of each file the lines are read nearly in order. Null if the file was cut short meanwhile. */
function textAt(file: OpenLogFile | undefined, window: Window | undefined, offset: number, length: number): string | null {
  if (file === undefined || window === undefined) return null;
  if (offset < window.from || offset + length > window.from + window.bytes.length) {
    const bytes =
      window.bytes.buffer.byteLength === windowBytes ? Buffer.from(window.bytes.buffer) : Buffer.from(new ArrayBuffer(windowBytes));
    window.bytes = bytes.subarray(0, tryRead(file.descriptor, bytes, 0, windowBytes, offset));
    window.from = offset;
    if (window.bytes.length < length) return null;
  }
  return window.bytes.toString('utf8', offset - window.from, offset - window.from + length);
}
