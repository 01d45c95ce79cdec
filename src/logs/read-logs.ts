/**
 * The lines of all logs of a home, merged by time, each once: the shared log and a component's own one hold the same lines, as far back as either is kept.
 * First every file is read for the times of its lines; then those that are wanted are read again in the order of time. So what is in memory is some
 * bytes for each line, and never their texts. It reads what is there, whether Hub runs or not.
 */
import { closeSync } from 'node:fs';
import path from 'node:path';
import { askedWords } from '../contract/diagnostics/log-search.ts';
import { CopyNumbers } from './copy-numbers.ts';
import { LineCounts } from './line-counts.ts';
import { headOf } from './line-head.ts';
import { type OpenLogFile, scanLines, tryOpenLog, tryRead } from './line-scanner.ts';
import { hasWords, headMatches, type LogFilter } from './log-filter.ts';
import { copyFields, type LogLine, numberIn, parseLogLine } from './log-line.ts';
import { logsOf } from './log-names.ts';
import { PlacedLines } from './placed-lines.ts';

export interface ReadLogs extends Disposable {
  /** How many lines are wanted; some of them may turn out to be damaged. */
  readonly count: number;
  /** Lines that are none of Hub's, in all files. */
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
  const files: OpenLogFile[] = [];
  const placed = new PlacedLines(filter.copy === undefined ? Math.min(most, mostLines) : mostLines);
  const numbers = new CopyNumbers();
  const counts = new LineCounts(mostLines);
  const words = askedWords(filter.text ?? '');
  const components = new Set<string>();
  const unreadableIn = new Map<string, number>();
  const names: string[] = [];
  const leftOut = (file: number): void => void unreadableIn.set(names[file] ?? '', (unreadableIn.get(names[file] ?? '') ?? 0) + 1);
  const chunk = Buffer.allocUnsafe(1024 * 1024);

  const wants = (bytes: Buffer, start: number, end: number, file: number): number | null => {
    if (filter.copy !== undefined) {
      const line = parseLogLine(bytes.toString('utf8', start, end));
      if (line === null) leftOut(file);
      else numbers.learn(line);
      return line !== null && headMatches(filter, line) && hasWords(line, words) ? line.atMs : null;
    }
    const head = headOf(bytes, start, end);
    if (head === null) leftOut(file);
    else if (components.size < mostComponents) components.add(head.component);
    if (head === null || !headMatches(filter, head)) return null;
    if (words.length === 0) return head.atMs;
    const line = parseLogLine(bytes.toString('utf8', start, end));
    return line !== null && hasWords(line, words) ? line.atMs : null;
  };
  const scan = (file: OpenLogFile, name: string, isShared: boolean): void => {
    const number = files.push(file) - 1;
    names[number] = path.basename(name);
    scanLines(
      file,
      0,
      file.bytes,
      {
        line: (bytes, start, end, offset) => {
          if (isShared && counts.take(bytes, start, end)) return;
          if (!isShared) counts.add(bytes, start, end);
          const atMs = wants(bytes, start, end, number);
          if (atMs !== null) placed.add(atMs, number, offset, end - start);
        },
        broken: () => leftOut(number),
      },
      chunk,
    );
  };
  for (const { current, earlier, isShared } of logsOf(logs)) {
    // The current one first: what is rotated meanwhile is then open already.
    const now = tryOpenLog(current);
    const before = tryOpenLog(earlier);
    if (before !== null && before.identity !== now?.identity) scan(before, earlier, isShared);
    else if (before !== null) closeSync(before.descriptor);
    if (now !== null) scan(now, current, isShared);
  }
  const windows = files.map(() => ({ bytes: Buffer.alloc(0), from: 0 }));
  const lineAt = (at: number): LogLine | null => {
    const { file, offset, length } = placed.place(at);
    const text = textAt(files[file], windows[file], offset, length);
    return text === null ? null : parseLogLine(text);
  };
  const isOfCopy = copyTest(filter.copy, numbers);
  const found = placed.sorted();
  const wanted = isOfCopy === null ? found : found.filter((at) => isOfCopy(lineAt(at)));
  const sorted = wanted.slice(-most);

  return {
    count: sorted.length,
    get unreadable() {
      return [...unreadableIn.values()].reduce((sum, count) => sum + count, 0);
    },
    unreadableIn,
    isCut: placed.isCut || sorted.length < wanted.length,
    components,
    *lines() {
      for (const at of sorted) {
        const line = lineAt(at);
        if (line === null) leftOut(placed.place(at).file);
        else yield line;
      }
    },
    [Symbol.dispose]: () => {
      for (const { descriptor } of files) closeSync(descriptor);
    },
  };
}

/** Null if the lines of all copies are wanted. A log from before Hub named captures has only the numbers of fragments. */
function copyTest(copy: number | undefined, numbers: CopyNumbers): ((line: LogLine | null) => boolean) | null {
  if (copy === undefined) return null;
  const capture = numbers.captureOfFragment(copy);
  if (capture === null) return (line) => line !== null && numberIn(line, copyFields.fragment) === copy;
  return (line) => line !== null && numbers.captureOf(line) === capture;
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
