/** Hub's thread of the pasteboard, with GNUstep in place of AppKit, and one program that is always in front. */
import { parentPort } from 'node:worker_threads';
import { Pasteboard } from '../../../src/platform/clipboard/macos/pasteboard.ts';
import { servePasteboard } from '../../../src/platform/clipboard/macos/serve-pasteboard.ts';
import { ObjectiveC } from '../../../src/platform/macos/objective-c.ts';
import { gnustepRuntime } from './gnustep-runtime.ts';

if (parentPort !== null)
  servePasteboard({
    pasteboard: new Pasteboard(new ObjectiveC(gnustepRuntime())),
    port: parentPort,
    front: () => ({ pid: 7, executable: '/Applications/Editor.app/Contents/MacOS/Editor', title: null }),
    idleSeconds: () => 0,
  });
