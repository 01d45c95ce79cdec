import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, memo } from 'react';
import type { Language } from '../../../../contract/documents/hub.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { IconButton } from '../frame/button.tsx';
import { hubThemeVariables } from '../frame/themes.ts';
import { MoreHorizontalRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { actionsOf, type FragmentAction } from './fragment-actions.tsx';
import { FragmentBody } from './fragment-body.tsx';
import { FragmentHead } from './fragment-head.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';

const useStyles = makeStyles({
  // Each draws its part of the card that the rows of a group form.
  item: {
    position: 'absolute',
    left: 0,
    right: 0,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottomStyle: 'none',
  },
  first: { borderTopLeftRadius: '8px', borderTopRightRadius: '8px' },
  last: { borderBottomStyle: 'solid', borderBottomLeftRadius: '8px', borderBottomRightRadius: '8px' },
  line: { display: 'flex', alignItems: 'center' },
  hot: { backgroundColor: hubThemeVariables.hubRowHover, boxShadow: `inset 0 0 0 1px ${hubThemeVariables.hubRowHoverLine}` },
  selected: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandBackground}, inset 0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
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

/** The most common actions; the menu has all of them. */
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
      <IconButton label={say('More')} icon={<MoreHorizontalRegular />} onClick={(event) => menu.open(fragment, event.currentTarget)} />
    </span>
  );
}

interface Props {
  readonly fragment: FragmentRow;
  /** Its position in the list, in px. */
  readonly top: number;
  readonly measure: (element: HTMLElement | null) => void;
  /** Among the items of its list, from 0 on; and among the rows, from 1 on. */
  readonly index: number;
  readonly place: number;
  /** First and last of its group. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The row of the list that Tab reaches. */
  readonly isEntry: boolean;
  /** The pointer or the focus is on it. */
  readonly isHot: boolean;
  readonly isSelected: boolean;
  /** The whole fragment, if the row is expanded. */
  readonly whole: FragmentRow | null;
  /** The one that is spoken: the row is drawn anew when it changes. */
  readonly language: Language;
}

/** One row; choosing it expands the fragment. */
export const FragmentItem = memo(function FragmentItem({ fragment, isEntry, isHot, isSelected, whole, ...lies }: Props): JSX.Element {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    // biome-ignore lint/a11y/useSemanticElements: a row is laid out by its place
    <li
      ref={lies.measure}
      className={mergeClasses(styles.item, lies.isFirst && styles.first, lies.isLast && styles.last)}
      style={{ top: lies.top }}
      data-fragment={fragment.id}
      data-index={lies.index}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows of a list can be selected, several at once
      role="row"
      aria-rowindex={lies.place}
      aria-selected={isSelected}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a row is laid out by its place */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button has the focus */}
      <div role="gridcell" className={mergeClasses(styles.line, isHot && styles.hot, isSelected && styles.selected)}>
        <button
          type="button"
          className={styles.opens}
          data-opens=""
          aria-expanded={whole !== null}
          tabIndex={isEntry ? 0 : -1}
          onClick={() => sendCommand({ kind: 'expand', fragmentId: whole === null ? fragment.id : null })}
        >
          <FragmentHead fragment={fragment} hasProgram hasBadge={!isHot} hasLines={whole === null} />
        </button>
        {isHot ? <QuickActions fragment={fragment} /> : null}
      </div>
      {whole === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a row is laid out by its place
        // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus
        <div role="gridcell" className={styles.body}>
          <FragmentBody fragment={whole} hasOutcome />
        </div>
      )}
    </li>
  );
});
