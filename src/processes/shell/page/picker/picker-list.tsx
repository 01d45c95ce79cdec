/** The copies of the picker, under its search box. A click leaves the focus there. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, type MouseEvent, memo, type UIEvent, useEffect, useMemo, useState } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say, spokenLanguage } from '../../../../domain/language/say.ts';
import { FragmentHead } from '../fragments/fragment-head.tsx';
import { hubThemeVariables } from '../frame/themes.ts';
import { toldApart } from './tell-apart.ts';

const useStyles = makeStyles({
  // Without these it is as wide as the longest line of a row, and the ends of all rows are out of sight.
  all: { display: 'flex', flexDirection: 'column', minHeight: '0', minWidth: '0' },
  list: {
    position: 'relative',
    flex: '1 1 0',
    minHeight: '0',
    overflowX: 'hidden',
    overflowY: 'auto',
    scrollbarWidth: 'thin',
    scrollbarColor: `${tokens.colorNeutralStroke1} transparent`,
    padding: '4px',
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: '4px 8px',
    border: '1px solid transparent',
    borderRadius: '6px',
    cursor: 'default',
  },
  // Less than the chosen one has, which Enter pastes.
  other: {
    ':hover': { backgroundColor: hubThemeVariables.hubRowHover, border: `1px solid ${hubThemeVariables.hubRowHoverLine}` },
  },
  // What Enter pastes has to be seen at a glance.
  chosen: {
    backgroundColor: hubThemeVariables.hubRowHover,
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandBackground}`,
  },
  // Where the background is no other one, in high contrast, a line shows it; the chosen one has its own.
  pickedLine: { border: `1px solid ${hubThemeVariables.hubRowHoverLine}` },
  picked: {
    backgroundColor: tokens.colorBrandBackground2,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  // In which order they are pasted.
  order: {
    display: 'inline-block',
    minWidth: '20px',
    boxSizing: 'border-box',
    padding: '0 6px',
    borderRadius: '10px',
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    textAlign: 'center',
    fontWeight: tokens.fontWeightSemibold,
  },
  number: { flex: 'none', width: '36px', textAlign: 'right', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  present: {
    flex: 'none',
    padding: '6px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  // Rows of the search before: they are seen to wait, and none of them is marked or can be clicked.
  late: { opacity: 0.35, pointerEvents: 'none' },
  nothing: { padding: '16px 12px', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

/** An answer that is there by then changes the rows at once: nothing flickers. */
const lateMs = 200;

/** Whether this has been so for a while. */
function useLate(isBusy: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBusy]);
  return isLate && isBusy;
}

/** The rows that Alt and a digit pick. */
const numbered = 9;
/** In px, from the lower edge. */
const near = 300;

export function rowId(index: number): string {
  return `picked-${index}`;
}

interface Props {
  readonly rows: readonly FragmentRow[];
  readonly chosen: number;
  /** Why there are none. */
  readonly absence: string;
  /** Why what is on the clipboard is not among the rows; empty if it is. */
  readonly present: string;
  readonly isBusy: boolean;
  /** They are the last ones, not the first. */
  readonly isAtEnd: boolean;
  /** The view comes near this row. */
  readonly onNear: (index: number) => void;
  /** The place of each selected row among these, by id. */
  readonly places: ReadonlyMap<string, number>;
  readonly onClick: (row: FragmentRow, event: MouseEvent) => void;
  /** The menu of a row is wanted; `point`: where the pointer is. */
  readonly onMenu: (row: FragmentRow, point: { readonly x: number; readonly y: number }) => void;
  readonly onPick: (row: FragmentRow, how: 'paste' | 'paste-plain' | 'copy') => void;
}

