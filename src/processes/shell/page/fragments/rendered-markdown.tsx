/** Copied Markdown as it reads: its tree is drawn by the same table of elements as copied HTML, without a single attribute. */
import { createElement, type JSX, type ReactNode } from 'react';
import { withoutHarmfulCharacters } from '../../../../domain/view/shown-text.ts';
import type { MarkdownNode } from '../markdown/markdown-tree.ts';
import { useMarkdown } from '../markdown/use-markdown.ts';
import { describedPicture, FormattedText, namedElement } from './rendered-html.tsx';

function drawn(node: MarkdownNode, key: number): readonly ReactNode[] {
  if (typeof node === 'string') return [withoutHarmfulCharacters(node)];
  if (node.name === 'img') return [describedPicture(node.note)];
  const parts = namedElement(node.name, key, node.children.flatMap(drawn));
  return node.note === '' ? parts : [...parts, ` (${node.note})`];
}

/** Its text until it is read, and if that takes too long. */
export function RenderedMarkdown({ markdown }: { readonly markdown: string }): JSX.Element {
  const parts = useMarkdown(markdown);
  return (
    <FormattedText parts={parts === null ? [createElement('pre', { key: 0 }, withoutHarmfulCharacters(markdown))] : parts.flatMap(drawn)} />
  );
}
