/** What the journal may keep, by what it takes already and what the disk has left. One place decides, and says how to mend it. */

export interface RoomFacts {
  /** What the journal takes, its large contents included. */
  readonly usedBytes: number;
  readonly diskBytes: number;
  readonly freeBytes: number;
  /** `journal.max_megabytes`; null where nobody set it. */
  readonly maxMegabytes: number | null;
}

export type Room =
  | { readonly kind: 'enough' }
  /** All is kept still. */
  | { readonly kind: 'nearly-full'; readonly why: string }
  /** Only what is small is kept. */
  | { readonly kind: 'small-only'; readonly why: string };

/** Contents up to this size are in the database itself, and are kept in any case. */
export const smallBytes: number = 128 * 1024;

const megabyte = 1_000_000;
/** Nobody fills this by hand within years; on a small disk it is a quarter of that. */
const usualQuotaBytes = 20_000 * megabyte;
/** The disk is everybody's: so much of it, or a twentieth where that is less, is left to the others. */
const reserveBytes = 200 * megabyte;
const warnedFrom = 0.9;

/** How much the journal may take. */
export function quotaBytes({ diskBytes, maxMegabytes }: Pick<RoomFacts, 'diskBytes' | 'maxMegabytes'>): number {
  return maxMegabytes === null ? Math.min(usualQuotaBytes, diskBytes / 4) : maxMegabytes * megabyte;
}

/** Small contents are kept in any case: they are what most copies are, and to lose none of these comes before any limit. */
export function roomOf(facts: RoomFacts): Room {
  const { usedBytes, diskBytes, freeBytes } = facts;
  const quota = quotaBytes(facts);
  const reserve = reserveOf(diskBytes);
  if (freeBytes < reserve)
    return {
      kind: 'small-only',
      why: `the disk has less than ${inWords(reserve)} left: contents over 128 KiB are not kept; make room on it`,
    };
  const mend = 'delete what is not needed, or raise journal.max_megabytes in hub.json';
  if (usedBytes >= quota)
    return { kind: 'small-only', why: `the journal has its ${inWords(quota)}: contents over 128 KiB are not kept; ${mend}` };
  if (usedBytes >= quota * warnedFrom)
    return {
      kind: 'nearly-full',
      why: `the journal has ${inWords(usedBytes)} of its ${inWords(quota)}, then keeps only small contents; ${mend}`,
    };
  return { kind: 'enough' };
}

/** What is to be said of it; null where there is enough. */
export function whyOf(room: Room): string | null {
  return room.kind === 'enough' ? null : room.why;
}

/** Whether a file of this size leaves the disk its reserve; a small one need not. */
export function leavesReserve({
  bytes,
  diskBytes,
  freeBytes,
}: { readonly bytes: number } & Pick<RoomFacts, 'diskBytes' | 'freeBytes'>): boolean {
  return bytes <= smallBytes || freeBytes - bytes >= reserveOf(diskBytes);
}

function reserveOf(diskBytes: number): number {
  return Math.min(reserveBytes, diskBytes / 20);
}

function inWords(bytes: number): string {
  return bytes < 1_000 * megabyte ? `${Math.round(bytes / megabyte)} MB` : `${(bytes / megabyte / 1_000).toFixed(1)} GB`;
}
