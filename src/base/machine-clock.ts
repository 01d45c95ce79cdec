/**
 * Milliseconds on the clock that all processes of this machine share, from an arbitrary start; it never jumps. For times that one process measures
 * and another compares: `performance.timeOrigin` is some milliseconds off, differently in each process.
 */
export function machineClockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** A time for a log, to the microsecond. */
export function toMicroseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
