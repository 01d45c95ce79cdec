/** Times as people write them in a search: `2026-11-20`, `2026-11`, `yesterday`, `2d`. Days begin and end in the system's time zone. */
import { durationMs } from './durations.ts';

/** Unix times in ms. */
export interface TimeSpan {
  readonly from: number;
  readonly before: number;
}

/** Whether it is a moment, such as two hours ago. */
export function isTime({ from, before }: TimeSpan): boolean {
  return from === before;
}

/** Null if it is no time. */
export function timeSpan(text: string, nowMs: number): TimeSpan | null {
  const ago = durationMs(text);
  if (ago !== null) return { from: nowMs - ago, before: nowMs - ago };
  const now = new Date(nowMs);
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (text === 'today') return days(year, month, day);
  if (text === 'yesterday') return days(year, month, day - 1);
  const [, yyyy, mm, dd, hh, min] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:t(\d{2}):(\d{2}))?)?)?$/.exec(text) ?? [];
  if (yyyy === undefined) return null;
  const y = Number(yyyy);
  if (mm === undefined) return { from: startOf(y, 0, 1), before: startOf(y + 1, 0, 1) };
  const m = Number(mm) - 1;
  if (m < 0 || m > 11) return null;
  if (dd === undefined) return { from: startOf(y, m, 1), before: startOf(y, m + 1, 1) };
  const d = Number(dd);
  if (new Date(y, m, d).getDate() !== d) return null;
  if (hh === undefined) return days(y, m, d);
  if (Number(hh) > 23 || Number(min) > 59) return null;
  const at = new Date(y, m, d, Number(hh), Number(min)).getTime();
  return { from: at, before: at };
}

function days(year: number, month: number, day: number): TimeSpan {
  return { from: startOf(year, month, day), before: startOf(year, month, day + 1) };
}

function startOf(year: number, month: number, day: number): number {
  const start = new Date(2000, month, day);
  start.setFullYear(year + (start.getFullYear() - 2000), start.getMonth(), start.getDate()); // `new Date(99, …)` would be in 1999
  return start.getTime();
}

/** Far enough to be beyond an hour, seldom two, by which clocks were set back. */
const beyondChangeMs = 3 * 3_600_000;

/** The last time at which clocks show what they show at this one: where they are set back, `Date` means the first one. Unix times in ms. */
export function lastTimeShown(atMs: number): number {
  const aheadMinutes = (ms: number): number => -new Date(ms).getTimezoneOffset();
  const setBack = aheadMinutes(atMs) - aheadMinutes(atMs + beyondChangeMs);
  const againMs = atMs + setBack * 60_000;
  return setBack > 0 && aheadMinutes(atMs) - aheadMinutes(againMs) === setBack ? againMs : atMs;
}

/**
 * A time on the command line: a length of time ago, a day as searches take them, a clock's time today, or a day with a time, as `hub logs` prints it or with an
 * offset. Null for anything else. A time with milliseconds is that of a line: as an end it includes the line.
 * Null too for a length of time that reaches back before the year 0, which no calendar shows and, from some length on, no `Date` can hold.
 */
export function momentOf(word: string, nowMs: number, edge: 'from' | 'before'): number | null {
  const atMs = unboundedMoment(word, nowMs, edge);
  // The year is not a number if a `Date` can't hold the time.
  return atMs !== null && new Date(atMs).getFullYear() >= 0 ? atMs : null;
}

function unboundedMoment(word: string, nowMs: number, edge: 'from' | 'before'): number | null {
  const text = word.trim();
  const span = timeSpan(text.toLowerCase(), nowMs);
  if (span !== null) return span[edge];
  const [, day, clock = '', fraction = '', offset = ''] =
    /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d?:\d\d(?::\d\d)?)(?:(?<=:\d\d:\d\d)\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ?? [];
  if (clock === '' || (day === undefined && offset !== '')) return null;
  const start = timeSpan(day ?? 'today', nowMs)?.from;
  if (start === undefined) return null;
  const date = new Date(start);
  const two = (value: number): string => String(value).padStart(2, '0');
  const ofDay = day ?? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const atMs = Date.parse(`${ofDay}T${clock.padStart(clock.indexOf(':') === 1 ? clock.length + 1 : 0, '0')}${offset.toUpperCase()}`);
  if (Number.isNaN(atMs)) return null;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  return atMs + ms + (fraction !== '' && edge === 'before' ? 1 : 0);
}
