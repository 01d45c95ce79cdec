/**
 * Makes one page of the logs: its order comes as JSON at its standard input, and what has become of it goes to its standard output. It may hang with the disk of
 * the logs, and is killed then. The lines are in a thread, which ends with an error, and not with the process, if they need too much memory.
 */
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { errorCode } from '../../base/log.ts';
import { failed } from '../../base/outcome.ts';
import type { MadePage, ThreadOrder } from './export-logs.ts';

/** What is known of each line is outside of it. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const workerData = JSON.parse(await text(process.stdin)) as ThreadOrder;
const thread = new Worker(new URL('./page-thread.ts', import.meta.url), { workerData, resourceLimits });
const made = await new Promise<MadePage>((resolve) => {
  thread.once('message', resolve);
  thread.once('error', (error) => resolve(failed(errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-many' : 'not-written')));
  thread.once('exit', () => resolve(failed('not-written')));
});
process.stdout.write(JSON.stringify(made));
