/** A text with its paragraphs, lists, tables and emphasis, by the HTML that it was copied with, which is read when somebody wants to see it. */
import { type JSX, useEffect, useState } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { RenderedHtml } from './rendered-html.tsx';

const withinMs = 10_000;

/** What there is to show: null until that is known, and an empty text if it can't be read. */
function useHtmlOf(fragmentId: string): string | null {
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    fetch(`html/${fragmentId}`, { signal: AbortSignal.any([left.signal, AbortSignal.timeout(withinMs)]), cache: 'no-store' })
      .then(async (answer) => (answer.ok ? await answer.text() : ''))
      .catch(() => '')
      .then((text) => {
        if (!left.signal.aborted) setHtml(text);
      });
    return () => left.abort();
  }, [fragmentId]);
  return html;
}

export function CopiedHtml({ fragmentId }: { readonly fragmentId: string }): JSX.Element | null {
  const surfaces = useSharedStyles();
  const html = useHtmlOf(fragmentId);
  if (html === null) return null;
  return html === '' ? <span className={surfaces.second}>{say('It cannot be shown formatted')}</span> : <RenderedHtml html={html} />;
}
