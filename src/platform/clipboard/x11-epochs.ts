/**
 * Whose answer is it? Pure.
 *
 * Most owners answer a conversion with whatever they have at that moment and no word about when they copied it, so the answer itself can't
 * tell whether it belongs to the copy that it was asked for. The protocol's numbers can. Every event carries the number of the last request
 * of ours that the server had processed, and the server passes a conversion on to whoever owns the selection when it processes it. So when
 * the selection changes hands with number `s`, a conversion with a number above `s` went to the successor, whatever we had in mind.
 *
 * One at or below `s` went to the old owner. That settles it when the successor is another program. When one program copies twice, though,
 * it may take the request from its queue after it has put its new content in place; only what it answered before it took the selection
 * again is certainly old. That holds for as long as an answer is due, even when others have owned the selection in between: so a copy that
 * is still being read hears of every later owner, and judges its conversions anew each time.
 */
import { sameClient, type XId } from '../x11/protocol.ts';

/** Who has the selection after a copy: the same program with its next copy, another one, or nobody. */
export type Successor = 'same-program' | 'other-program' | 'nobody';

/** How one owner's time ended: `seq` of the event that told of it, and who has the selection now. */
export interface TenureEnd {
  readonly seq: number;
  readonly successor: Successor;
}

/** A conversion at the moment when we hear of another owner. `answered`: its own owner's answer came before that event. */
export interface AskedConversion {
  readonly request: number;
  readonly answered: boolean;
}

/** True when what comes (or came) for the conversion belongs to the copy that it was asked for. */
export function belongsToCopy(conversion: AskedConversion, end: TenureEnd): boolean {
  if (conversion.request > end.seq) return false;
  return conversion.answered || end.successor !== 'same-program';
}

/** Who comes after `former` when the selection's owner is now the window `next` (0 for nobody). */
export function successorOf(former: XId, next: XId, resourceMask: number): Successor {
  if (next === 0) return 'nobody';
  return sameClient(former, next, resourceMask) ? 'same-program' : 'other-program';
}
