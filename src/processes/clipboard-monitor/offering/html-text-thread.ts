/** The thread that finds the texts of copied HTML, once. It is ended if it is late: nesting that a stranger wrote may take its parser very long. */
import { parentPort, workerData } from 'node:worker_threads';
import { addMarkupText } from '../../../extraction/reading/markup-text.ts';
import { encodingOf } from '../../../extraction/reading/text-encoding.ts';
import { TextParts } from '../../../extraction/reading/text-parts.ts';

/** `longest`: of all texts together, in UTF-16 units. */
interface HtmlToRead {
  readonly htmls: readonly Uint8Array[];
  readonly longest: number;
}

/** Null if together they are longer: a part would be pasted as if it were all. */
function textsOf({ htmls, longest }: HtmlToRead): readonly string[] | null {
  const texts: string[] = [];
  let left = longest;
  for (const html of htmls) {
    const text = new TextParts(left);
    addMarkupText(new TextDecoder(encodingOf(html) ?? 'utf-8').decode(html), text);
    if (text.isCut) return null;
    texts.push(text.toString().trimEnd());
    left -= text.length;
  }
  return texts;
}

parentPort?.postMessage(textsOf(workerData as HtmlToRead));
