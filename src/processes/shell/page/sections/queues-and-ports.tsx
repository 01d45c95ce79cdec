import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say, spokenLanguage } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';

const useStyles = makeStyles({
  list: { margin: 0 },
  explanation: { display: 'block' },
  row: { padding: '8px 12px' },
  value: { margin: 0, flex: 'none', fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  wrong: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorStatusWarningForeground1 },
  address: { fontFamily: tokens.fontFamilyMonospace, fontSize: '12.5px', overflowWrap: 'anywhere' },
});

/** How much waits for Hub's processes, and where its servers listen. */
export function QueuesAndPorts({ queues, ports }: Pick<NonNullable<PageView['diagnostics']>, 'queues' | 'ports'>): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <>
      <h2 className={surfaces.headline}>{say('Queues')}</h2>
      <dl className={mergeClasses(surfaces.card, styles.list)}>
        {queues.map(({ name, length, isWrong, explanation }) => (
          <div key={name} className={mergeClasses(surfaces.row, styles.row)}>
            <dt className={surfaces.grow}>
              {name}
              <span className={mergeClasses(styles.explanation, surfaces.third)}>{explanation}</span>
            </dt>
            <dd className={mergeClasses(styles.value, isWrong && styles.wrong)}>
              {length === null ? '–' : length.toLocaleString(spokenLanguage())}
            </dd>
          </div>
        ))}
      </dl>
      <h2 className={surfaces.headline}>{say('Ports')}</h2>
      <dl className={mergeClasses(surfaces.card, styles.list)}>
        {ports.map(({ name, address }) => (
          <div key={name} className={mergeClasses(surfaces.row, styles.row)}>
            <dt className={surfaces.grow}>{name}</dt>
            {/* Without one it is a sentence. */}
            <dd className={mergeClasses(styles.value, /^\d/.test(address) && styles.address)}>{address}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
