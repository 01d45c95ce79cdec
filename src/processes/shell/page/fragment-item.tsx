import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CopyRegular, MoreHorizontalRegular, OpenRegular } from '@fluentui/react-icons';
import { type JSX, memo } from 'react';
import type { FragmentRow } from '../../../contract/shell-page.ts';
import { FragmentBody } from './fragment-body.tsx';
import { FragmentHead } from './fragment-head.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { send } from './hub.ts';
import { IconButton } from './icon-button.tsx';

const useStyles = makeStyles({
  item: {
    position: 'relative',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 53px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    boxShadow: 'inset 0 0 0 1px transparent',
  },
  hot: { backgroundColor: 'var(--hubRowHover)', boxShadow: 'inset 0 0 0 1px var(--hubRowHoverLine)' },
  opens: {
    display: 'flex',
    alignItems: 'center',
    flex: '1 1 0',
    minWidth: 0,
    gap: '8px',
    minHeight: '52px',
    padding: '8px 12px 8px 8px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px', borderRadius: '8px' },
  },
  body: { padding: '4px 12px 8px 44px', '@media (max-width: 520px)': { paddingLeft: '12px' } },
  actions: { display: 'flex', flex: 'none', gap: '4px', paddingRight: '8px' },
});

function QuickActions({ fragment }: { readonly fragment: FragmentRow }): JSX.Element {
  const styles = useStyles();
  const menu = useFragmentMenu();
  const fragmentId = fragment.id;
  return (
    <span className={styles.actions}>
      {fragment.canCopy ? <IconButton label="Copy" icon={<CopyRegular />} onClick={() => send({ kind: 'copy', fragmentId })} /> : null}
      {fragment.canOpen ? <IconButton label="Open" icon={<OpenRegular />} onClick={() => send({ kind: 'open', fragmentId })} /> : null}
      <IconButton label="More" icon={<MoreHorizontalRegular />} onClick={(event) => menu.open(fragment, event.currentTarget)} />
    </span>
  );
}

interface Props {
  readonly fragment: FragmentRow;
  /** Tab comes to this row of the list. */
  readonly isEntry: boolean;
  /** The pointer or the focus is on it. */
  readonly isHot: boolean;
  readonly isExpanded: boolean;
  readonly onToggle: (id: string) => void;
}

/** One row; choosing it shows all of it. */
export const FragmentItem = memo(function FragmentItem({ fragment, isEntry, isHot, isExpanded, onToggle }: Props): JSX.Element {
  const styles = useStyles();
  return (
    <li className={styles.item} data-fragment={fragment.id}>
      <div className={mergeClasses(styles.line, isHot && styles.hot)}>
        <button
          type="button"
          className={styles.opens}
          data-opens=""
          aria-expanded={isExpanded}
          tabIndex={isEntry ? 0 : -1}
          onClick={() => onToggle(fragment.id)}
        >
          <FragmentHead fragment={fragment} hasBadge={!isHot} />
        </button>
        {isHot ? <QuickActions fragment={fragment} /> : null}
      </div>
      {isExpanded ? (
        <div className={styles.body}>
          <FragmentBody fragment={fragment} hasOutcome />
        </div>
      ) : null}
    </li>
  );
});
