import { Button } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { PageView } from '../../../contract/shell-page.ts';
import { counts } from './counts.ts';
import { Empty } from './empty.tsx';
import { FragmentList } from './fragment-list.tsx';
import { send } from './hub.ts';
import { mainFragment } from './main-fragment.ts';
import { Raw } from './raw.tsx';
import { SourceCard } from './source-card.tsx';
import { useSurfaces } from './surfaces.ts';
import { CardSkeleton } from './waiting.tsx';

/** Now shows the last ones; the history has them all. */
const earlierRows = 20;

type Of = { readonly view: PageView };

function Earlier({ view }: Of): JSX.Element | null {
  const current = new Set(view.window.ClipboardFragments.map((fragment) => fragment.id));
  const earlier = view.history.rows.filter((row) => !current.has(row.id));
  if (earlier.length === 0) return null;
  const isCut = earlier.length > earlierRows || view.history.hasMore;
  return (
    <>
      <FragmentList
        label="Earlier"
        list={{ rows: earlier.slice(0, earlierRows), hasMore: false }}
        aside={counts(view.capture)}
        expanded={view.expanded}
      />
      {isCut ? (
        <div>
          <Button size="small" appearance="subtle" onClick={() => send({ kind: 'show', section: 'history' })}>
            All of the history
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Clipboard({ view }: Of): JSX.Element | null {
  const { state } = view.connection;
  const hasContent = mainFragment(view.window) !== undefined;
  if (!hasContent && state === 'connecting') return <CardSkeleton />;
  if (view.isEmpty) return <Empty view={view} />;
  return hasContent || state === 'connected' ? <SourceCard view={view} /> : null;
}

/** What is on the clipboard, as far as the panel is open. */
export function Now({ view }: Of): JSX.Element {
  const surfaces = useSurfaces();
  const { panel, raw } = view;
  return (
    <>
      <Clipboard view={view} />
      {panel >= 4 && raw.length > 0 ? (
        <>
          <h2 className={surfaces.headline}>Raw values</h2>
          <Raw raw={raw} isOpen />
        </>
      ) : null}
      {panel >= 3 ? <Earlier view={view} /> : null}
    </>
  );
}
