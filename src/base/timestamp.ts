/** `atMs` (Unix time) as RFC 3339 in the machine's time zone, with milliseconds and offset: `2026-03-01T09:05:07.042+01:00`. */
export function localTimestamp(atMs: number): string {
  const offsetMinutes = -new Date(atMs).getTimezoneOffset();
  const local = new Date(atMs + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${local}${sign}${two(Math.floor(Math.abs(offsetMinutes) / 60))}:${two(Math.abs(offsetMinutes) % 60)}`;
}

/** The same for the name of a file: `2026-03-01-090507`, or with milliseconds `2026-03-01-090507042`. */
export function fileStamp(atMs: number, precision: 'seconds' | 'milliseconds' = 'seconds'): string {
  const length = precision === 'seconds' ? 'YYYY-MM-DDThh:mm:ss'.length : 'YYYY-MM-DDThh:mm:ss.sss'.length;
  return localTimestamp(atMs).slice(0, length).replace('T', '-').replaceAll(/[:.]/g, '');
}

/**
 * The machine's time zone, as Intl takes it: an IANA name, or the present offset where the name is not known or not the one that `Date` goes by. With
 * `TZ=/usr/share/zoneinfo/Europe/Berlin`, `JST-9` or an unknown zone, Node has no name, and with `GMT+3` one of the opposite sign (POSIX counts to the west).
 */
export function systemTimeZone(nowMs = Date.now()): string {
  const offset = localTimestamp(nowMs).slice(-6);
  const fixed = offset === '+00:00' ? 'UTC' : offset;
  const named = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  try {
    return named !== undefined && offsetIn(named, nowMs) === offset ? named : fixed;
  } catch {
    return fixed; // a name that Intl gives, and does not take
  }
}

/** `+01:00`. Throws a RangeError for what is no time zone. */
function offsetIn(timeZone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? '+00:00' : name.slice('GMT'.length, 'GMT+00:00'.length);
}
