import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { ComponentRow } from '../../../../contract/page-rows/component-row.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { componentStateName } from '../../../../domain/conditions/state-names.ts';
import { say, spokenLanguage } from '../../../../domain/language/say.ts';
import { RawDictionaries } from '../fragments/raw-dictionaries.tsx';
import { Button, IconButton } from '../frame/button.tsx';
import { Heading } from '../frame/heading.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { ArrowClockwiseRegular, FolderOpenRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { Exports } from './exports.tsx';
import { QueuesAndPorts } from './queues-and-ports.tsx';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: {
    padding: '8px 12px',
    textAlign: 'left',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    '@media (max-width: 520px)': { paddingLeft: '8px', paddingRight: '8px' },
  },
  cell: {
    height: '36px',
    padding: '8px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
    '@media (max-width: 520px)': { paddingLeft: '8px', paddingRight: '8px' },
  },
  title: { display: 'block' },
  state: { width: '136px', boxSizing: 'border-box', '@media (max-width: 520px)': { width: '112px', paddingLeft: 0, paddingRight: 0 } },
  count: { width: '64px', textAlign: 'right', fontVariantNumeric: 'tabular-nums', '@media (max-width: 520px)': { display: 'none' } },
  // Where its column has no room.
  restarts: { display: 'none', '@media (max-width: 520px)': { display: 'block' } },
  act: { width: '40px', padding: '8px', boxSizing: 'border-box' },
  dotted: { display: 'flex', alignItems: 'center', gap: '8px' },
  dot: {
    width: '8px',
    height: '8px',
    flex: 'none',
    borderRadius: '50%',
    backgroundColor: tokens.colorNeutralForeground4,
    forcedColorAdjust: 'none',
  },
  good: { backgroundColor: tokens.colorStatusSuccessForeground3 },
  warn: { backgroundColor: tokens.colorStatusWarningForeground3 },
  bad: { backgroundColor: tokens.colorStatusDangerForeground3 },
  // As wide as the numbers, if a narrow window has no room for equal parts.
  figures: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(min-content, 1fr))', margin: 0 },
  figure: {
    display: 'flex',
    flexDirection: 'column-reverse',
    padding: '12px',
    '@media (max-width: 520px)': { paddingLeft: '8px', paddingRight: '8px' },
    ':not(:first-child)': { borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  failure: { display: 'block' },
  why: { margin: 0 },
  gone: { cursor: 'pointer', width: 'fit-content' },
  missed: { margin: 0, paddingLeft: '20px', maxHeight: '160px', overflowY: 'auto', overflowWrap: 'anywhere' },
  number: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
});

const tones = {
  running: 'good',
  degraded: 'warn',
  starting: 'warn',
  stopping: 'warn',
  backoff: 'warn',
  failed: 'bad',
  stopped: 'dot',
} as const satisfies Record<ComponentRow['state'], string>;

/** The supervisor restarts the others; nobody can restart it. */
function Component({ row }: { readonly row: ComponentRow }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <tr>
      <th scope="row" className={styles.cell}>
        <span className={styles.title}>{row.title}</span>
        <span className={surfaces.third}>{row.reason === '' ? row.id : `${row.id} · ${row.reason}`}</span>
        {row.lastFailure === '' ? null : <span className={mergeClasses(surfaces.third, styles.failure)}>{row.lastFailure}</span>}
        {row.restarts === 0 ? null : (
          <span className={mergeClasses(surfaces.third, styles.restarts)}>
            {say('{count, plural, one {# restart} other {# restarts}}', { count: row.restarts })}
          </span>
        )}
      </th>
      <td className={mergeClasses(styles.cell, styles.state)}>
        <span className={styles.dotted}>
          <span className={mergeClasses(styles.dot, styles[tones[row.state]])} />
          {componentStateName(row.state)}
        </span>
      </td>
      <td className={mergeClasses(styles.cell, styles.count)}>{row.restarts}</td>
      <td className={mergeClasses(styles.cell, styles.act)}>
        {row.id === 'supervisor' ? null : (
          <IconButton
            label={row.id === 'hub' ? say('Restart this window') : say('Restart {component}', { component: row.id })}
            icon={<ArrowClockwiseRegular />}
            onClick={() => sendCommand({ kind: 'restart', componentId: row.id })}
          />
        )}
      </td>
    </tr>
  );
}

function Components({ components }: Pick<PageView, 'components'>): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={surfaces.card}>
      <table className={styles.table} aria-label={say('Components')}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {say('Component')}
            </th>
            <th scope="col" className={mergeClasses(styles.head, styles.state)}>
              {say('State')}
            </th>
            <th scope="col" className={mergeClasses(styles.head, styles.count)}>
              {say('Restarts')}
            </th>
            <td className={mergeClasses(styles.head, styles.act)} />
          </tr>
        </thead>
        <tbody>
          {components.map((row) => (
            <Component key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={styles.figure}>
      <dt className={surfaces.third}>{name}</dt>
      <dd className={styles.number}>{value.toLocaleString(spokenLanguage())}</dd>
    </div>
  );
}

function LastCopies({ name, lines }: { readonly name: string; readonly lines: readonly string[] }): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  if (lines.length === 0) return null;
  return (
    <ul className={mergeClasses(surfaces.second, styles.missed)} aria-label={name}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <li key={place}>{line}</li>
      ))}
    </ul>
  );
}

/** What was lost; and folded, because nothing is wrong then, what its program took away at once. */
function Missed({ missed: { text, last = [], gone } }: Pick<PageView, 'missed'>): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <>
      {text === '' ? null : <p className={mergeClasses(surfaces.second, styles.why)}>{text}</p>}
      <LastCopies name={say('Missed')} lines={last} />
      {gone === undefined ? null : (
        <details className={surfaces.second}>
          <summary className={styles.gone}>{say('Gone at once')}</summary>
          <p className={styles.why}>{gone.text}</p>
          <LastCopies name={say('Gone at once')} lines={gone.last} />
        </details>
      )}
    </>
  );
}

/** The state of Hub's components, its counts, what waits, its ports, and the raw values. */
export function Diagnostics({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  // Restarts that somebody asked for are no failures; the rows have both.
  const failures = view.components.reduce((sum, row) => sum + row.failures, 0);
  return (
    <>
      <Heading title={say('Diagnostics')}>
        <Button size="small" icon={<FolderOpenRegular />} onClick={() => sendCommand({ kind: 'act', verb: 'open-logs' })}>
          {say('Open log folder')}
        </Button>
      </Heading>
      <dl className={mergeClasses(surfaces.card, styles.figures)}>
        <Figure name={say('Copies')} value={view.capture.captured} />
        <Figure name={say('Missed')} value={view.capture.missed} />
        <Figure name={say('Failures')} value={failures} />
      </dl>
      <Missed missed={view.missed} />
      <Components components={view.components} />
      {view.diagnostics === null ? null : <QueuesAndPorts {...view.diagnostics} />}
      <Exports exporting={view.diagnostics?.exporting ?? []} />
      <h2 className={surfaces.headline}>{say('Raw values')}</h2>
      <RawDictionaries raw={view.raw} />
    </>
  );
}
