import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useState } from 'react';
import type { ChipGroup } from '../../../../contract/page-rows/search-view.ts';
import { say } from '../../../../domain/language/say.ts';
import { hasCondition, toggledCondition } from './toggle-condition.ts';

const useStyles = makeStyles({
  chips: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '4px 4px 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  group: { display: 'flex', alignItems: 'baseline', gap: '4px', minWidth: 0 },
  ofGroup: { display: 'flex', flexWrap: 'wrap', gap: '4px', minWidth: 0 },
  title: {
    '@media (max-width: 480px)': { display: 'none' },
    flex: 'none',
    minWidth: '64px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  chip: {
    minHeight: '24px',
    maxWidth: '160px',
    padding: '0 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: '12px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    outlineStyle: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  on: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2 },
    '@media (forced-colors: active)': {
      border: '1px solid Highlight',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
      forcedColorAdjust: 'none',
    },
  },
});

/** Of a longer group these are shown at first, and those that are on: the results need the room. */
const chipsAtFirst = 5;

interface Props {
  readonly groups: readonly ChipGroup[];
  /** In the search box. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Buttons that write a condition into the search, and take it out again. Tab reaches them; a click leaves the focus in the box. */
export function SearchChips({ groups, text, onText }: Props): JSX.Element | null {
  const styles = useStyles();
  const [opened, open] = useState<readonly string[]>([]);
  if (groups.length === 0) return null;
  return (
    <div className={styles.chips} role="toolbar" aria-label={say('Narrow the search')}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        <div key={group.key} className={styles.group} role="group" aria-label={group.title}>
          <span className={styles.title} aria-hidden>
            {group.title}
          </span>
          <div className={styles.ofGroup}>
            {group.chips.map((chip, place) => {
              const isOn = hasCondition(text, chip);
              const isShown = isOn || place < chipsAtFirst || !isLong(group) || opened.includes(group.key);
              return !isShown ? null : (
                <button
                  key={chip.condition}
                  type="button"
                  className={mergeClasses(styles.chip, isOn && styles.on)}
                  aria-pressed={isOn}
                  onClick={() => onText(toggledCondition(text, group, chip))}
                >
                  {chip.title}
                </button>
              );
            })}
            {!isLong(group) ? null : (
              <button
                type="button"
                className={styles.chip}
                aria-expanded={opened.includes(group.key)}
                aria-label={`${opened.includes(group.key) ? say('Fewer') : say('More')}: ${group.title}`}
                onClick={() => open(opened.includes(group.key) ? opened.filter((key) => key !== group.key) : [...opened, group.key])}
              >
                {opened.includes(group.key) ? say('Fewer') : say('More')}
              </button>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

/** One more chip takes no more room than the button that would show it. */
function isLong({ chips }: ChipGroup): boolean {
  return chips.length > chipsAtFirst + 1;
}
