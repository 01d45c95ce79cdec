import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { mainFragment } from '../../../../contract/fragment-words.ts';
import type { SourceView } from '../../../../contract/page-rows/source-view.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { TextLink } from '../extracted/text-link.tsx';
import { IconButton } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CopyRegular, FolderRegular, OpenRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { CopiedRow } from './copied-row.tsx';
import { DetectionRow } from './detection-row.tsx';
import { FullText } from './full-text.tsx';
import { Picture } from './picture.tsx';
import { RowPicture } from './row-picture.tsx';

const useStyles = makeStyles({
  row: { gap: '8px', padding: '4px 8px' },
  icon: { width: '24px', height: '24px', objectFit: 'contain' },
});

/** From this panel on the copy has all of its parts, the way to its picture among them. */
const inFull = 2;

type Of = { readonly view: PageView };

/** Opens its page, or shows its file; there is no button for what cannot be opened. */
function OpenSource({ opens }: Pick<SourceView, 'opens'>): JSX.Element | null {
  if (opens === null) return null;
  const isPage = opens === 'page';
  return (
    <IconButton
      label={isPage ? say('Open the page in the browser') : say('Show the file in its folder')}
      icon={isPage ? <OpenRegular /> : <FolderRegular />}
      onClick={() => sendCommand({ kind: 'open-source' })}
    />
  );
}

/** The page or program, with its icon; then its window, and when, as which file and in which formats it came. */
function Source({ view: { window, source, panel } }: Of): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const symbol = <RowPicture symbol={window.Bar0Symbol} />;
  const { program = '', iconUrl = null, windowTitle = '', time = '', file = '', formats = [], opens = null } = source ?? {};
  const facts = [program === window.Bar0Text ? '' : program, windowTitle, time, file, formats.join(', ')];
  const about = facts.filter((part) => part !== '').join(' · ');
  return (
    <div className={mergeClasses(surfaces.row, styles.row)}>
      <span className={mergeClasses(surfaces.picture, window.Bar0IsWeb && surfaces.accent)}>
        {iconUrl === null ? symbol : <Picture className={styles.icon} src={iconUrl} alt="" width={24} height={24} instead={symbol} />}
      </span>
      <div className={surfaces.grow}>
        <FullText text={window.Bar0Text} className={surfaces.strong} />
        {about === '' ? null : <FullText text={about} className={surfaces.third} />}
        {panel >= inFull ? null : <TextLink link={mainFragment(window.ClipboardFragments)?.link ?? null} leads="to-origin" />}
      </div>
      <OpenSource opens={opens} />
    </div>
  );
}

function Address({ window }: Pick<PageView, 'window'>): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={mergeClasses(surfaces.row, styles.row)}>
      <span className={surfaces.picture}>
        <RowPicture symbol={window.Bar1Symbol} />
      </span>
      <div className={surfaces.grow}>
        <FullText text={window.Bar1Text} className={surfaces.second} />
      </div>
      <IconButton label={say('Copy the address')} icon={<CopyRegular />} onClick={() => sendCommand({ kind: 'copy-source' })} />
    </div>
  );
}

/** Source, address if there is one, and type: the rows A0 to A2 and B0 to B2, and row 3. */
export function SourceCard({ view }: Of): JSX.Element {
  const { window, panel } = view;
  const surfaces = useSharedStyles();
  // An empty clipboard has no source, address or type: a single row says so.
  if (window.ClipboardFragments.length === 0 && window.Bar0Text === '')
    return (
      <section className={surfaces.card} aria-label={say('On the clipboard')}>
        <CopiedRow window={window} absence={view.absence} canKeep={view.canKeepPresent} isInFull={false} />
      </section>
    );
  return (
    <section className={surfaces.card} aria-label={say('On the clipboard')}>
      <Source view={view} />
      {window.Bar1Text === '' ? null : <Address window={window} />}
      <CopiedRow window={window} absence={view.absence} canKeep={view.canKeepPresent} isInFull={panel >= inFull} />
      {panel >= 1 ? <DetectionRow view={view} /> : null}
    </section>
  );
}
