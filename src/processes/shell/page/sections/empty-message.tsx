import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { ClipboardRegular } from '../icons/glyphs.ts';

const useStyles = makeStyles({
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '4px',
    padding: '64px 24px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
  },
  icon: { width: '32px', height: '32px', marginBottom: '8px' },
  steps: { margin: '16px 0 0', padding: 0, listStyle: 'none', display: 'grid', gap: '8px', maxWidth: '420px', overflowWrap: 'anywhere' },
  text: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, color: tokens.colorNeutralForeground1 },
});

/** Shown while there are no copies: what to do, how to get copies back, what becomes a file, and what is never read. It promises only what will happen: if copies are not captured, the message above says why. */
export function EmptyMessage({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const { state } = view.capture;
  const isSeen = (state === 'watching' || state === 'limited') && view.connection.state !== 'lost';
  const nothing = state === 'waiting' ? say('Nothing has been stored yet') : say('Nothing has been copied yet');
  return (
    <div className={styles.empty}>
      <ClipboardRegular className={styles.icon} aria-hidden />
      <p className={styles.text}>{isSeen ? say('Copy something, and it shows up here') : nothing}</p>
      {isSeen ? <Steps view={view} /> : null}
    </div>
  );
}

function Steps({ view: { shortcut, savePolicy, workspace } }: { readonly view: PageView }): JSX.Element {
  const { keys, state } = shortcut;
  return (
    <ul className={useStyles().steps}>
      {state === 'held' ? <li>{say('{keys} in any program lists your copies, and Enter pastes one there.', { keys })}</li> : null}
      <li>{whatIsSaved[savePolicy](workspace.path)}</li>
      <li>{say('What a password manager marks as secret is never read.')}</li>
    </ul>
  );
}

const texts = (place: string) => say('Texts, code and pictures are saved as files in {place}.', { place });
const whatIsSaved: Readonly<Record<PageView['savePolicy'], (place: string) => string>> = {
  documents: texts,
  all: texts,
  typed: (place) => say('Code and pictures are saved as files in {place}.', { place }),
  off: () => say('Copies stay in the history: saving files is off.'),
};
