/**
 * The process that reads documents: one at a time, for whoever started it, which watches its time and its memory and kills it. What it reads is anybody's
 * file, so it may write nothing, start nothing and connect to nothing; and no word of a document leaves it but in its answer.
 */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import type { ExtractionProgress } from '../../contract/extraction.ts';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import { type FromReader, lowestPriority, type ToReader } from '../../extraction/reader-messages.ts';
import { readDocument } from '../../extraction/reading/read-document.ts';
import { confine, faultStatus } from './confinement.ts';

/** More often is of no use to an eye. */
const progressEveryMs = 100;
/** So many parts has a page while it is recognized. */
const pageParts = 100;

const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = os.constants.priority;
setPriority(process.argv.includes(lowestPriority) ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
confine();

const say = (message: FromReader): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};
/** Before it works on something that lets nothing else run. */
const saidFirst = (message: FromReader): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
  });
process.on('uncaughtException', () => process.exit(faultStatus));
process.on('unhandledRejection', () => process.exit(faultStatus));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGINT', () => {}); // reaches the whole group; the parent ends this process

let last: Promise<unknown> = Promise.resolve();
process.on('message', (message: ToReader) => {
  last = last.then(() => (message.kind === 'read' ? read(message) : prepare(message)));
});

/** On Linux each thread has a priority, which new ones inherit. */
function setPriority(priority: number): void {
  try {
    os.setPriority(priority);
    if (process.platform === 'linux') for (const thread of readdirSync('/proc/self/task')) os.setPriority(Number(thread), priority);
  } catch {} // it works all the same
}

/** What cannot be prepared fails once there is a picture, with its reason. */
async function prepare({ languages, means }: Extract<ToReader, { kind: 'prepare' }>): Promise<void> {
  try {
    const { engineFor } = await import('../../extraction/reading/recognition/recognition.ts');
    await engineFor(languages, means.languages);
  } catch {}
}

async function read({ id, order: { path, content, options, address }, means }: Extract<ToReader, { kind: 'read' }>): Promise<void> {
  let [saidMs, recognizingMs] = [0, 0];
  let last: ExtractionProgress = { done: 0, of: 1 };
  const tell = (progress: ExtractionProgress): void => {
    if (performance.now() - saidMs < progressEveryMs) return;
    saidMs = performance.now();
    say({ kind: 'progress', id, progress });
  };
  const outcome = await readDocument({
    path,
    content,
    options,
    address,
    progress: (progress) => {
      last = progress;
      // A document that is read page by page, of which not all need that.
      tell({ ...progress, ...(recognizingMs > 0 && progress.of > 1 && { pages: progress }) });
    },
    recognize: async (picture, wanted, news) => {
      if (recognizingMs > extractionLimits.recognitionMs) return null;
      await saidFirst({ kind: 'recognizing', id, ...(news !== undefined && { news }) });
      const begunMs = performance.now();
      const { recognized } = await import('../../extraction/reading/recognition/recognition.ts');
      try {
        return await recognized(picture, wanted, means.languages, (part) =>
          tell({
            done: last.done * pageParts + Math.floor(part * pageParts),
            of: last.of * pageParts,
            ...(last.of > 1 && { pages: last }),
          }),
        );
      } finally {
        recognizingMs += performance.now() - begunMs;
        say({ kind: 'recognized', id });
      }
    },
  });
  say(outcome.ok ? { kind: 'text', id, extracted: outcome.value } : { kind: 'failed', id, reason: outcome.reason });
}
