/** The thread that presses keys: one connection, one paste at a time. It ends when its owner ends it, or with its display. */
import { parentPort, workerData } from 'node:worker_threads';
import { connectX } from '../../x11/connection.ts';
import type { XTest } from '../../x11/protocol.ts';
import type { KeyCombination, PasteOutcome } from '../interface.ts';
import { type PasteParts, pasteInto } from './paste-into.ts';

export interface PasteOrder {
  readonly window: number;
  /** Null: the window is only made active. */
  readonly keys: KeyCombination | null;
}

/** `workerData` of the thread. */
export interface PasteThreadData {
  readonly display: string;
  readonly authorityFile: string | undefined;
}

/** Before the first order; null where there is no such display, or it has no XTEST. */
async function open({ display, authorityFile }: PasteThreadData): Promise<PasteParts | null> {
  const opened = await connectX(display, authorityFile);
  if (!opened.ok) return null;
  const connection = opened.value;
  const [test, activeWindow] = await Promise.all([
    connection.request<XTest | undefined>((client, reply) => client.require('xtest', reply)),
    connection.internAtom('_NET_ACTIVE_WINDOW'),
  ]);
  if (test && activeWindow !== null) return { connection, test, activeWindow };
  await connection.close();
  return null;
}

/** The first message: whether keys can be pressed. Orders come after it. */
export type PasteReady = 'ready' | 'not-ready';

const parts = open(workerData as PasteThreadData);
void parts.then((opened) => parentPort?.postMessage((opened === null ? 'not-ready' : 'ready') satisfies PasteReady));
parentPort?.on('message', async ({ window, keys }: PasteOrder) => {
  const opened = await parts;
  const outcome: PasteOutcome = opened === null ? 'unavailable' : await pasteInto(opened, window, keys);
  parentPort?.postMessage(outcome);
});
