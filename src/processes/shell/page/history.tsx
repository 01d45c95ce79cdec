import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { PageView } from '../../../contract/shell-page.ts';
import { counts } from './counts.ts';
import { Empty } from './empty.tsx';
import { FragmentList } from './fragment-list.tsx';
import { Heading } from './heading.tsx';
import { send } from './hub.ts';
import { CardSkeleton } from './waiting.tsx';

const useStyles = makeStyles({ nothing: { padding: '48px 24px', textAlign: 'center', color: tokens.colorNeutralForeground3 } });

/** A core that is lost has not said that there are none. */
function NoRows({ view, isSearch }: { readonly view: PageView; readonly isSearch: boolean }): JSX.Element | null {
  const styles = useStyles();
  if (view.connection.state === 'connecting') return <CardSkeleton />;
  if (view.connection.state === 'lost') return null;
  return isSearch ? <div className={styles.nothing}>Nothing found</div> : <Empty view={view} />;
}

/** Every copy that is kept; while something is looked for, what was found. */
export function History({ view }: { readonly view: PageView }): JSX.Element {
  const { query } = view.search;
  const isSearch = query !== '';
  const list = isSearch ? view.search : view.history;
  return (
    <>
      <Heading title={isSearch ? `Found for “${query}”` : 'History'}>
        {isSearch ? (
          <Button size="small" onClick={() => send({ kind: 'search', query: '' })}>
            Show all
          </Button>
        ) : (
          counts(view.capture)
        )}
      </Heading>
      {list.rows.length > 0 ? (
        <FragmentList label={isSearch ? 'Found' : 'History'} list={list} isGrouped={!isSearch} expanded={view.expanded} />
      ) : (
        <NoRows view={view} isSearch={isSearch} />
      )}
    </>
  );
}
