/** Memory that only starting needed: modules are compiled and evaluated once, and leave garbage that V8 would keep until its heap is full. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects it once, `afterMs` from now, and gives the pages back to the system: 2 to 4 MB of each process, for a pause of some 20 ms. A
 * process that lives all day and holds little never comes to the collection that would do it.
 */
export function releaseStartMemory(afterMs: number): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: (options: { type: 'major'; flavor: 'last-resort' }) => void = runInNewContext('gc');
    collect({ type: 'major', flavor: 'last-resort' });
  }, afterMs).unref();
}
