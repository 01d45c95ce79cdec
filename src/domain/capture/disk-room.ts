/** What the journal may keep, by its size and the free space of the disk. One place decides, and says what to do. */
import { told } from '../language/say.ts';

export interface RoomFacts {
  /** The size of the journal, including its large contents. */
  readonly usedBytes: number;
  readonly diskBytes: number;
  readonly freeBytes: number;
  /** `journal.max_megabytes`; null if not set. */
  readonly maxMegabytes: number | null;
}

export type RoomVerdict =
  | { readonly kind: 'enough' }
  /** Everything is still kept. */
  | { readonly kind: 'nearly-full'; readonly why: string }
  /** Only small contents are kept. */
  | { readonly kind: 'small-only'; readonly why: string };

/** Contents up to this size are in the database itself, and are kept in any case. */
export const smallBytes: number = 128 * 1024;

const megabyte = 1_000_000;
/** Nobody fills this by hand within years; on a small disk the limit is a quarter of it. */
const usualQuotaBytes = 20_000 * megabyte;
/** Other programs share the disk: this much of it, or a twentieth if that is less, stays free. */
const reserveBytes = 200 * megabyte;
const warnedFrom = 0.9;

/** How much the journal may take. */
export function quotaBytes({ diskBytes, maxMegabytes }: Pick<RoomFacts, 'diskBytes' | 'maxMegabytes'>): number {
  return maxMegabytes === null ? Math.min(usualQuotaBytes, diskBytes / 4) : maxMegabytes * megabyte;
}

/** Small contents are always kept: most copies are small, and losing none of them comes before any limit. */
export function roomOf(facts: RoomFacts): RoomVerdict {
  const { usedBytes, diskBytes, freeBytes } = facts;
  const quota = quotaBytes(facts);
  const reserve = reserveOf(diskBytes);
  if (freeBytes < reserve)
    return {
      kind: 'small-only',
      why: told('the disk has less than {size} left: contents over 128 KiB are not kept; make room on it', { size: inWords(reserve) }),
    };
  const mend = told('delete what is not needed, or raise journal.max_megabytes in hub.json');
  if (usedBytes >= quota)
    return {
      kind: 'small-only',
      why: told('the journal has reached its limit of {size}: contents over 128 KiB are not kept; {mend}', { size: inWords(quota), mend }),
    };
  if (usedBytes >= quota * warnedFrom)
    return {
      kind: 'nearly-full',
      why: told('the journal has {used} of its {size}; at the limit only small contents are kept; {mend}', {
        used: inWords(usedBytes),
        size: inWords(quota),
        mend,
      }),
    };
  return { kind: 'enough' };
}

/** The sentence about it; null if there is enough room. */
export function whyOf(room: RoomVerdict): string | null {
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
