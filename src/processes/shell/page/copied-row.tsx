import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import type { JSX } from 'react';
import type { HubWindowViewModel } from '../../../contract/shell-page.ts';
import { FragmentBody } from './fragment-body.tsx';
import { FragmentHead } from './fragment-head.tsx';
import { CopiedTextTip } from './full-text.tsx';
import { send } from './hub.ts';
import { IconButton } from './icon-button.tsx';
import { mainFragment } from './main-fragment.ts';
import { Picture } from './picture.tsx';
import { useSurfaces } from './surfaces.ts';
import { RowPicture } from './symbols.tsx';

const useStyles = makeStyles({
  row: { gap: '8px', padding: '4px 8px', alignItems: 'flex-start' },
  place: { margin: '4px 0' },
  preview: { maxHeight: '90px', margin: '9px 0', overflow: 'hidden', whiteSpace: 'pre', textOverflow: 'ellipsis', tabSize: 4 },
  prose: { maxHeight: '100px', margin: '8px 0', whiteSpace: 'pre-wrap' },
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

type Of = { readonly window: HubWindowViewModel };

type Seen = Of & {
  /** Why there is nothing to show. */
  readonly absence: string;
};

/** Prose is read, code is looked at: its lines stay as they are. */
function isProse(window: HubWindowViewModel): boolean {
  return mainFragment(window)?.symbol !== 'code';
}

function Preview({ window, absence }: Seen): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  if (mainFragment(window) === undefined) {
    return <div className={mergeClasses(surfaces.prose, styles.prose, surfaces.second)}>{absence}</div>;
  }
  const looks = isProse(window) ? mergeClasses(surfaces.prose, styles.preview, styles.prose) : mergeClasses(surfaces.mono, styles.preview);
  return (
    <>
      {window.Bar2ImageVisibility === 'Visible' && window.Bar2Image !== null ? (
        <Picture className={styles.thumbnail} src={window.Bar2Image} alt="What was copied" instead={null} />
      ) : null}
      {window.Bar2Text === '' ? null : (
        <CopiedTextTip text={window.Bar2ToolTip}>
          <div className={looks} dir="auto">
            {window.Bar2Text}
          </div>
        </CopiedTextTip>
      )}
    </>
  );
}

/** Every fragment, in full. One alone has its name in the rows around it; what became of the main one stands in row 3. */
function Parts({ window }: Of): JSX.Element {
  const styles = useStyles();
  const fragments = window.ClipboardFragments;
  const isAlone = fragments.length === 1;
  const main = mainFragment(window);
  return (
    <>
      {fragments.map((fragment, index) => (
        // A fragment that nobody numbered is known by its place.
        <div key={fragment.id || `at ${index}`} className={styles.part}>
          {isAlone ? null : (
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

type Props = Seen & { readonly isInFull: boolean };

/** Row 2: what was copied; its beginning, or each fragment of it in full. */
export function CopiedRow({ window, absence, isInFull }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const main = mainFragment(window);
  const hasParts = isInFull && main !== undefined;
  return (
    <div className={mergeClasses(surfaces.row, styles.row)}>
      <span className={mergeClasses(surfaces.picture, styles.place)}>
        <RowPicture symbol={window.Bar2Symbol} />
      </span>
      <div className={surfaces.grow}>{hasParts ? <Parts window={window} /> : <Preview window={window} absence={absence} />}</div>
      {main?.canCopy === true && !hasParts ? (
        <span className={styles.place}>
          <IconButton label="Copy back" icon={<CopyRegular />} onClick={() => send({ kind: 'copy', fragmentId: main.id })} />
        </span>
      ) : null}
    </div>
  );
}
