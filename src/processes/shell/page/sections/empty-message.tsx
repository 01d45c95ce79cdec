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
  text: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, color: tokens.colorNeutralForeground1 },
});

/** Shown while there are no copies. It promises only what will happen: if copies are not captured, the message above says why. */
export function EmptyMessage({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const { state } = view.capture;
  const isSeen = (state === 'watching' || state === 'limited') && view.connection.state !== 'lost';
  const nothing = state === 'waiting' ? say('Nothing has been stored yet') : say('Nothing has been copied yet');
  return (
    <div className={styles.empty}>
      <ClipboardRegular className={styles.icon} aria-hidden />
      <p className={styles.text}>{isSeen ? say('Copy something, and it shows up here') : nothing}</p>
      {isSeen ? <span>{say('Text, pictures and files, with where they came from.')}</span> : null}
    </div>
  );
}
