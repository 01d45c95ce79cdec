/**
 * Reads a log line by line, in a fixed amount of memory: a line that is longer than any of Hub's is passed over and counted. A link, a pipe or a folder
 * under the name of a log is not opened.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { beginsLine } from './line-head.ts';

/** Hub's longest lines have some hundred bytes. */
export const longestLineBytes = 32 * 1024;
const chunkBytes = 1024 * 1024;

/** One that waits for nobody, and follows no link. Windows knows neither. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface OpenLogFile {
  readonly descriptor: number;
  /** Which file it is, whatever its name becomes. */
  readonly identity: string;
  readonly bytes: number;
}

/** Null if there is no such file, or it is none. */
export function tryOpenLog(file: string): OpenLogFile | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, flags);
    const status = fstatSync(descriptor, { bigint: true });
    if (status.isFile()) return { descriptor, identity: `${status.dev}:${status.ino}`, bytes: Number(status.size) };
  } catch {
    // it is not there, or not readable for us
  }
  if (descriptor !== null) closeSync(descriptor);
  return null;
}

export interface LineSink {
  /** `bytes.subarray(start, end)` is the line without its end, at `offset` in its file. Valid only during the call. */
  readonly line: (bytes: Buffer, start: number, end: number, offset: number) => void;
  /** A line was too long, or the half that a killed process left before another one. */
  readonly broken: () => void;
}

/** Calls for each complete line from `from` to `to`, and returns the offset after the last one. What is not readable ends it. */
export function scanLines(
  { descriptor }: OpenLogFile,
  from: number,
  to: number,
  sink: LineSink,
  chunk: Buffer = Buffer.allocUnsafe(chunkBytes),
): number {
  let [kept, at, begin, isPassedOver] = [0, from, from, false];
  while (at < to) {
    const read = tryRead(descriptor, chunk, kept, Math.min(chunk.length - kept, to - at), at);
    if (read === 0) break;
    const filled = kept + read;
    at += read;
    let start = 0;
    for (let end = chunk.indexOf(10, start); end !== -1 && end < filled; end = chunk.indexOf(10, start)) {
      if (isPassedOver || end - start > longestLineBytes) sink.broken();
      else if (end > start) {
        const own = startOfLine(chunk, start, end);
        if (own > start) sink.broken();
        sink.line(chunk, own, end, begin + own - start);
      }
      isPassedOver = false;
      begin += end + 1 - start;
      start = end + 1;
    }
    kept = filled - start;
    if (kept > longestLineBytes) {
      isPassedOver = true;
      begin += kept;
      kept = 0;
    } else if (isPassedOver) {
      begin += kept;
      kept = 0;
    } else chunk.copyWithin(0, start, filled);
  }
  return begin;
}

const beginning = Buffer.from('{"level":');

/** Another process continues on half a line of a killed one: its own line is whole. Looks at no byte behind the line: a file may consist of lines of one byte. */
function startOfLine(bytes: Buffer, start: number, end: number): number {
  const line = bytes.subarray(start, end);
  for (let at = line.lastIndexOf(beginning); at > 0; at = line.lastIndexOf(beginning, at - 1)) {
    if (beginsLine(line, at)) return start + at;
  }
  return start;
}

/** How many bytes were read; 0 at the end, or when the disk gives none. */
export function tryRead(descriptor: number, into: Buffer, offset: number, bytes: number, position: number): number {
  try {
    return readSync(descriptor, into, offset, bytes, position);
  } catch {
    return 0;
  }
}
