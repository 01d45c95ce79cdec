/**
 * What every line begins with, read from its bytes: `{"level":"INFO","time":"2026-03-01T08:05:07.042Z","component":"clipboard",`. To sort a million lines, or
 * to keep those of one component, the rest is not looked at. A line of any other form is parsed.
 */
import { type LogLevel, logLevels } from '../base/log.ts';
import { parseLogLine } from './log-line.ts';

export interface LineHead {
  readonly atMs: number;
  readonly level: LogLevel;
  readonly component: string;
}

const beforeTime = Buffer.from('","time":"');
const afterTime = Buffer.from('Z","component":"');
const levelStart = '{"level":"'.length;
const levelsByBytes = logLevels.map((level) => ({ level, bytes: Buffer.from(level + beforeTime) }));
const timeLength = '2026-03-01T08:05:07.042'.length;
const [quote, open, brace] = [0x22, 0x7b, 0x7d];

/** Null if the bytes are no line of a log. */
export function headOf(bytes: Buffer, start: number, end: number): LineHead | null {
  // Most of what is no line is told by its first character: parsing it takes ten times as long.
  if (bytes[start] !== open) return null;
  return quickHead(bytes, start, end) ?? parseLogLine(bytes.toString('utf8', start, end));
}

function quickHead(bytes: Buffer, start: number, end: number): LineHead | null {
  const found = levelsByBytes.find((each) => has(bytes, each.bytes, start + levelStart));
  if (found === undefined || bytes[end - 1] !== brace) return null;
  const time = start + levelStart + found.bytes.length;
  const atMs = timeAt(bytes, time);
  const component = time + timeLength + afterTime.length;
  if (!(atMs >= 0) || !has(bytes, afterTime, time + timeLength)) return null;
  const close = bytes.indexOf(quote, component);
  if (close === -1 || close >= end || close - component > 40) return null;
  return { atMs, level: found.level, component: bytes.toString('latin1', component, close) };
}

function has(bytes: Buffer, wanted: Buffer, at: number): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** The last day that was met, because most lines are of the same one. */
let [knownDay, knownDayMs] = ['', Number.NaN];

/** NaN if it is no time. */
function timeAt(bytes: Buffer, at: number): number {
  const day = bytes.toString('latin1', at, at + 10);
  if (day !== knownDay) [knownDay, knownDayMs] = [day, /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN];
  const [hours, minutes, seconds] = [two(bytes, at + 11), two(bytes, at + 14), two(bytes, at + 17)];
  return knownDayMs + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + digit(bytes, at + 20) * 100 + two(bytes, at + 21);
}

function two(bytes: Buffer, at: number): number {
  return digit(bytes, at) * 10 + digit(bytes, at + 1);
}

function digit(bytes: Buffer, at: number): number {
  const value = (bytes[at] ?? 0) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
