/**
 * Which copy does an answer belong to? Pure.
 *
 * Most owners answer a conversion with the content that they have at that moment and do not say when they copied it, so the answer itself does not
 * show which copy it belongs to. The protocol's sequence numbers do. Every event carries the number of our last request that the server had
 * processed, and the server forwards a conversion to whoever owns the selection when it processes it. So if the selection changes owners with number
 * `s`, a conversion with a number above `s` went to the successor.
 *
 * One at or below `s` went to the old owner. That decides it if the successor is another program. If one program copies twice, though, it may take
 * the request from its queue after it has stored its new content; only what it answered before it took the selection again is certainly old. That
 * holds as long as an answer is pending, even if others owned the selection in between. So a copy that is still being read is told of every later
 * owner, and judges its conversions again each time.
 */
import { sameClient, type XId } from '../../x11/protocol.ts';

/** Who has the selection after a copy: the same program with its next copy, another program, or nobody. */
export type OwnerSuccessor = 'same-program' | 'other-program' | 'nobody';

/** How the ownership ended: `seq` of the event that reported it, and who has the selection now. */
export interface TenureEnd {
  readonly seq: number;
  readonly successor: OwnerSuccessor;
}

/** A conversion at the moment when another owner is reported. `answered`: its own owner's answer came before that event. */
export interface AskedConversion {
  readonly request: number;
  readonly answered: boolean;
}

/** True if the answer to the conversion belongs to the copy that it was requested for. */
export function belongsToCopy(conversion: AskedConversion, end: TenureEnd): boolean {
  if (conversion.request > end.seq) return false;
  return conversion.answered || end.successor !== 'same-program';
}

/** Who comes after `former` when the selection's owner is now the window `next` (0 for nobody). */
export function successorOf(former: XId, next: XId, resourceMask: number): OwnerSuccessor {
  if (next === 0) return 'nobody';
  return sameClient(former, next, resourceMask) ? 'same-program' : 'other-program';
}
