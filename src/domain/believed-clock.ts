/** Whether the clock can be believed by those who delete what is old: a clock that is wrong by years must not delete everything. Pure. */

/** `seenMs`: the latest time (Unix time) that was believed. `aheadMs`: for how long Hub has been running since the clock jumped ahead of it. */
export interface ClockRecord {
  readonly seenMs: number;
  readonly aheadMs: number;
}

const dayMs = 86_400_000;
/** A computer may be switched off for so long. */
export const longestGapMs = 7 * dayMs;
/** A clock that stays ahead for so long while Hub runs is right, or nobody minds: a wrong one is noticed within a day of work. */
export const confirmedAfterMs = dayMs;

/**
 * A clock that shows a time more than a week after the last one that was believed has jumped, or the computer was off. It is believed again once Hub has
 * been running for a day with it. A clock that was set back makes everything younger, and deletes nothing. `ranMs`: for how long Hub has been running
 * since the record was made. Without a record, the clock is believed.
 */
export function believedClock(
  record: ClockRecord | null,
  nowMs: number,
  ranMs: number,
): { readonly isBelieved: boolean; readonly record: ClockRecord } {
  const believed = { isBelieved: true, record: { seenMs: nowMs, aheadMs: 0 } };
  if (record === null || nowMs <= record.seenMs + longestGapMs) return believed;
  const aheadMs = record.aheadMs + ranMs;
  return aheadMs >= confirmedAfterMs ? believed : { isBelieved: false, record: { seenMs: record.seenMs, aheadMs } };
}
