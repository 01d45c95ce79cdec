/** The colours of code: asked of the worker when a code is opened, which starts with the first one. Without an answer in time there are none. */
import { useEffect, useState } from 'react';
import type { ColouredSpan } from './coloured-spans.ts';
import type { ColoursQuestion } from './colours-worker.ts';

/** In UTF-16 units; the rest of a longer text stays without colours. */
const longestText = 20_000;
/** With the start of the worker. */
const answeredWithinMs = 1_500;
/** A web view without workers, or a text that takes too long, is not tried forever. */
const mostFailures = 3;

let worker: Worker | null = null;
let failures = 0;
/** One question at a time. */
let queue: Promise<unknown> = Promise.resolve();

function ask(question: ColoursQuestion): Promise<readonly ColouredSpan[]> {
  return new Promise((resolve) => {
    const end = (spans: readonly ColouredSpan[] | null): void => {
      clearTimeout(timer);
      if (spans === null) {
        failures += 1;
        worker?.terminate();
        worker = null;
      }
      resolve(spans ?? []);
    };
    const timer = setTimeout(() => end(null), answeredWithinMs);
    try {
      worker ??= new Worker(new URL('./colours-worker.ts', import.meta.url));
      worker.onmessage = ({ data }: MessageEvent<readonly ColouredSpan[]>) => end(data);
      worker.onerror = () => end(null);
      worker.postMessage(question);
    } catch {
      end(null);
    }
  });
}

/** Its parts; empty until they are known, and if there are none. Their lengths may add up to less than the text's. */
export function useColours(text: string, language: string): readonly ColouredSpan[] {
  const [known, setKnown] = useState<{ readonly of: string; readonly spans: readonly ColouredSpan[] } | null>(null);
  useEffect(() => {
    if (language === '' || text === '' || failures >= mostFailures) return;
    let isWanted = true;
    queue = queue.then(async () => {
      if (!isWanted || failures >= mostFailures) return;
      const spans = await ask({ text: text.slice(0, longestText), language });
      if (isWanted) setKnown({ of: text, spans });
    });
    return () => {
      isWanted = false;
    };
  }, [text, language]);
  return known?.of === text ? known.spans : [];
}
