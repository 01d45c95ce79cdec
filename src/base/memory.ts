/** Memory of a process that holds little and lives all day. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8's flags for each process of Hub: a small young generation, and no collections while idle, because `releaseMemory` frees what starting left
 * behind (half a minute of idling would cost 50 ms in each process).
 */
export const memoryFlags: readonly string[] = ['--max-semi-space-size=1', '--no-memory-reducer'];

/**
 * For glibc's malloc (mallopt(3)), as an environment. All threads of a process share one arena, because ours allocate little and briefly: otherwise
 * memory freed in one thread's arena is of no use to another (2 MB per process, 6 MB in the core). And large blocks always go back to the system when
 * freed; by default malloc keeps them after the first time.
 */
export const leanMalloc: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

let due: NodeJS.Timeout | undefined;

/** A process holds the memory of an ended thread for the next one for 8 s: before that, it cannot be freed. */
export const afterThreadMs = 10_000;

/**
 * Collects garbage `afterMs` from now, once however often it is requested until then, and returns the pages to the system. Modules are compiled and
 * evaluated once, and leave garbage that V8 would keep until its heap is full: 2 to 4 MB in each process, for a pause of about 20 ms. So do an ended
 * thread (6 MB) and a burst of copies. A process that runs all day and holds little never reaches the collection that would free them.
 */
export function releaseMemory(afterMs: number): void {
  clearTimeout(due);
  due = setTimeout(collect, afterMs).unref();
}

/** Now, and all that can be: for what needs the memory of something large that is gone. */
export function collect(): void {
  setFlagsFromString('--expose-gc');
  const major: (options: { type: 'major'; flavor: 'last-resort' }) => void = runInNewContext('gc');
  major({ type: 'major', flavor: 'last-resort' });
}
