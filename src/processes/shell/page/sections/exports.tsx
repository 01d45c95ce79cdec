import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useState } from 'react';
import type { SupportPreset } from '../../../../contract/diagnostics/support-bundle.ts';
import type { ExportKind } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { Spinner } from '../frame/spinner.tsx';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { padding: '8px 12px', flexWrap: 'wrap' },
  /** In a narrow window the button is below it. */
  explanation: { flex: '1 1 220px' },
  action: { display: 'flex', alignItems: 'center', gap: '8px' },
  /** As high as the button beside it. */
  preset: { height: '24px', fontSize: tokens.fontSizeBase200, padding: '0 4px' },
  busy: { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
});

const presetsInWords: Readonly<Record<SupportPreset, { readonly name: () => string; readonly what: () => string }>> = {
  minimal: { name: () => say('Minimal'), what: () => say('Versions and states for whoever helps you, but nothing that was copied') },
  standard: {
    name: () => say('Standard'),
    what: () => say('Versions, states, figures and logs for whoever helps you, but nothing that was copied'),
  },
  full: {
    name: () => say('Full'),
    what: () =>
      say(
        'Versions, states, figures, longer and older logs and the digests of Hub’s own files for whoever helps you, but nothing that was copied',
      ),
  },
};

const presets = Object.keys(presetsInWords) as readonly SupportPreset[];

interface PresetFieldProps {
  readonly preset: SupportPreset;
  readonly onChoose: (preset: SupportPreset) => void;
}

function PresetField({ preset, onChoose }: PresetFieldProps): JSX.Element {
  const fields = useFieldStyles();
  const styles = useStyles();
  return (
    <select
      className={mergeClasses(fields.field, styles.preset)}
      aria-label={say('How much is in the support bundle')}
      value={preset}
      onChange={(event) => onChoose(presets.find((one) => one === event.target.value) ?? preset)}
    >
      {presets.map((one) => (
        <option key={one} value={one}>
          {presetsInWords[one].name()}
        </option>
      ))}
    </select>
  );
}

/** What can be written for others to read: the logs, what a helper needs, what an auditor wants. */
export function Exports({ exporting }: { readonly exporting: readonly ExportKind[] }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const [preset, choosePreset] = useState<SupportPreset>('standard');
  const rows: readonly (readonly [ExportKind, label: string, explanation: string])[] = [
    ['logs', say('View logs in browser'), say('The logs of all components on one page, by time')],
    ['support-bundle', say('Make a support bundle'), presetsInWords[preset].what()],
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
              {what === 'support-bundle' ? <PresetField preset={preset} onChoose={choosePreset} /> : null}
              {/* It keeps the focus, which a disabled one would lose. */}
              <Button
                size="small"
                className={mergeClasses(exporting.includes(what) && styles.busy)}
                aria-disabled={exporting.includes(what)}
                onClick={() =>
                  exporting.includes(what) || sendCommand({ kind: 'export', what, preset: what === 'support-bundle' ? preset : 'standard' })
                }
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
