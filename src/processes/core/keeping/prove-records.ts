/** Has the records of retention proven in a thread: the event loop and the writer of the journal go on meanwhile. */
import { Worker } from 'node:worker_threads';
import type { Outcome } from '../../../base/outcome.ts';
import type { ProveOrder, ProveOutcome } from '../../../journal/retention/prove-thread.ts';
import type { ProvenEnd } from '../../../journal/retention/proven-end.ts';
import type { RunFailure } from '../../../journal/retention/run.ts';

/** Millions of records do not take so long. */
const provesWithinMs = 600_000;

export interface ProvingThread {
  readonly program: URL;
  readonly withinMs: number;
  /** The usual limit of Node, if there is none. */
  readonly limitMb?: number;
}

const usual: ProvingThread = {
  program: new URL('../../../journal/retention/prove-thread.ts', import.meta.url),
  withinMs: provesWithinMs,
};

/**
 * The end of the records, or why no run may begin. Rejects with an error that has the `code` of the disk's or of SQLite's, or none, also if the thread ends
 * without an answer, throws, has no memory left or is late: nothing may be deleted then, and it is tried again.
 */
export async function provenEnd(
  order: ProveOrder,
  { program, withinMs, limitMb }: ProvingThread = usual,
): Promise<Outcome<ProvenEnd, RunFailure>> {
  const resourceLimits = limitMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: limitMb } };
  const thread = new Worker(program, { workerData: order, ...resourceLimits });
  const deadline = AbortSignal.timeout(withinMs);
  const proven = Promise.withResolvers<ProveOutcome>();
  const failed = (): void => proven.reject(new Error('the records could not be proven'));
  thread.once('message', proven.resolve);
  thread.once('error', failed);
  thread.once('exit', failed);
  deadline.addEventListener('abort', failed);
  try {
    const outcome = await proven.promise;
    if ('code' in outcome) throw Object.assign(new Error('the records could not be proven'), { code: outcome.code });
    return outcome;
  } finally {
    deadline.removeEventListener('abort', failed);
    void thread.terminate();
  }
}
