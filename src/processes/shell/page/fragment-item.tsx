import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { type JSX, memo } from 'react';
import type { FragmentRow } from '../../../contract/shell-page.ts';
import { actionsOf, type FragmentAction } from './fragment-actions.tsx';
import { FragmentBody } from './fragment-body.tsx';
import { FragmentHead } from './fragment-head.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { send } from './hub.ts';
import { IconButton } from './icon-button.tsx';
import { additions } from './themes.ts';

const useStyles = makeStyles({
  item: {
    position: 'relative',
    contentVisibility: 'auto',
    // The line between two rows comes to it.
    containIntrinsicSize: 'auto 52px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  line: { display: 'flex', alignItems: 'center' },
  hot: { backgroundColor: additions.hubRowHover, boxShadow: `inset 0 0 0 1px ${additions.hubRowHoverLine}` },
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

/** Those that are wanted most; the menu has them all. */
const quick: readonly FragmentAction['kind'][] = ['copy', 'open'];

function QuickActions({ fragment }: { readonly fragment: FragmentRow }): JSX.Element {
  const styles = useStyles();
  const menu = useFragmentMenu();
  return (
    <span className={styles.actions}>
      {actionsOf(fragment)
        .filter(({ kind, isPossible }) => isPossible && quick.includes(kind))
        .map(({ kind, label, icon, act }) => (
          <IconButton key={kind} label={label} icon={icon} onClick={act} />
        ))}
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
  /** All of the fragment, where the row is open. */
  readonly whole: FragmentRow | null;
}

/** One row; choosing it shows all of it. */
export const FragmentItem = memo(function FragmentItem({ fragment, isEntry, isHot, whole }: Props): JSX.Element {
  const styles = useStyles();
  return (
    <li className={styles.item} data-fragment={fragment.id}>
      <div className={mergeClasses(styles.line, isHot && styles.hot)}>
        <button
          type="button"
          className={styles.opens}
          data-opens=""
          aria-expanded={whole !== null}
          tabIndex={isEntry ? 0 : -1}
          onClick={() => send({ kind: 'expand', fragmentId: whole === null ? fragment.id : null })}
        >
          <FragmentHead fragment={fragment} hasBadge={!isHot} />
        </button>
        {isHot ? <QuickActions fragment={fragment} /> : null}
      </div>
      {whole === null ? null : (
        <div className={styles.body}>
          <FragmentBody fragment={whole} hasOutcome />
        </div>
      )}
    </li>
  );
});
