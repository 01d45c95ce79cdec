import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { mainFragment } from '../../../../contract/fragment-words.ts';
import type { HubWindowViewModel } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button, IconButton } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CopyRegular, MoreHorizontalRegular } from '../icons/glyphs.ts';
import { commandsFor } from '../saved-commands/command-items.tsx';
import { sendCommand } from '../shell-client.ts';
import { CopiedLines } from './copied-lines.tsx';
import { FragmentBody } from './fragment-body.tsx';
import { FragmentHead } from './fragment-head.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { CopiedTextTip } from './full-text.tsx';
import { Picture } from './picture.tsx';
import { RowPicture } from './row-picture.tsx';

const useStyles = makeStyles({
  row: { gap: '8px', padding: '4px 8px', alignItems: 'flex-start' },
  place: { margin: '4px 0' },
  preview: {
    maxHeight: 'var(--hubPreview, 90px)',
    margin: '9px 0',
    overflow: 'hidden',
    whiteSpace: 'pre',
    textOverflow: 'ellipsis',
    tabSize: 4,
  },
  prose: { maxHeight: 'var(--hubPreview, 100px)', margin: '8px 0', whiteSpace: 'pre-wrap' },
  /** All of it is said, however narrow the window is. */
  absence: { margin: '8px 0', whiteSpace: 'pre-wrap' },
  keep: { margin: '0 0 8px -8px' },
  thumbnail: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '120px',
    margin: '8px 0',
    borderRadius: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  part: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '8px 4px 4px 0',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px' },
});

type WindowProps = { readonly window: HubWindowViewModel };

type PreviewProps = WindowProps & {
  /** Why there is nothing to show. */
  readonly absence: string;
  /** Nothing is shown, and what is there can be kept all the same. */
  readonly canKeep: boolean;
};

/** Prose is wrapped; code keeps its lines. */
function isProse(window: HubWindowViewModel): boolean {
  return mainFragment(window.ClipboardFragments)?.look !== 'lines';
}

function Preview({ window, absence, canKeep }: PreviewProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const main = mainFragment(window.ClipboardFragments);
  if (main === undefined) {
    return (
      <>
        <div className={mergeClasses(surfaces.prose, styles.absence, surfaces.second)}>{absence}</div>
        {canKeep ? (
          <Button className={styles.keep} size="small" appearance="subtle" onClick={() => sendCommand({ kind: 'keep', fragmentId: null })}>
            {say('Keep it anyway')}
          </Button>
        ) : null}
      </>
    );
  }
  const looks = isProse(window) ? mergeClasses(surfaces.prose, styles.preview, styles.prose) : mergeClasses(surfaces.mono, styles.preview);
  return (
    <>
      {window.Bar2ImageVisibility === 'Visible' && window.Bar2Image !== null ? (
        <Picture className={styles.thumbnail} src={window.Bar2Image} alt={say('What was copied')} instead={null} />
      ) : null}
      {window.Bar2Text === '' ? null : (
        <CopiedTextTip text={window.Bar2ToolTip}>
          <div className={looks} dir="auto">
            <CopiedLines text={window.Bar2Text} of={main} />
          </div>
        </CopiedTextTip>
      )}
    </>
  );
}

/** Every fragment, in full. A single one has its name in the rows around it, unless its user gave it one; the outcome of the main one is in row 3. */
function Parts({ window }: WindowProps): JSX.Element {
  const styles = useStyles();
  const fragments = window.ClipboardFragments;
  const isAlone = fragments.length === 1;
  const main = mainFragment(window.ClipboardFragments);
  return (
    <>
      {fragments.map((fragment, index) => (
        // A fragment without an id is identified by its position.
        <div key={fragment.id || `at ${index}`} className={styles.part}>
          {isAlone && fragment.ownTitle === '' && fragment.tags.length === 0 ? null : (
            <div className={styles.head}>
              <FragmentHead fragment={fragment} />
            </div>
          )}
          <FragmentBody fragment={fragment} hasOutcome={fragment !== main} />
        </div>
      ))}
    </>
  );
}

type Props = PreviewProps & { readonly isInFull: boolean };

/** Row 2: what was copied; its beginning, or each fragment of it in full. */
export function CopiedRow({ window, absence, isInFull, canKeep }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const main = mainFragment(window.ClipboardFragments);
  const menu = useFragmentMenu();
  const hasParts = isInFull && main !== undefined;
  return (
    <div className={mergeClasses(surfaces.row, styles.row)} data-content="">
      <span className={mergeClasses(surfaces.picture, styles.place)}>
        <RowPicture symbol={window.Bar2Symbol} />
      </span>
      <div className={surfaces.grow}>
        {hasParts ? <Parts window={window} /> : <Preview window={window} absence={absence} canKeep={canKeep} />}
      </div>
      {main?.canCopy === true && !hasParts ? (
        <span className={styles.place}>
          <IconButton label={say('Copy back')} icon={<CopyRegular />} onClick={() => sendCommand({ kind: 'copy', fragmentId: main.id })} />
        </span>
      ) : null}
      {main !== undefined && commandsFor(main).length > 0 ? (
        <span className={styles.place}>
          <IconButton label={say('More')} icon={<MoreHorizontalRegular />} onClick={(event) => menu.open(main, event.currentTarget)} />
        </span>
      ) : null}
    </div>
  );
}
