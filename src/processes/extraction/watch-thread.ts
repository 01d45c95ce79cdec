/**
 * A thread beside the one that reads, which may hang in a document: it kills the process when the one that started it is gone, and when it takes more
 * memory than it may, also where nobody outside can see that, or is too busy to.
 */
import { workerData } from 'node:worker_threads';

/** Whoever started it looks as often, unless it is busy. */
const lookEveryMs = 20;

const { parent, memoryBytes, memorySignal } = workerData as {
  readonly parent: number;
  readonly memoryBytes: number;
  readonly memorySignal: NodeJS.Signals;
};
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  else if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, memorySignal);
}, lookEveryMs);
