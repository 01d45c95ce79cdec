/** Has the pasteboard: an owner that writes only when asked is waited for here, and not where copies are kept. */
import { parentPort } from 'node:worker_threads';
import { type FrontProgram, openFrontProgram } from '../../macos/front-program.ts';
import { type Koffi, ObjectiveC, openObjcRuntime } from '../../macos/objective-c.ts';
import type { ThreadReport } from '../kept/thread-messages.ts';
import { Pasteboard } from './pasteboard.ts';
import { servePasteboard } from './serve-pasteboard.ts';

if (parentPort !== null) {
  try {
    const runtime = openObjcRuntime('AppKit');
    servePasteboard({ ...tryOpenFront(runtime.koffi), pasteboard: new Pasteboard(new ObjectiveC(runtime)), port: parentPort });
  } catch {
    parentPort.postMessage({ is: 'ready', fails: 'unsupported' } satisfies ThreadReport);
  }
}

/** Copies without a known program are better than none: `GetFrontProcess` is old, and may be gone one day. */
function tryOpenFront(koffi: Koffi): FrontProgram {
  try {
    return openFrontProgram(koffi);
  } catch {
    return { front: () => null, idleSeconds: () => 0 };
  }
}
