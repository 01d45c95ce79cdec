/**
 * The indexer: a process of its own with the lowest priority, which reads the files of the WorkSpaces and writes the index. The settings host starts it
 * when there is something to do, kills it when it hangs, and ends it when it idles. It must never write into a WorkSpace, and never log a name.
 */
import { flushCompileCache } from 'node:module';
import os from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCode, errorOrigin } from '../../../base/log.ts';
import { ownPartOf } from '../../../configuration/own-part.ts';
import { isUnusable, openIndex, removeIndex } from '../../../file-index/index-database.ts';
import { setFact } from '../../../file-index/workspace-rows.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { killSelf } from '../../exit-process.ts';
import { CrashMarker } from './crash-marker.ts';
import type { FromIndexer, ToIndexer } from './indexer-messages.ts';
import { Refresh } from './refresh.ts';

/** At most so often it says that it works. */
const aliveEveryMs = 500;
/** Messages are let in so often. */
const turnEveryMs = 25;

const say = (message: FromIndexer): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};
/** On Linux the priority of its reading and writing follows from this one (ioprio_set(2)). */
try {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
} catch {} // it works all the same

const places = locatePlaces(readSurroundings(process.env));
const fail = (error: unknown): void => {
  say({ kind: 'failed', code: errorCode(error), origin: errorOrigin(error) });
  if (isUnusable(error)) removeIndex(places.index);
  process.exit(1);
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
process.on('disconnect', killSelf);
process.on('SIGINT', () => {}); // reaches the whole group; the parent ends this process

const index = openIndex(places.index);
const marker = new CrashMarker(index, places.indexing);
let workspaceId: string | null = null;
let isStopped = false;
let saidMs = 0;
let turnMs = 0;

const alive = (): void => {
  const nowMs = performance.now();
  if (nowMs - saidMs < aliveEveryMs) return;
  saidMs = nowMs;
  say({ kind: 'alive', workspaceId });
};
const breathe = (): boolean | Promise<boolean> => {
  alive();
  if (performance.now() - turnMs < turnEveryMs) return !isStopped;
  return nextTurn().then(() => {
    turnMs = performance.now();
    return !isStopped;
  });
};

process.on('message', (message: ToIndexer) => {
  if (message.kind === 'stop') {
    isStopped = true;
    return;
  }
  if (message.kind === 'watching') return setFact(index, 'watch', message.counts);
  isStopped = false;
  const refresh = new Refresh({
    index,
    marker,
    ownPart: (folder) => ownPartOf(folder, places),
    journal: { file: places.journal, blobs: places.blobs },
    order: message.order,
    alive,
    breathe,
    say,
    at: (id) => {
      workspaceId = id;
      saidMs = 0;
      alive();
    },
  });
  void refresh.run().then(say);
});
say({ kind: 'alive', workspaceId });
flushCompileCache();
