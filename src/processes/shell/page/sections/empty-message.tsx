import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useId } from 'react';
import type { SettingRow } from '../../../../contract/documents/shown-settings.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { shownShortcut } from '../../../../domain/language/shown-shortcut.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { ClipboardRegular, FolderProhibitedRegular, SaveRegular } from '../icons/glyphs.ts';
import { Switch } from '../settings/switch.tsx';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '4px',
    padding: '32px 8px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
  },
  icon: { width: '32px', height: '32px', marginBottom: '8px' },
  steps: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
    gap: '12px',
    width: '100%',
    marginTop: '24px',
    marginBottom: '0',
    padding: 0,
    listStyle: 'none',
    overflowWrap: 'anywhere',
  },
  near: { marginTop: '0' },
  step: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '16px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
  },
  start: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    width: '100%',
    boxSizing: 'border-box',
    marginTop: '12px',
    padding: '12px 16px',
    textAlign: 'start',
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, gap: '4px', color: tokens.colorNeutralForeground1 },
  picture: { display: 'grid', width: '24px', height: '24px', marginBottom: '4px', fontSize: '24px' },
  text: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, color: tokens.colorNeutralForeground1 },
});

interface Of {
  readonly view: PageView;
}

/** Shown while there are no copies, or none any more: what to do, how to get copies back, what becomes a file, what is never read, and whether Hub starts at login. It promises only what will happen: if copies are not captured, the message above says why. */
export function EmptyMessage({ view }: Of): JSX.Element {
  const styles = useStyles();
  const { state, captured } = view.capture;
  const nothing =
    state === 'private'
      ? say('No copies are shown in private mode')
      : captured > 0
        ? say('No copy is in the history now')
        : state === 'waiting'
          ? say('Nothing has been stored yet')
          : say('Nothing has been copied yet');
  return (
    <div className={styles.empty}>
      <ClipboardRegular className={styles.icon} aria-hidden />
      <p className={styles.text}>{isSeen(view) ? say('Copy something, and it shows up here') : nothing}</p>
      <FirstSteps view={view} />
    </div>
  );
}

/** Nothing while copies are not captured. `isBelowCopy`: there is less room, and the choice, which is not offered again, comes first. */
export function FirstSteps({ view, isBelowCopy = false }: Of & { readonly isBelowCopy?: boolean }): JSX.Element | null {
  if (!isSeen(view)) return null;
  const choice = view.startChoice === null ? null : <StartChoice row={view.startChoice} />;
  return (
    <>
      {isBelowCopy ? choice : null}
      <Steps view={view} isBelowCopy={isBelowCopy} />
      {isBelowCopy ? null : choice}
    </>
  );
}

/** What is copied now is captured. */
function isSeen({ capture: { state }, connection }: PageView): boolean {
  return (state === 'watching' || state === 'limited') && connection.state !== 'lost';
}

function Steps({ view: { shortcut, savePolicy, workspace }, isBelowCopy }: Of & { readonly isBelowCopy: boolean }): JSX.Element {
  const styles = useStyles();
  const { keys, state, trigger } = shortcut;
  return (
    <ul className={mergeClasses(styles.steps, isBelowCopy && styles.near)}>
      {state === 'held' && trigger !== '' ? (
        <Step icon={<ClipboardRegular />} title={say('Paste again')}>
          {trigger === null
            ? say('{keys} in any program lists your copies, and Enter pastes one there.', { keys: shownShortcut(keys) })
            : say('{keys} in any program lists your copies, and Enter puts one on the clipboard.', { keys: trigger })}
        </Step>
      ) : null}
      {state === 'unavailable' ? (
        <Step icon={<ClipboardRegular />} title={say('Paste again')}>
          {say(
            'This desktop does not let programs register shortcuts. In its settings, assign one to this command: hub action open-picker',
          )}
        </Step>
      ) : null}
      <Step icon={<SaveRegular />} title={say('Saved as files')}>
        {whatIsSaved[savePolicy](workspace.path)}
      </Step>
      <Step icon={<FolderProhibitedRegular />} title={say('Never read')}>
        {say('What a password manager marks as secret is never read. Other passwords may be kept like any text.')}
      </Step>
    </ul>
  );
}

function StartChoice({ row: { id, title, help, control } }: { readonly row: SettingRow }): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const at = useId();
  if (control.kind !== 'switch') return null;
  return (
    <div className={mergeClasses(surfaces.card, styles.start)}>
      <span className={styles.words}>
        <label htmlFor={`${at}field`} className={surfaces.strong}>
          {title}
        </label>
        <span id={`${at}help`} className={surfaces.second}>
          {help}
        </span>
      </span>
      <Switch
        named={{ id: `${at}field`, 'aria-describedby': `${at}help` }}
        isOn={control.value}
        onChange={(value) => sendCommand({ kind: 'change-setting', id, change: { how: 'set', value } })}
      />
    </div>
  );
}

function Step({ icon, title, children }: { readonly icon: JSX.Element; readonly title: string; readonly children: string }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <li className={mergeClasses(surfaces.card, styles.step)}>
      <span className={mergeClasses(styles.picture, surfaces.accent)} aria-hidden>
        {icon}
      </span>
      <strong className={surfaces.strong}>{title}</strong>
      <span className={surfaces.second}>{children}</span>
    </li>
  );
}

const texts = (place: string) => say('Longer texts, code and pictures are saved as files in {place}.', { place });
const whatIsSaved: Readonly<Record<PageView['savePolicy'], (place: string) => string>> = {
  documents: texts,
  all: texts,
  typed: (place) => say('Code and pictures are saved as files in {place}.', { place }),
  off: () => say('Copies stay in the history: saving files is off.'),
};
