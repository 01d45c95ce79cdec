import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useCallback, useState } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { ChevronDownRegular, DismissRegular, FolderProhibitedRegular, HistoryRegular, WarningRegular } from '../icons/glyphs.ts';
import { showSection } from '../sections/show-section.ts';
import { sendCommand } from '../shell-client.ts';
import { Button } from './button.tsx';
import { Flyout, type FlyoutPlace } from './flyout.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { useSharedStyles } from './shared-styles.ts';
import { Tooltip } from './tooltip.tsx';

const useStyles = makeStyles({
  bar: {
    gridColumn: '1 / -1',
    gridRow: '5',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '0 4px 0 12px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 420px)': { gap: '4px' },
  },
  state: { display: 'flex', alignItems: 'center', gap: '8px', flex: '0 1 auto', minWidth: '72px' },
  dot: { width: '8px', height: '8px', flex: 'none', borderRadius: '50%', forcedColorAdjust: 'none' },
  watching: { backgroundColor: tokens.colorStatusSuccessForeground3 },
  paused: { boxSizing: 'border-box', border: `2px solid ${tokens.colorNeutralForeground3}` },
  private: { boxSizing: 'border-box', border: `2px solid ${tokens.colorNeutralForeground1}`, borderRadius: '2px' },
  limited: { backgroundColor: tokens.colorStatusWarningForeground3 },
  ignoring: { boxSizing: 'border-box', border: `2px solid ${tokens.colorStatusSuccessForeground3}` },
  waiting: { backgroundColor: tokens.colorStatusWarningForeground3 },
  blind: { backgroundColor: tokens.colorStatusWarningForeground3 },
  saving: { flex: '0 100 auto', minWidth: 0, '@media (max-width: 420px)': { display: 'none' } },
  end: { display: 'flex', alignItems: 'center', flex: 'none', marginLeft: 'auto' },
  missed: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    padding: '0 8px',
    '@media (max-width: 420px)': { padding: '0 4px' },
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: tokens.colorStatusWarningForeground1,
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  button: {
    minWidth: 0,
    height: '24px',
    padding: '0 8px',
    '@media (max-width: 420px)': { padding: '0 4px' },
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  more: { padding: '0 4px' },
  wide: { '@media (max-width: 560px)': { display: 'none' } },
  narrow: { '@media (min-width: 561px)': { display: 'none' } },
});

/** What each state of the panel adds. The number is that of the verb and of `data/window.json`. */
const panelNames: Readonly<Record<PageView['panel'], () => string>> = {
  0: () => say('Source'),
  1: () => say('Type'),
  2: () => say('Content'),
  3: () => say('Earlier'),
  4: () => say('Details'),
};

function savingTo(view: PageView): string {
  if (view.savePolicy === 'off') return say('Kept in the history only');
  const { path: folder } = view.workspace;
  return view.saveTrouble === null ? say('Saving to {folder}', { folder }) : say('Not saving to {folder}', { folder });
}

/** Diagnostics shows the same sentence, and whoever has been there has seen them. */
function Missed({ missed }: Pick<PageView, 'missed'>): JSX.Element {
  const styles = useStyles();
  return (
    <Tooltip content={missed.text} relation="description">
      <button type="button" className={styles.missed} onClick={() => showSection('diagnostics')}>
        <WarningRegular aria-hidden /> {say('{count, number} missed', { count: missed.unseen })}
      </button>
    </Tooltip>
  );
}

const pauses = (): readonly MenuItem[] => [
  {
    label: say('Pause for an hour'),
    icon: <HistoryRegular />,
    onChoose: () => sendCommand({ kind: 'act', verb: 'pause-for-an-hour' }),
  },
  {
    label: say('Ignore next copy'),
    icon: <DismissRegular />,
    onChoose: () => sendCommand({ kind: 'act', verb: 'ignore-next-copy' }),
  },
  {
    label: say('Private mode'),
    icon: <FolderProhibitedRegular />,
    onChoose: () => sendCommand({ kind: 'act', verb: 'private-mode' }),
  },
];

function MorePauses(): JSX.Element {
  const styles = useStyles();
  const [at, setAt] = useState<FlyoutPlace | null>(null);
  const close = useCallback(() => setAt(null), []);
  return (
    <>
      <Button
        appearance="subtle"
        size="small"
        className={mergeClasses(styles.button, styles.more)}
        aria-label={say('More ways to pause')}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => setAt(event.currentTarget.getBoundingClientRect())}
      >
        <ChevronDownRegular aria-hidden />
      </Button>
      {at === null ? null : (
        <Flyout label={say('More ways to pause')} at={at} align="end" onClose={close}>
          <Menu label={say('More ways to pause')} items={pauses()} />
        </Flyout>
      )}
    </>
  );
}

function PauseButton({ capture }: Pick<PageView, 'capture'>): JSX.Element {
  const styles = useStyles();
  const isPaused = capture.state === 'paused' || capture.state === 'private';
  return (
    <Button
      appearance="subtle"
      size="small"
      className={styles.button}
      onClick={() => sendCommand({ kind: 'act', verb: isPaused ? 'resume-capture' : 'pause-capture' })}
    >
      {isPaused ? say('Resume') : say('Pause')}
    </Button>
  );
}

export function Footer({ view, isLost }: { readonly view: PageView; readonly isLost: boolean }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const { capture, panel, nextPanel } = view;
  const state = isLost ? say('Not connected') : capture.text;
  return (
    <footer className={styles.bar}>
      <span className={styles.state}>
        <span className={mergeClasses(styles.dot, styles[isLost ? 'paused' : capture.state])} />
        <span className={surfaces.oneLine} title={state}>
          {state}
        </span>
      </span>
      <span className={mergeClasses(styles.saving, surfaces.oneLine)} title={savingTo(view)}>
        {savingTo(view)}
      </span>
      <span className={styles.end}>
        {view.missed.unseen > 0 ? <Missed missed={view.missed} /> : null}
        <PauseButton capture={capture} />
        <MorePauses />
        <Button
          appearance="subtle"
          size="small"
          className={styles.button}
          aria-label={say('Panel: {name} ({panel}); show {nextName} ({nextPanel})', {
            panel,
            name: panelNames[panel](),
            nextPanel,
            nextName: panelNames[nextPanel](),
          })}
          onClick={() => sendCommand({ kind: 'act', verb: 'cycle-top-panel' })}
        >
          <span className={styles.wide}>{say('Panel: {name}', { name: panelNames[panel]() })}</span>
          <span className={styles.narrow}>{panelNames[panel]()}</span>
        </Button>
      </span>
    </footer>
  );
}
