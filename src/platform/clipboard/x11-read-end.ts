/** How reading a copy came to its end, and what is said of one that is missed. Pure. */
import type { MissReason, Representation } from './interface.ts';
import type { ConversionEnd } from './x11-conversion.ts';
import type { TenureEnd } from './x11-epochs.ts';

/** What became of one planned representation. */
export type Obtained =
  | { readonly representation: Representation }
  | { readonly lost: ConversionEnd; readonly mediaType: string }
  | { readonly empty: true };

/** How a copy ended of which nothing is kept. */
export type LostEnd = ConversionEnd | 'nothing-usable';

export function missReason(end: LostEnd, tenureEnd: TenureEnd | null): MissReason {
  const hasSuccessor = tenureEnd !== null && tenureEnd.successor !== 'nobody';
  if (end === 'void' || end === 'gone') return hasSuccessor ? 'replaced' : 'owner-gone';
  const reasons = { received: 'nothing-usable', silent: 'owner-silent', refused: 'owner-refused' } as const;
  return end === 'received' || end === 'silent' || end === 'refused' ? reasons[end] : end;
}

/** Why a copy of which nothing came is lost: the reason that says most about what became of it. */
export function worst(obtained: readonly Obtained[]): LostEnd {
  const byWeight: readonly ConversionEnd[] = ['unexpected', 'void', 'too-large', 'not-written', 'silent', 'gone', 'refused'];
  const ends = obtained.flatMap((each) => ('lost' in each ? [each.lost] : []));
  return byWeight.find((end) => ends.includes(end)) ?? 'nothing-usable';
}
