/**
 * The judge thread: examines content for the core, one question at a time. It must never write: if it is late, it is killed wherever it is. It
 * imports no schemas and no log, for which its heap has no room.
 */
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { releaseMemory } from '../../../base/memory.ts';
import type { CacheDocument } from '../../../contract/documents/cache.ts';
import { shippedModel } from '../../../domain/detect/learned/model.ts';
import { DetectionCache } from './detection-cache.ts';
import {
  type AnnotationQuestion,
  annotationSecretOf,
  type FragmentQuestion,
  identifyText,
  type JudgeRequest,
  judge,
  type SecretQuestion,
  type StageOver,
  secretOf,
  type TextQuestion,
} from './judge.ts';
import type { FromThread, StageTimes, ToThread } from './judge-thread.ts';

/** Of the last question. */
let limits: CacheDocument = { max_detection_cache: 0, max_file_cache: 0 };
const knowing = new DetectionCache(() => limits);

function answer({ kind, question, cacheLimits }: JudgeRequest, over: StageOver): unknown {
  limits = cacheLimits;
  if (kind === 'fragment') return judge(question as FragmentQuestion, knowing, over);
  if (kind === 'annotation') return annotationSecretOf(question as AnnotationQuestion);
  if (kind === 'text') return identifyText(question as TextQuestion, knowing);
  return secretOf(question as SecretQuestion);
}

const say = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', async ({ id, request }: ToThread) => {
  try {
    const stages: StageTimes = {};
    let sinceMs = performance.now();
    const given = await answer(request, (stage) => {
      const nowMs = performance.now();
      stages[stage] = nowMs - sinceMs;
      sinceMs = nowMs;
    });
    say({ id, answer: given, stages, figures: knowing.figures });
  } catch (error) {
    say({ id, threw: error instanceof Error ? error : new Error('no error was thrown') });
  }
});
shippedModel(); // so that the first content does not wait for it under its deadline
say({ isReady: true });
releaseMemory(3_000);
flushCompileCache(); // stripping the sources of their types again would cost each thread 15 MB
