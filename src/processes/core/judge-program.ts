/**
 * The judge's thread: looks into content for the core, one question at a time. It must never write: whoever finds it late ends it where it is.
 */
import { parentPort } from 'node:worker_threads';
import { errorCode, errorOrigin } from '../../base/log.ts';
import { releaseStartMemory } from '../../base/start-memory.ts';
import { cacheDocument } from '../../contract/documents.ts';
import { shippedModel } from '../../domain/detect/model.ts';
import {
  type FragmentQuestion,
  type IndexQuestion,
  identifyText,
  type JudgeRequest,
  judge,
  plainIndex,
  type TextQuestion,
} from './judge.ts';
import type { FromThread, ToThread } from './judge-thread.ts';
import { Knowing } from './knowing.ts';

let limits = cacheDocument.parse({});
const knowing = new Knowing(() => limits);

function answer({ kind, question, cacheLimits }: JudgeRequest): unknown {
  limits = cacheLimits;
  if (kind === 'fragment') return judge(question as FragmentQuestion, knowing);
  if (kind === 'text') return identifyText(question as TextQuestion, knowing);
  return plainIndex(question as IndexQuestion);
}

const say = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', async ({ id, request }: ToThread) => {
  try {
    say({ id, answer: await answer(request), figures: knowing.figures });
  } catch (error) {
    say({ id, threw: { code: errorCode(error), origin: errorOrigin(error) } });
  }
});
shippedModel(); // the first content is not to wait for it under its deadline
releaseStartMemory(3_000);
say({ isReady: true });
