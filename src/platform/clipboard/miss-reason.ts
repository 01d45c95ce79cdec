/** How reading a copy ended, and the reason that is reported for a missed one. Pure. */
import type { MissReason, Representation } from './interface.ts';

/** How one content ended. `void`: the answer belongs to another copy; `gone`: the owner has exited; `unexpected`: an unexpected exception. */
export type ReadEnd = 'received' | 'refused' | 'void' | 'silent' | 'gone' | 'too-large' | 'not-written' | 'unexpected';

/** The outcome of one planned representation. */
export type ReadRepresentation =
  | { readonly representation: Representation }
  | { readonly lost: ReadEnd; readonly mediaType: string }
  | { readonly empty: true };

/** How a copy ended from which nothing is kept. */
export type LostEnd = ReadEnd | 'nothing-usable';

/** Nobody pastes within this time of a copy. What lay on the clipboard for longer was lost by whoever should have read it. */
const passesByMs = 1_000;

/** `hasSuccessor`: something else was copied by then. `lastedMs`: for how long it was on the clipboard. */
export function missReason(end: LostEnd, hasSuccessor: boolean, lastedMs: number): MissReason {
  if ((end === 'void' || end === 'gone') && lastedMs > passesByMs) return 'gone-unread';
  if (end === 'void' || end === 'gone') return hasSuccessor ? 'replaced' : 'owner-gone';
  const reasons = { received: 'nothing-usable', silent: 'owner-silent', refused: 'owner-refused' } as const;
  return end === 'received' || end === 'silent' || end === 'refused' ? reasons[end] : end;
}

/** Why a copy without any content is missed: the most informative of the outcomes. What failed of itself was lost before the next copy came. */
export function worstEnd(obtained: readonly ReadRepresentation[]): LostEnd {
  const byWeight: readonly ReadEnd[] = ['unexpected', 'too-large', 'not-written', 'silent', 'void', 'gone', 'refused'];
  const ends = obtained.flatMap((each) => ('lost' in each ? [each.lost] : []));
  return byWeight.find((end) => ends.includes(end)) ?? 'nothing-usable';
}
