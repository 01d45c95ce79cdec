/**
 * Milliseconds on the clock that all processes of this machine share, from a start that means nothing; it never jumps. For times that one
 * process takes and another one compares: `performance.timeOrigin` is some milliseconds off, differently in each process.
 */
export function machineClockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** A time for a log, to the microsecond. */
export function toMicroseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
