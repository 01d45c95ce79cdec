/** The time of a copy, in the few characters that a list has for it. 24 hours in every language. */
import type { Language } from '../../contract/documents/hub.ts';
import { say, spokenLanguage } from '../language/say.ts';

export interface Clock {
  /** Unix time. */
  readonly nowMs: number;
  /** As Intl takes it: `systemTimeZone`. An unknown one counts as UTC. */
  readonly timeZone: string;
}

interface Moment {
  readonly year: number;
  readonly month: number;
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
  if (then.dayNumber === now.dayNumber - 1) return say('Yesterday {time}', { time: then.time });
  return dateOf(then, now);
}

/** `12 Nov`, with the year if it is another one. */
function dateOf({ year, month, day }: Moment, now: Moment): string {
  const ms = Date.UTC(year, month - 1, day);
  const { ofThisYear, ofAnother } = dateFormats(spokenLanguage());
  return (year === now.year ? ofThisYear : ofAnother)(ms);
}

/** In a sentence: `at 13:58`, `yesterday at 13:58`, `on 12 Nov`. Empty if it is not a time. */
export function timePhrase(at: string, clock: Clock): string {
  const [then, now] = momentsOf(at, clock);
  if (then === null) return '';
  if (then.dayNumber === now.dayNumber) return say('at {time}', { time: then.time });
  if (then.dayNumber === now.dayNumber - 1) return say('yesterday at {time}', { time: then.time });
  return say('on {date}', { date: dateOf(then, now) });
}

/** When something ends: `18:05`, on another day `24 Nov 18:05`. */
export function untilLabel(untilMs: number, { nowMs, timeZone }: Clock): string {
  const [then, now] = [momentOf(untilMs, timeZone), momentOf(nowMs, timeZone)];
  return then.dayNumber === now.dayNumber ? then.time : `${dateOf(then, now)} ${then.time}`;
}

/** The heading for copies of that day: `Today`, `Yesterday`, `Wednesday 25 February`, with the year if it is another one; `Earlier` if it is not a time. */
export function groupLabel(at: string, clock: Clock): string {
  const [then, now] = momentsOf(at, clock);
  if (then === null) return say('Earlier');
  const days = now.dayNumber - then.dayNumber;
  if (days <= 0) return say('Today');
  if (days === 1) return say('Yesterday');
  const { dayOfThisYear, dayOfAnother } = dateFormats(spokenLanguage());
  return (then.year === now.year ? dayOfThisYear : dayOfAnother)(Date.UTC(then.year, then.month - 1, then.day));
}

function momentsOf(at: string, { nowMs, timeZone }: Clock): readonly [then: Moment | null, now: Moment] {
  const atMs = Date.parse(at);
  return [Number.isNaN(atMs) ? null : momentOf(atMs, timeZone), momentOf(nowMs, timeZone)];
}

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
    month,
    day,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
    dayNumber: Date.UTC(year, month - 1, day) / 86_400_000,
  };
}

/** The last formatter: creating one costs more than formatting a whole list, and a machine has one time zone at a time. */
let made: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | null = null;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  made = made !== null && made.timeZone === timeZone ? made : { timeZone, format: makeFormat(timeZone) };
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

interface DateFormats {
  readonly language: Language;
  readonly ofThisYear: (ms: number) => string;
  readonly ofAnother: (ms: number) => string;
  /** With the day of the week, in full. */
  readonly dayOfThisYear: (ms: number) => string;
  readonly dayOfAnother: (ms: number) => string;
}

/** The last ones, for the same reason. */
let dates: DateFormats | null = null;

function dateFormats(language: Language): DateFormats {
  dates =
    dates?.language === language
      ? dates
      : {
          language,
          ofThisYear: dateFormat(language, {}),
          ofAnother: dateFormat(language, { year: 'numeric' }),
          dayOfThisYear: dayFormat(language, {}),
          dayOfAnother: dayFormat(language, { year: 'numeric' }),
        };
  return dates;
}

/** Of a time that is the beginning of a day in UTC. English has the day before the month, as everywhere in Hub. */
function dayFormat(language: Language, year: Pick<Intl.DateTimeFormatOptions, 'year'>): (ms: number) => string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const;
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, parts);
  return (ms) => format.format(ms);
}

/** Of a time that is the beginning of a day in UTC. In English the day comes first, and a month has three letters, which no locale has together. */
function dateFormat(language: Language, year: Pick<Intl.DateTimeFormatOptions, 'year'>): (ms: number) => string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' });
  if (language !== 'en') return (ms) => format.format(ms);
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return [parts.get('day'), parts.get('month'), parts.get('year')].filter(Boolean).join(' ');
  };
}
