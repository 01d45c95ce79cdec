/** `atMs` (Unix time) as RFC 3339 in the machine's time zone, with milliseconds and offset: `2026-03-01T09:05:07.042+01:00`. */
export function localTimestamp(atMs: number): string {
  const offsetMinutes = -new Date(atMs).getTimezoneOffset();
  const local = new Date(atMs + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${local}${sign}${two(Math.floor(Math.abs(offsetMinutes) / 60))}:${two(Math.abs(offsetMinutes) % 60)}`;
}
