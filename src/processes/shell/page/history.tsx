import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { PageView } from '../../../contract/shell-page.ts';
import { FragmentList } from './fragment-list.tsx';
import { Heading } from './heading.tsx';
import { send } from './hub.ts';
import { CardSkeleton } from './waiting.tsx';

const useStyles = makeStyles({ nothing: { padding: '48px 24px', textAlign: 'center', color: tokens.colorNeutralForeground3 } });

/** Every copy that is kept; while something is looked for, what was found. */
export function History({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const { query } = view.search;
  const isSearch = query !== '';
  const list = isSearch ? view.search : view.history;
  const { captured, missed } = view.capture;
  return (
    <>
      <Heading title={isSearch ? `Found for “${query}”` : 'History'}>
        {isSearch ? (
          <Button size="small" onClick={() => send({ kind: 'search', query: '' })}>
            Show all
          </Button>
        ) : (
          `${captured} ${captured === 1 ? 'copy' : 'copies'} · ${missed} missed`
        )}
      </Heading>
      {list.rows.length > 0 ? <FragmentList label={isSearch ? 'Found' : 'History'} list={list} /> : null}
      {list.rows.length === 0 && view.connection.state === 'connecting' ? <CardSkeleton /> : null}
      {list.rows.length === 0 && view.connection.state !== 'connecting' ? (
        <div className={styles.nothing}>{isSearch ? 'Nothing found' : 'Copy something: it shows up here'}</div>
      ) : null}
    </>
  );
}
