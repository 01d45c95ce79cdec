import { makeStyles } from '@griffel/react';
import { type JSX, useEffect, useMemo, useSyncExternalStore } from 'react';
import { mainFragment } from '../../../../contract/fragment-words.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { copyCounts } from '../copy-counts.ts';
import { FragmentList } from '../fragments/fragment-list.tsx';
import { RawDictionaries } from '../fragments/raw-dictionaries.tsx';
import { SourceCard } from '../fragments/source-card.tsx';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { historyRows } from '../rows/page-lists.ts';
import { countOf, knownRows, wholeList } from '../rows/sparse-rows.ts';
import { EmptyMessage, FirstSteps } from './empty-message.tsx';
import { showSection } from './show-section.ts';
import { CardSkeleton } from './waiting.tsx';

const useStyles = makeStyles({
  alone: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 0 auto',
    gap: '12px',
    '--hubPreview': 'none',
    '& > section': { display: 'flex', flexDirection: 'column', flex: '1 0 auto' },
    // The content takes what the other rows leave.
    '& > section > [data-content]': { flex: '1 0 auto' },
  },
});

/** Now shows the latest ones; the history has all of them. */
const earlierRows = 20;

type Of = { readonly view: PageView };

function Earlier({ view }: Of): JSX.Element | null {
  const { rows, isFailing } = useSyncExternalStore(historyRows.subscribe, historyRows.shown);
  const current = new Set(view.window.ClipboardFragments.map((fragment) => fragment.id));
  const gap = rows.parts.findIndex(({ kind }) => kind === 'gap');
  // Rows below a gap are not the latest.
  const latest = knownRows({ parts: rows.parts.slice(0, gap === -1 ? undefined : gap) });
  const earlier = latest
    .slice(0, earlierRows + current.size)
    .filter((row) => !current.has(row.id))
    .slice(0, earlierRows);
  const ids = earlier.map(({ id }) => id).join();
  const below = earlier.length < earlierRows ? rows.parts[gap] : undefined;
  const oldest = below === undefined ? Number(earlier.at(-1)?.id ?? Number.MAX_SAFE_INTEGER) : below.to - 1;
  useEffect(() => historyRows.see('Earlier', { newest: Number.POSITIVE_INFINITY, oldest }), [oldest]);
  useEffect(() => () => historyRows.see('Earlier', null), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rows` has the rows themselves
  const list = useMemo(() => ({ rows: wholeList(earlier), first: [], isFailing }), [rows, ids, isFailing]);
  if (earlier.length === 0) return null;
  return (
    <>
      <FragmentList
        label={say('Earlier')}
        list={list}
        aside={copyCounts(view.capture)}
        expanded={view.expanded}
        beside={view.window.ClipboardFragments}
      />
      {countOf(rows) > earlier.length + current.size ? (
        <div>
          <Button size="small" appearance="subtle" onClick={() => showSection('history')}>
            {say('Show all history')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Clipboard({ view }: Of): JSX.Element | null {
  const { state } = view.connection;
  const hasContent = mainFragment(view.window.ClipboardFragments) !== undefined;
  if (!hasContent && state === 'connecting') return <CardSkeleton />;
  if (view.isEmpty) return <EmptyMessage view={view} />;
  return hasContent || state === 'connected' ? <SourceCard view={view} /> : null;
}

/** What is on the clipboard, in as much detail as the panel state shows. */
export function Now({ view }: Of): JSX.Element {
  const surfaces = useSharedStyles();
  const styles = useStyles();
  const { panel, raw } = view;
  const clipboard = <Clipboard view={view} />;
  const steps = view.isFirstDay && !view.isEmpty ? <FirstSteps view={view} isBelowCopy /> : null;
  // Nothing is below it: it has all of the window, and leads to the earlier copies.
  if (panel < 3 && !view.isEmpty)
    return (
      <div className={styles.alone}>
        {clipboard}
        {steps}
        <div>
          <Button size="small" appearance="subtle" onClick={() => showSection('history')}>
            {say('Show all history')}
          </Button>
        </div>
      </div>
    );
  return (
    <>
      {clipboard}
      {steps}
      {panel >= 4 && raw.length > 0 ? (
        <>
          <h2 className={surfaces.headline}>{say('Raw values')}</h2>
          <RawDictionaries raw={raw} isOpen />
        </>
      ) : null}
      {panel >= 3 ? <Earlier view={view} /> : null}
    </>
  );
}
