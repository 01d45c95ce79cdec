/** From a text to the picture, the files or the formatted copy that it was taken out of, and back. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { FragmentLink } from '../../../../contract/page-rows/row-looks.ts';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  link: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' },
  first: { marginLeft: '-8px' },
});

/** The history shows the other one, expanded. */
function show(fragmentId: string): void {
  sendCommand({ kind: 'search', query: '' });
  sendCommand({ kind: 'show', section: 'history' });
  sendCommand({ kind: 'expand', fragmentId });
}

interface Props {
  readonly link: FragmentLink | null;
  /** Below a text that was read is the way to the copy of it. */
  readonly leads: 'to-origin' | 'to-text';
}

/** Nothing for a link that leads the other way. */
export function TextLink({ link, leads }: Props): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  if (link === null || (link.text === '') !== (leads === 'to-text')) return null;
  const { id, text, opens } = link;
  return (
    <div className={mergeClasses(styles.link, surfaces.second)}>
      {text === '' ? null : <span>{text}</span>}
      <Button size="small" appearance="subtle" className={text === '' ? styles.first : undefined} onClick={() => show(id)}>
        {opens}
      </Button>
    </div>
  );
}
