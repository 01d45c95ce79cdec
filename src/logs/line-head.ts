/**
 * What every line begins with, read from its bytes: `{"level":"INFO","time":"2026-03-01T08:05:07.042Z","component":"clipboard",`, with blanks between or without.
 * To sort a million lines, or to keep those of one component, the rest need only be whole. A line of any other form is parsed.
 */
import { type LogLevel, logLevels } from '../base/log.ts';
import { isComponentName, type LogLine, otherComponent, parseLogLine } from './log-line.ts';
import { isPlainLine, isSpacedLine } from './plain-line.ts';

export interface LineHead {
  readonly atMs: number;
  readonly level: LogLevel;
  readonly component: string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const levelsByBytes = logLevels.map((level) => ({ level, token: bytesOf(`"${level}"`) }));
const [levelName, comma, timeName, afterTime, componentName, colon, quote] = [
  bytesOf('"level"'),
  bytesOf(','),
  bytesOf('"time"'),
  bytesOf('Z"'),
  bytesOf('"component"'),
  bytesOf(':'),
  bytesOf('"'),
];
const timeLength = '2026-03-01T08:05:07.042'.length;
const [blank, tab, quoteByte, open, brace] = [0x20, 0x09, 0x22, 0x7b, 0x7d];

/** A line of which only that much was read as was needed. */
export interface SeenLine {
  readonly head: LineHead;
  /** The text of a plain line (plain-line.ts); null for any other. */
  readonly plain: string | null;
  /** If it had to be parsed. */
  readonly parsed: LogLine | null;
}

/** Null if the bytes are no line of a log: it is not a whole one, or none at all. */
export function seenLine(bytes: Buffer, start: number, end: number): SeenLine | null {
  // Most of what is no line is told by its first character: parsing it takes ten times as long.
  if (bytes[start] !== open) return null;
  const text = bytes.toString('latin1', start, end);
  const isPlain = isPlainLine(text);
  const head = isPlain || isSpacedLine(text) ? quickHead(bytes, start, end) : null;
  if (head !== null) return { head, plain: isPlain ? text : null, parsed: null };
  const parsed = parseLogLine(bytes.toString('utf8', start, end));
  return parsed === null ? null : { head: parsed, plain: null, parsed };
}

/** Whether a line of a log seems to begin here: a level, and then a time. A field of a line may have a level of its own, which is followed by something else. */
export function beginsLine(bytes: Buffer, start: number): boolean {
  return levelEnd(bytes, start) !== null;
}

/** Its level, and the place after the name of its time. */
function levelEnd(bytes: Buffer, start: number): { readonly level: LogLevel; readonly at: number } | null {
  const level = passed(bytes, passed(bytes, start + 1, levelName), colon);
  const found = levelsByBytes.find(({ token }) => passed(bytes, level, token) !== -1);
  if (found === undefined) return null;
  const at = passed(bytes, passed(bytes, passed(bytes, level, found.token), comma), timeName);
  return at === -1 ? null : { level: found.level, at };
}

/** No token has a line end in it, so that nothing behind the line is taken for a part of it. */
function quickHead(bytes: Buffer, start: number, end: number): LineHead | null {
  if (bytes[end - 1] !== brace) return null;
  const begun = levelEnd(bytes, start);
  if (begun === null) return null;
  const time = passed(bytes, passed(bytes, begun.at, colon), quote);
  const atMs = time === -1 ? Number.NaN : timeAt(bytes, time);
  if (!(atMs >= 0)) return null;
  const afterComma = passed(bytes, passed(bytes, time + timeLength, afterTime), comma);
  const component = passed(bytes, passed(bytes, passed(bytes, afterComma, componentName), colon), quote);
  const close = component === -1 ? -1 : bytes.indexOf(quoteByte, component);
  if (close === -1 || close >= end || close - component > longestName) return null;
  const name = bytes.toString('latin1', component, close);
  return isName(name) ? { atMs, level: begun.level, component: name } : null;
}

/** The place after this token, which blanks may precede; -1 if it is not there, or if `at` is -1. */
function passed(bytes: Buffer, at: number, token: Buffer): number {
  if (at === -1) return -1;
  let from = at;
  while (bytes[from] === blank || bytes[from] === tab) from += 1;
  for (let index = 0; index < token.length; index++) if (bytes[from + index] !== token[index]) return -1;
  return from + token.length;
}

const longestName = 40;
/** The last name that was met, because most lines of a file have the same one. */
let knownName = otherComponent;

function isName(name: string): boolean {
  if (name === knownName) return true;
  if (!isComponentName(name)) return false;
  knownName = name;
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
