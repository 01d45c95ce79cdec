/** Memory of a process that holds little and lives all day. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8's flags for each process of Hub: a small young generation; and no collections while nothing happens, since what starting leaves is given
 * back by `releaseMemory` (half a minute of idling would cost 50 ms in each).
 */
export const memoryFlags: readonly string[] = ['--max-semi-space-size=1', '--no-memory-reducer'];

/**
 * For glibc's malloc (mallopt(3)), as an environment. All threads of a process share one arena, since ours ask for little and never for long: else what
 * is freed in one thread's arena is of no use to another (2 MB a process, 6 MB of the core). And what is large always goes back to the system when
 * it is freed, while malloc would keep it for the next one from the first time on.
 */
export const leanMalloc: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

let due: NodeJS.Timeout | undefined;

/** What a thread leaves to its process is held for the next one for 8 s: before that, it is not given back. */
export const afterThreadMs = 10_000;

/**
 * Collects garbage `afterMs` from now, once however often it was asked for until then, and gives the pages back to the system. Modules are compiled
 * and evaluated once, and leave garbage that V8 would keep until its heap is full: 2 to 4 MB of each process, for a pause of some 20 ms. So do a
 * thread that has ended (6 MB) and a burst of copies. A process that lives all day and holds little never comes to the collection that would do it.
 */
export function releaseMemory(afterMs: number): void {
  clearTimeout(due);
  due = setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: (options: { type: 'major'; flavor: 'last-resort' }) => void = runInNewContext('gc');
    collect({ type: 'major', flavor: 'last-resort' });
  }, afterMs).unref();
}
