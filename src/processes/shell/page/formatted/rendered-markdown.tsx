/**
 * Copied Markdown as it reads: its tree is drawn by the same table of elements as copied HTML, without a single attribute. A worker finds it, which ends
 * with the answer or after a short time.
 */
import { createElement, type JSX, type ReactNode, useEffect, useState } from 'react';
import { withoutHarmfulCharacters } from '../../../../domain/view/shown-text.ts';
import type { MarkdownNode, MarkdownText } from '../markdown/markdown-tree.ts';
import { describedPicture, FormattedText, namedElement } from './rendered-html.tsx';

/** With the start of the worker. */
const answeredWithinMs = 1_500;

/** The parts of a text, asked of a worker of its own, which ends with the answer. Null until they are known, and if there is no answer in time. */
function useMarkdown(text: string): MarkdownText | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly tree: MarkdownText } | null>(null);
  useEffect(() => {
    let worker: Worker | null = null;
    const end = (): void => worker?.terminate();
    const timer = setTimeout(end, answeredWithinMs);
    try {
      worker = new Worker(new URL('../markdown/markdown-worker.ts', import.meta.url));
      worker.onmessage = ({ data }: MessageEvent<MarkdownText>) => {
        clearTimeout(timer);
        setKnown({ of: text, tree: data });
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
  return known?.of === text ? known.tree : null;
}

function drawn(node: MarkdownNode, key: number): readonly ReactNode[] {
  if (typeof node === 'string') return [withoutHarmfulCharacters(node)];
  if (node.name === 'img') return [describedPicture(node.note)];
  const parts = namedElement(node.name, key, node.children.flatMap(drawn));
  return node.note === '' ? parts : [...parts, ` (${node.note})`];
}

/** Its text until it is read, and if that takes too long. */
export function RenderedMarkdown({ markdown }: { readonly markdown: string }): JSX.Element {
  const tree = useMarkdown(markdown);
  if (tree === null) return <FormattedText parts={[createElement('pre', { key: 0 }, withoutHarmfulCharacters(markdown))]} isWhole />;
  return <FormattedText parts={tree.parts.flatMap(drawn)} isWhole={tree.isWhole} />;
}
