/** The thread that finds the text of copied HTML, once. It is ended if it is late: nesting that a stranger wrote may take its parser very long. */
import { parentPort, workerData } from 'node:worker_threads';
import { addMarkupText } from '../../../extraction/reading/markup-text.ts';
import { encodingOf } from '../../../extraction/reading/text-encoding.ts';
import { TextParts } from '../../../extraction/reading/text-parts.ts';

const html = workerData as Uint8Array;
const text = new TextParts();
addMarkupText(new TextDecoder(encodingOf(html) ?? 'utf-8').decode(html), text);
parentPort?.postMessage(text.isCut ? '' : text.toString().trimEnd());
