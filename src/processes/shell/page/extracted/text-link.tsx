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

export function TextLink({ link: { id, text, opens } }: { readonly link: FragmentLink }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={mergeClasses(styles.link, surfaces.second)}>
      {text === '' ? null : <span>{text}</span>}
      <Button size="small" appearance="subtle" className={text === '' ? styles.first : undefined} onClick={() => show(id)}>
        {opens}
      </Button>
    </div>
  );
}
