/** Times as people write them in a search: `2026-11-20`, `2026-11`, `yesterday`, `2d`. Days begin and end in the system's time zone. */

/** Unix times in ms. */
export interface TimeSpan {
  readonly from: number;
  readonly before: number;
}

const hourMs = 3_600_000;
const agoMs = { min: 60_000, h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs, mo: 30 * 24 * hourMs, y: 365 * 24 * hourMs } as const;

/** Whether it is a moment, such as two hours ago. */
export function isTime({ from, before }: TimeSpan): boolean {
  return from === before;
}

/** Null if it is no time. */
export function timeSpan(text: string, nowMs: number): TimeSpan | null {
  const ago = /^(\d{1,5})(min|h|d|w|mo|y)$/.exec(text);
  if (ago !== null) {
    const at = nowMs - Number(ago[1]) * agoMs[ago[2] as keyof typeof agoMs];
    return { from: at, before: at };
  }
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

/** Seconds ago, a day or an hour ago as searches take them, a clock's time today, or a time with its offset. Null for anything else. For the logs and for holds. */
export function momentOf(word: string, nowMs: number, edge: 'from' | 'before'): number | null {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(word);
  if (clock !== null) return new Date(nowMs).setHours(Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0), 0);
  const seconds = /^(\d{1,5})s$/.exec(word);
  if (seconds !== null) return nowMs - Number(seconds[1]) * 1_000;
  const span = timeSpan(word.toLowerCase(), nowMs);
  if (span !== null) return span[edge];
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/.test(word) ? Date.parse(word) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
