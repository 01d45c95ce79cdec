/** A refusal that is given while the client may still be sending: answered at once, then listened to for a moment, then closed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemReason } from '../contract/problem.ts';
import { writeAnswer } from './http-answer.ts';

export interface LingerLimits {
  readonly stillMs: number;
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

/**
 * Answers a problem and closes the connection, so that what is left of an unread body is never taken for a request. Closing a socket with
 * unread bytes resets it, and a reset can overtake the answer: so the whole answer is written, what still comes is thrown away for
 * `lingerMs` or `lingerBytes`, and only then does the response end.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, reason: ProblemReason, limits: LingerLimits): void {
  const mayStillSend = !request.complete && !request.destroyed;
  writeAnswer(request, response, { kind: 'problem', reason }, mayStillSend ? 'linger' : 'close', limits.stillMs);
  if (mayStillSend) discardRest(request, limits, () => response.end());
}

function discardRest(request: IncomingMessage, limits: LingerLimits, finish: () => void): void {
  let leftBytes = limits.lingerBytes;
  const stop = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', stop).off('close', stop);
    finish();
  };
  const count = (chunk: Buffer): void => {
    leftBytes -= chunk.byteLength;
    if (leftBytes < 0) stop();
  };
  const timer = setTimeout(stop, limits.lingerMs);
  request.on('data', count).once('end', stop).once('close', stop).resume();
}