export function PickerList({
  rows,
  chosen,
  absence,
  present,
  isBusy,
  isAtEnd,
  places,
  onNear,
  onClick,
  onMenu,
  onPick,
}: Props): JSX.Element {
  const styles = useStyles();
  const language = spokenLanguage();
  const chosenId = rows[chosen]?.id;
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(rowId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen, chosenId]);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    if (isAtEnd ? scrollTop < near : scrollTop + clientHeight > scrollHeight - near) onNear(isAtEnd ? 0 : rows.length - 1);
  };
  const apart = useMemo(() => toldApart(rows), [rows]);
  const isLate = useLate(isBusy) && rows.length > 0;
  return (
    <div className={styles.all}>
      {present === '' || rows.length === 0 ? null : (
        <div className={styles.present} role="note">
          {present}
        </div>
      )}
      {isLate ? (
        <div className={styles.present} role="status">
          {absence}
        </div>
      ) : null}
      <div
        id="picked"
        role="listbox"
        aria-label={say('Copies')}
        aria-busy={isBusy}
        aria-multiselectable
        className={mergeClasses(styles.list, isLate && styles.late)}
        tabIndex={-1}
        onScroll={onScroll}
        onPointerDown={(event) => event.preventDefault()}
      >
        {rows.map((row, index) => (
          // By place: the elements of the search before are filled anew, which costs less than making others.
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state
            key={index}
            row={row}
            index={index}
            hasNumber={!isAtEnd && index < numbered}
            isChosen={index === chosen && !isLate}
            isAlone={places.size === 0}
            order={places.get(row.id)}
            instead={apart.get(row.id)}
            {...{ onClick, onMenu, onPick, language }}
          />
        ))}
        {rows.length > 0 ? null : (
          <div className={styles.nothing} role="status">
            {absence}
          </div>
        )}
      </div>
    </div>
  );
}

interface RowProps extends Pick<Props, 'onClick' | 'onMenu' | 'onPick'> {
  readonly row: FragmentRow;
  readonly index: number;
  readonly isChosen: boolean;
  /** No row is selected: the chosen one is what is meant. */
  readonly isAlone: boolean;
  /** Its place among the selected ones, from 1 on. */
  readonly order: number | undefined;
  readonly hasNumber: boolean;
  /** Of its title, where others begin alike. */
  readonly instead: string | undefined;
  /** The one that is spoken: another one is drawn anew. */
  readonly language: string;
}

const Row = memo(function Row({ row, index, hasNumber, instead, language, ...at }: RowProps): JSX.Element {
  const { isChosen, isAlone, order, onClick, onMenu, onPick } = at;
  const isPicked = order !== undefined;
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search box's, which keeps the focus
    <div
      id={rowId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={isAlone ? isChosen : isPicked}
      className={mergeClasses(
        styles.row,
        isPicked && styles.pickedLine,
        isChosen ? styles.chosen : styles.other,
        isPicked && styles.picked,
      )}
      onClick={(event) => onClick(row, event)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(row, { x: event.clientX, y: event.clientY });
      }}
      onDoubleClick={(event) => {
        // With these it is two clicks that select.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPick(row, 'paste');
      }}
    >
      <Face row={row} instead={instead} language={language} />
      <span className={styles.number} aria-hidden={!isPicked}>
        {isPicked
          ? order > 0 && <span className={styles.order}>{order}</span>
          : hasNumber
            ? say('Alt {digit}', { digit: String(index + 1) })
            : null}
      </span>
    </div>
  );
});

/** Drawn once, while the choice moves on. */
const Face = memo(function Face({ row, instead }: Pick<RowProps, 'row' | 'instead' | 'language'>): JSX.Element {
  return <FragmentHead fragment={row} instead={instead} excerpt={instead === undefined ? excerptOf(row) : undefined} hasBadge />;
});

/** The first two lines of a text that has several; blank ones say nothing. Below the user's own title one line of what was copied. */
function excerptOf({ kind, preview, ownTitle, host }: FragmentRow): string | undefined {
  const lines = (kind === 'text' && host === '') || ownTitle !== '' ? preview.split('\n').filter((line) => line.trim() !== '') : [];
  if (ownTitle !== '') return lines[0];
  return lines.length > 1 ? lines.slice(0, 2).join('\n') : undefined;
}
