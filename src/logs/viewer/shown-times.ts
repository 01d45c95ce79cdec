/** Times as the page writes them, in the time zone of its browser. */

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

/** For an input of the type `datetime-local`. */
export function inputOf(atMs: number): string {
  return Number.isFinite(atMs) ? `${dayOf(atMs)}T${clockOf(atMs)}` : '';
}

/** How long after something: `+3 ms`, `+1.2 s`, `+4 min`. */
export function afterwards(ms: number): string {
  if (ms < 1_000) return `+${Math.round(ms)} ms`;
  return ms < 120_000 ? `+${(ms / 1_000).toFixed(1)} s` : `+${Math.round(ms / 60_000)} min`;
}
