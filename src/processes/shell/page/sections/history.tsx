import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { copyCounts } from '../copy-counts.ts';
import { FragmentList } from '../fragments/fragment-list.tsx';
import { Button } from '../frame/button.tsx';
import { Heading } from '../frame/heading.tsx';
import type { VisibleNumbers } from '../rows/next-rows-question.ts';
import { foundRows, historyRows } from '../rows/page-lists.ts';
import { hasNone, knownRows } from '../rows/sparse-rows.ts';
import { typeSearch, useTypedSearch } from '../search/search-typing.ts';
import { EmptyMessage } from './empty-message.tsx';
import { CardSkeleton } from './waiting.tsx';

const useStyles = makeStyles({
  nothing: { padding: '48px 24px', textAlign: 'center', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

interface NoRowsProps {
  readonly view: PageView;
  readonly isSearch: boolean;
  /** It is known that there are none. */
  readonly isKnown: boolean;
}

/** While the core is lost, it is unknown whether there are none. */
function NoRows({ view, isSearch, isKnown }: NoRowsProps): JSX.Element | null {
  const styles = useStyles();
  if (view.connection.state === 'connecting') return <CardSkeleton />;
  if (view.connection.state === 'lost' || !isKnown) return null;
  if (!isSearch || view.capture.state === 'private') return <EmptyMessage view={view} />;
  const { query } = view.search;
  return <div className={styles.nothing}>{say('Nothing found for “{query}” in the whole history', { query })}</div>;
}

/** The top of a list, with nothing below it. */
const top: VisibleNumbers = { newest: Number.POSITIVE_INFINITY, oldest: Number.MAX_SAFE_INTEGER };

/** Every copy that is kept; during a search, its results. */
export function History({ view }: { readonly view: PageView }): JSX.Element {
  const { query } = view.search;
  const isSearch = query !== '';
  const list = isSearch ? foundRows(query) : historyRows;
  const shown = useSyncExternalStore(list.subscribe, list.shown);
  const onSight = useCallback((who: string, sight: VisibleNumbers | null) => list.see(who, sight), [list]);
  // Even without rows, and so without a list: there may be some by now.
  useEffect(() => {
    list.see('top', top);
    return () => list.see('top', null);
  }, [list]);
  const isEmpty = knownRows(shown.rows).length === 0;
  const isKnown = hasNone(shown.rows);
  // Of another search than the one that is typed by now, it is not said that it found nothing: the next answer may find something.
  const isOld = useTypedSearch(query).trim() !== query;
  return (
    <>
      <Heading title={isSearch ? say('Results for “{query}”', { query }) : say('History')}>
        {isSearch ? (
          <Button size="small" onClick={() => typeSearch('')}>
            {say('Clear search')}
          </Button>
        ) : (
          copyCounts(view.capture)
        )}
      </Heading>
      {isEmpty ? <NoRows view={view} isSearch={isSearch} isKnown={isKnown && !(isSearch && isOld)} /> : null}
      {isKnown ? null : (
        <FragmentList
          key={isSearch ? `found ${query}` : 'history'}
          label={isSearch ? say('Found') : say('History')}
          list={shown}
          onSight={onSight}
          read={list.rowsWithin}
          isGrouped={!isSearch}
          expanded={view.expanded}
        />
      )}
    </>
  );
}
