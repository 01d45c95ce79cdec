/** A thread that makes one page of the logs: a million lines take seconds, during which the process that asks has other things to do. */
import { parentPort, workerData } from 'node:worker_threads';
import { diskReason } from '../../base/files/disk-error.ts';
import { failed } from '../../base/outcome.ts';
import { translationsInto } from '../../configuration/speak-language.ts';
import { speak } from '../../domain/language/say.ts';
import type { MadePage, ThreadOrder } from './export-logs.ts';
import { builtViewer, makeLogPage } from './log-pages.ts';

const { order, language } = workerData as ThreadOrder;
speak(language, translationsInto(language));
parentPort?.postMessage(tryMake());

function tryMake(): MadePage {
  const viewer = builtViewer();
  if (viewer === null) return failed('no-viewer');
  try {
    return makeLogPage(order, viewer, Date.now());
  } catch (error) {
    return failed('not-written', diskReason(error));
  }
}
