/** Times as the page writes them, in the time zone of its browser. */

const yearMs = 365 * 86_400_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-01`. */
export function dayOf(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `09:05:07`. */
export function clockOf(atMs: number): string {
  const at = new Date(atMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** `09:05:07.042`. */
export function exactClockOf(atMs: number): string {
  return `${clockOf(atMs)}.${String(Math.floor(atMs) % 1_000).padStart(3, '0')}`;
}

/** The time zone of the browser, and what it is ahead of UTC by at this time: `Europe/Berlin (+01:00)`. */
export function zoneOf(atMs: number): string {
  const minutes = -new Date(atMs).getTimezoneOffset();
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${Intl.DateTimeFormat().resolvedOptions().timeZone} (${offset})`;
}

/** A time on a scale from the first time to the last: no more than tells it from the others. */
export function tickText(atMs: number, firstMs: number, lastMs: number): string {
  if (lastMs - firstMs > yearMs) return dayOf(atMs);
  if (dayOf(firstMs) === dayOf(lastMs)) return clockOf(atMs);
  return `${dayOf(atMs).slice(-5)} ${clockOf(atMs).slice(0, 5)}`;
}

/** `2026-03-01 09:05:07`, as everywhere on the page: an input of the type `datetime-local` has the form of the browser's language, such as one with AM and PM. */
export function timeText(atMs: number): string {
  return Number.isFinite(atMs) ? `${dayOf(atMs)} ${clockOf(atMs)}` : '';
}

/**
 * The time that somebody wrote, as `timeText` writes it, without the seconds, the time or the day; ms. NaN if it is none.
 * @param lastMs whose day is meant if there is none
 * @param isEnd whether a day alone means its end
 */
export function writtenTime(text: string, lastMs: number, isEnd: boolean): number {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)?(?:^|[ T]|$)(\d\d?:\d\d(?::\d\d)?)?$/.exec(text.trim()) ?? [];
  if (day === undefined && clock === undefined) return Number.NaN;
  const time = clock ?? (isEnd ? '23:59:59' : '00:00');
  const at = new Date(`${day ?? dayOf(lastMs)}T${time.padStart(time.length + (time.indexOf(':') === 1 ? 1 : 0), '0')}`);
  // 30 February would be 2 March.
  return day === undefined || dayOf(at.getTime()) === day ? at.getTime() : Number.NaN;
}

/** How long after something: `+3 ms`, `+1.2 s`, `+4 min`. */
export function afterwards(ms: number): string {
  if (ms < 1_000) return `+${Math.round(ms)} ms`;
  return ms < 120_000 ? `+${(ms / 1_000).toFixed(1)} s` : `+${Math.round(ms / 60_000)} min`;
}
