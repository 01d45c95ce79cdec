/** What the process that reads documents may not do, beyond the flags that it is started with; and the thread that watches it. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import { memorySignal } from '../../extraction/reader-messages.ts';
import { prepareDecoding } from '../../extraction/reading/recognition/decoding/picture.ts';

/** Ends with this status for a fault of its own: what its documents do to it is no such end. */
export const faultStatus = 70;

/**
 * Call first, and once: a document that takes the process over finds no thread, program, file or address that it could write with. There is one thread
 * for a picture from now on, so the process reads one picture (`extractor.ts`).
 */
export function confine(): void {
  // At most so much memory of WebAssembly, in its pages of 64 KiB (350 MB): the flag of the command line would count for what Node compiles too.
  setFlagsFromString('--wasm-max-mem-pages=5600');
  const watch = new Worker(new URL('./watch-thread.ts', import.meta.url), {
    workerData: {
      parent: process.ppid,
      memoryBytes: extractionLimits.memoryBytes - extractionLimits.memoryOvershootBytes,
      // Windows has no such signal.
      memorySignal: process.platform === 'win32' ? 'SIGKILL' : memorySignal,
    },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  watch.unref();
  watch.on('error', () => process.exit(faultStatus));
  prepareDecoding();
  // A worker that is started with its own `execArgv` has no permission model (Node 26): there is none after this one.
  process.permission.drop('worker');
}
