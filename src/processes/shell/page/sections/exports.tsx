import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PageCommand } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { padding: '8px 12px' },
});

type What = Extract<PageCommand, { readonly kind: 'export' }>['what'];

/** What can be written for others to read: the logs, what a helper needs, what an auditor wants. */
export function Exports(): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const rows: readonly (readonly [What, label: string, explanation: string])[] = [
    ['logs', say('Show the logs as a page'), say('All components by time, to look through in the browser')],
    [
      'support-bundle',
      say('Make a support bundle'),
      say('Versions, states, figures and logs for whoever is to help, without anything that was copied'),
    ],
    ['evidence', say('Export the evidence'), say('What retention deleted, by which rule, and what is on hold')],
  ];
  return (
    <>
      <h2 className={surfaces.headline}>{say('Reports')}</h2>
      <ul className={mergeClasses(surfaces.card, styles.list)}>
        {rows.map(([what, label, explanation]) => (
          <li key={what} className={mergeClasses(surfaces.row, styles.row)}>
            <span className={mergeClasses(surfaces.grow, surfaces.second)}>{explanation}</span>
            <Button size="small" onClick={() => sendCommand({ kind: 'export', what })}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
