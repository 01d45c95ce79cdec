import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { ExportKind } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { Spinner } from '../frame/spinner.tsx';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { padding: '8px 12px', flexWrap: 'wrap' },
  /** In a narrow window the button is below it. */
  explanation: { flex: '1 1 220px' },
  action: { display: 'flex', alignItems: 'center', gap: '8px' },
  busy: { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
});

/** What can be written for others to read: the logs, what a helper needs, what an auditor wants. */
export function Exports({ exporting }: { readonly exporting: readonly ExportKind[] }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const rows: readonly (readonly [ExportKind, label: string, explanation: string])[] = [
    ['logs', say('Show the logs as a page'), say('The logs of all components, by time, in the browser')],
    [
      'support-bundle',
      say('Make a support bundle'),
      say('Versions, states, figures and logs for whoever helps you, but nothing that was copied'),
    ],
    ['evidence', say('Export the evidence'), say('What retention deleted, by which rule, and what is on hold')],
  ];
  return (
    <>
      <h2 className={surfaces.headline}>{say('Reports')}</h2>
      <ul className={mergeClasses(surfaces.card, styles.list)}>
        {rows.map(([what, label, explanation]) => (
          <li key={what} className={mergeClasses(surfaces.row, styles.row)}>
            <span className={mergeClasses(styles.explanation, surfaces.second)}>{explanation}</span>
            <div className={styles.action}>
              {exporting.includes(what) ? <Spinner /> : null}
              {/* It keeps the focus, which a disabled one would lose. */}
              <Button
                size="small"
                className={mergeClasses(exporting.includes(what) && styles.busy)}
                aria-disabled={exporting.includes(what)}
                onClick={() => exporting.includes(what) || sendCommand({ kind: 'export', what })}
              >
                {label}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
