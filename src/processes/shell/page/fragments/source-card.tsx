import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { IconButton } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CopyRegular, OpenRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { CopiedRow } from './copied-row.tsx';
import { DetectionRow } from './detection-row.tsx';
import { FullText } from './full-text.tsx';
import { RowPicture } from './row-picture.tsx';

const useStyles = makeStyles({
  row: { gap: '8px', padding: '4px 8px' },
});

/** Source, address and type: the rows A0 to A2 and B0 to B2, and row 3. */
export function SourceCard({ view }: { readonly view: PageView }): JSX.Element {
  const { window, panel, typeName } = view;
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const hasAddress = window.Bar1Text !== '';
  // An empty clipboard has no source, address or type: a single row says so.
  if (window.ClipboardFragments.length === 0 && window.Bar0Text === '')
    return (
      <section className={surfaces.card} aria-label={say('On the clipboard')}>
        <CopiedRow window={window} absence={view.absence} canKeep={view.canKeepPresent} isInFull={false} />
      </section>
    );
  return (
    <section className={surfaces.card} aria-label={say('On the clipboard')}>
      <div className={mergeClasses(surfaces.row, styles.row)}>
        <span className={mergeClasses(surfaces.picture, window.Bar0IsWeb && surfaces.accent)}>
          <RowPicture symbol={window.Bar0Symbol} />
        </span>
        <div className={surfaces.grow}>
          <FullText text={window.Bar0Text} className={surfaces.strong} />
        </div>
        {hasAddress ? (
          <IconButton label={say('Open the source')} icon={<OpenRegular />} onClick={() => sendCommand({ kind: 'open-source' })} />
        ) : null}
      </div>
      <div className={mergeClasses(surfaces.row, styles.row)}>
        <span className={surfaces.picture}>
          <RowPicture symbol={window.Bar1Symbol} />
        </span>
        <div className={surfaces.grow}>
          <FullText text={hasAddress ? window.Bar1Text : say('No address')} className={surfaces.second} />
        </div>
        {hasAddress ? (
          <IconButton label={say('Copy the address')} icon={<CopyRegular />} onClick={() => sendCommand({ kind: 'copy-source' })} />
        ) : null}
      </div>
      <CopiedRow window={window} absence={view.absence} canKeep={view.canKeepPresent} isInFull={panel >= 2} />
      {panel >= 1 ? <DetectionRow window={window} typeName={typeName} /> : null}
    </section>
  );
}
