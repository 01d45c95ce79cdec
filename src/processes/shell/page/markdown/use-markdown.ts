/** The parts of a Markdown text, asked of a worker of its own, which ends with the answer or after a short time. */
import { useEffect, useState } from 'react';
import type { MarkdownNode } from './markdown-tree.ts';

/** With the start of the worker. */
const answeredWithinMs = 1_500;

/** Null until they are known, and if there is no answer in time. */
export function useMarkdown(text: string): readonly MarkdownNode[] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly parts: readonly MarkdownNode[] } | null>(null);
  useEffect(() => {
    let worker: Worker | null = null;
    const end = (): void => worker?.terminate();
    const timer = setTimeout(end, answeredWithinMs);
    try {
      worker = new Worker(new URL('./markdown-worker.ts', import.meta.url));
      worker.onmessage = ({ data }: MessageEvent<readonly MarkdownNode[]>) => {
        clearTimeout(timer);
        setKnown({ of: text, parts: data });
        end();
      };
      worker.postMessage(text);
    } catch {
      // A web view without workers shows the text.
    }
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [text]);
  return known?.of === text ? known.parts : null;
}
