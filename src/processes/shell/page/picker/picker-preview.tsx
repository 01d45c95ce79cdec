/** All of the chosen copy, over the list: its title and tags, what it is, and the keys. A click leaves the focus in the search box. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX, PointerEvent } from 'react';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { FragmentBody } from '../fragments/fragment-body.tsx';
import { TagChips } from '../fragments/tag-chips.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { PickerFoot } from './picker-foot.tsx';

const useStyles = makeStyles({
  preview: {
    position: 'absolute',
    zIndex: 4,
    inset: '48px 0 0 0',
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  content: {
    overflow: 'auto',
    // What the search box and the lines below the content leave of the window.
    '--hubBody': 'calc(100vh - 192px)',
    padding: '12px 16px',
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, paddingBottom: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

interface Props {
  readonly fragment: FragmentRow;
  readonly picker: PickerView;
  readonly onBack: () => void;
  /** The search box is to have the focus again. */
  readonly onWritten: () => void;
}

export function PickerPreview({ fragment, picker, onBack, onWritten }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const { ownTitle, tags } = fragment;
  // A field of its own may have the focus.
  const keepFocus = (event: PointerEvent): void => {
    if (!(event.target instanceof Element && event.target.closest('input,textarea') !== null)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the preview is no part of a form
    <div role="region" className={styles.preview} aria-label={say('Preview')} onPointerDown={keepFocus}>
      <div className={styles.content}>
        {ownTitle === '' && tags.length === 0 ? null : (
          <div className={styles.head}>
            {ownTitle === '' ? null : (
              <h2 className={mergeClasses(styles.title, surfaces.oneLine)} dir="auto">
                {ownTitle}
              </h2>
            )}
            <TagChips tags={tags} />
          </div>
        )}
        <FragmentBody fragment={fragment} hasOutcome={false} isPicker onWritten={onWritten} />
      </div>
      <PickerFoot picker={picker} chosen={fragment} isTyped={false} onBack={onBack} />
    </div>
  );
}
