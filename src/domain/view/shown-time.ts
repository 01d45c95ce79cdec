/** The time of a copy, in the few characters that a list has for it. English, 24 hours, like the whole program. */

export interface Clock {
  /** Unix time. */
  readonly nowMs: number;
  /** An IANA name, as in `Intl.DateTimeFormat().resolvedOptions().timeZone`. An unknown one counts as UTC. */
  readonly timeZone: string;
}

interface Moment {
  readonly year: number;
  readonly month: string;
  readonly day: number;
  readonly time: string;
  /** Days since 1970 in that time zone. */
  readonly dayNumber: number;
}

/** `13:58`, `Yesterday 13:58`, `12 Nov`, with the year if it is another one. `at` is RFC 3339; empty if it is not a time. */
export function timeLabel(at: string, clock: Clock): string {
  const [then, now] = momentsOf(at, clock);
  if (then === null) return '';
  if (then.dayNumber === now.dayNumber) return then.time;
  if (then.dayNumber === now.dayNumber - 1) return `Yesterday ${then.time}`;
  return then.year === now.year ? `${then.day} ${then.month}` : `${then.day} ${then.month} ${then.year}`;
}

/** In a sentence: `at 13:58`, `yesterday at 13:58`, `on 12 Nov`. Empty if it is not a time. */
export function timePhrase(at: string, clock: Clock): string {
  const label = timeLabel(at, clock);
  if (label.startsWith('Yesterday ')) return label.replace('Yesterday ', 'yesterday at ');
  return label === '' ? '' : `${label.includes(':') ? 'at' : 'on'} ${label}`;
}

/** When something ends: `18:05`, on another day `24 Nov 18:05`. */
export function untilLabel(untilMs: number, { nowMs, timeZone }: Clock): string {
  const [then, now] = [momentOf(untilMs, timeZone), momentOf(nowMs, timeZone)];
  return then.dayNumber === now.dayNumber ? then.time : `${then.day} ${then.month} ${then.time}`;
}

/** The heading for copies of that time: `Earlier today`, `Yesterday`, `Earlier this week`, `Earlier`. */
export function groupLabel(at: string, clock: Clock): string {
  const [then, now] = momentsOf(at, clock);
  const days = then === null ? Number.POSITIVE_INFINITY : now.dayNumber - then.dayNumber;
  if (days <= 0) return 'Earlier today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? 'Earlier this week' : 'Earlier';
}

function momentsOf(at: string, { nowMs, timeZone }: Clock): readonly [then: Moment | null, now: Moment] {
  const atMs = Date.parse(at);
  return [Number.isNaN(atMs) ? null : momentOf(atMs, timeZone), momentOf(nowMs, timeZone)];
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function momentOf(atMs: number, timeZone: string): Moment {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const [year, month, day] = [number('year'), number('month'), number('day')];
  return {
    year,
    month: months[month - 1] ?? '',
    day,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
    dayNumber: Date.UTC(year, month - 1, day) / 86_400_000,
  };
}

/** The last formatter: creating one costs more than formatting a whole list, and a machine has one time zone at a time. */
let made: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | null = null;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  made = made?.timeZone === timeZone ? made : { timeZone, format: makeFormat(timeZone) };
  return made.format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
  }
}
