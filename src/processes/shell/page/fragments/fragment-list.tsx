/**
 * Copies, newest first, under the headings of their time. Only visible rows are laid out, however many are known. The list is one stop in the Tab
 * order, from which the arrow keys continue across groups; the actions of a row exist while the pointer or the focus is on it.
 */
import { makeStyles } from '@griffel/react';
import {
  type FocusEvent,
  type JSX,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isMenuKey } from '../../../../contract/documents/shortcut.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { spokenLanguage } from '../../../../domain/language/say.ts';
import { drawnTogether } from '../../../../domain/picture/drawable-picture.ts';
import { isHeld } from '../frame/held-key.ts';
import { useWithoutGone } from '../rows/gone-rows.ts';
import type { ListItem } from '../rows/list-items.ts';
import type { VisibleNumbers } from '../rows/next-rows-question.ts';
import type { RowList, ShownRows } from '../rows/row-list.ts';
import { countOf, partAt } from '../rows/sparse-rows.ts';
import { commandPressed, runCommand } from '../saved-commands/command-items.tsx';
import { doWithSelected, pinDeed, SelectionBar, selectionItems } from '../selection/selection-bar.tsx';
import { isCommand, useSelection } from '../selection/use-selection.ts';
import { sendCommand } from '../shell-client.ts';
import { deleteByKey, rowDeeds } from './fragment-actions.tsx';
import { FragmentItem } from './fragment-item.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { enterList, useListFocus } from './list-focus.ts';
import { ListGap } from './list-gap.tsx';
import { Group, piecesOf } from './list-pieces.tsx';
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts';

const useStyles = makeStyles({
  place: { position: 'relative', flex: 'none' },
});

interface Props {
  readonly label: string;
  readonly list: ShownRows;
  /** Called with the visible rows; `null` when the list is gone. */
  readonly onSight?: (who: string, sight: VisibleNumbers | null) => void;
  /** Reads rows that the list does not know, to select them. Without it, it knows all of them. */
  readonly read?: RowList['rowsWithin'];
  /** At the end of the first heading. */
  readonly aside?: string;
  /** Search results have no headings. */
  readonly isGrouped?: boolean;
  /** The fragment that is expanded in its row. */
  readonly expanded: FragmentRow | null;
  /** Shown beside the list: the limit on pictures applies to all of them together. */
  readonly beside?: readonly FragmentRow[];
}

type RowItem = Extract<ListItem, { kind: 'row' }>;
type Shown = VirtualRows['shown'][number];

function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-fragment]') : null;
}

function opensItem(item: Element | null | undefined): HTMLElement | null {
  return item?.querySelector<HTMLElement>('[data-opens]') ?? null;
}

const unseen = (): void => {};
const nothing: readonly FragmentRow[] = [];

export function FragmentList(props: Props): JSX.Element {
  const { label, list: known, onSight = unseen, read, aside, isGrouped = true, expanded, beside = nothing } = props;
  const styles = useStyles();
  const menu = useFragmentMenu();
  const list = useWithoutGone(known);
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows({
    rows: list.rows,
    isGrouped,
    focused: last,
    place,
    onSight: useCallback((sight: VisibleNumbers | null) => onSight(label, sight), [onSight, label]),
  });
  const focus = useListFocus({
    rows,
    list: place,
    focused,
    setFocused: (id) => {
      setFocused(id);
      setLast(id);
    },
  });

  const several = useSelection({ list: list.rows, read, enter: () => rowOf(enterList(place.current)) });
  const { selection } = several;

  // The row with the focus, and those around it, stay loaded wherever the list is scrolled to.
  useEffect(() => {
    const number = Number(focused);
    onSight(`${label} focus`, focused === null ? null : { newest: number, oldest: number });
    return () => onSight(`${label} focus`, null);
  }, [onSight, label, focused]);

  const rowAt = ({ index }: Shown): FragmentRow | undefined => {
    const item = rows.items[index];
    return item?.kind === 'row' ? item.row : undefined;
  };
  const shownRows = rows.shown.map(rowAt).filter((row) => row !== undefined);
  const inSight = rows.shown.find((shown) => shown.start >= rows.offset && rowAt(shown) !== undefined);
  const entry = shownRows.some(({ id }) => id === last) ? last : ((inSight === undefined ? undefined : rowAt(inSight)) ?? shownRows[0])?.id;
  const drawn = drawnTogether([...beside, ...(expanded === null ? [] : [expanded]), ...shownRows]);
  const isWhole = list.rows.parts.every(({ kind }) => kind === 'run') || partAt(list.rows, 0).kind === 'run' || isGrouped;
  const count = isWhole ? countOf(list.rows) : -1;
  function rowOf(item: HTMLElement | null): FragmentRow | undefined {
    const found = rows.items.find(({ key }) => key === item?.dataset.fragment);
    return found?.kind === 'row' ? found.row : undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const pressed = itemOf(event.target);
    const on = pressed !== null && event.target === opensItem(pressed) ? rowOf(pressed) : undefined;
    if (on !== undefined && several.press(event, on)) {
      event.preventDefault();
      return;
    }
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isPlain && event.target === opensItem(pressed) && focus.press(event.key, Number(pressed?.dataset.fragment))) {
      event.preventDefault();
      return;
    }
    focus.settle();
    onOtherKey(event, itemOf(document.activeElement));
  }

  /** A key that does not move the focus. */
  function onOtherKey(event: KeyboardEvent<HTMLElement>, item: HTMLElement | null): void {
    const fragment = item === null ? undefined : rowOf(item);
    const opens = opensItem(item);
    if (fragment === undefined || opens === null) return;
    if (isMenuKey(event)) {
      event.preventDefault();
      return openMenu(fragment, opens);
    }
    const isOnRow = document.activeElement === opens;
    if (event.key === 'Escape' && expanded !== null) {
      event.preventDefault();
      sendCommand({ kind: 'expand', fragmentId: null });
      opens.focus();
    }
    if (!isOnRow) return;
    if (selection.rows.length > 0) return onSelectionKey(event);
    const hasSelection = (getSelection()?.toString() ?? '') !== '';
    if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && fragment.canCopy && !hasSelection) {
      event.preventDefault();
      sendCommand({ kind: 'copy', fragmentId: fragment.id });
    }
    const deed = isCommand(event) ? rowDeeds[event.key.toLowerCase()] : undefined;
    if (deed !== undefined) {
      event.preventDefault();
      deed(fragment);
    }
    // Held down, it would delete one row after another.
    if (event.key === 'Delete' && !isHeld(event.nativeEvent)) deleteByKey(fragment);
    const command = commandPressed(event, fragment);
    if (command === null) return;
    event.preventDefault();
    if (!isHeld(event.nativeEvent)) runCommand(command.id, fragment);
  }

  /** A key of a row is one of all selected rows. */
  function onSelectionKey(event: KeyboardEvent<HTMLElement>): void {
    const key = event.key.toLowerCase();
    const isWanted = (letter: string): boolean => isCommand(event) && key === letter;
    const deed = event.key === 'Delete' ? 'delete' : isWanted('c') ? 'copy' : isWanted('p') ? pinDeed(selection.rows) : null;
    if (deed === null) return;
    event.preventDefault();
    doWithSelected(deed, selection.rows);
  }

  /** A click with Ctrl or Shift selects, and opens nothing; any other one ends the selection. */
  function onClick(event: MouseEvent): void {
    const item = event.target instanceof Element && event.target.closest('[data-opens]') !== null ? itemOf(event.target) : null;
    const row = item === null ? undefined : rowOf(item);
    if (row === undefined || !several.click(event, row)) return;
    event.preventDefault();
    event.stopPropagation();
    opensItem(item)?.focus({ preventScroll: true });
  }

  function openMenu(fragment: FragmentRow, from: HTMLElement, point?: { readonly x: number; readonly y: number }): void {
    if (several.ids.has(fragment.id) && selection.rows.length > 1) return menu.openItems(selectionItems(selection.rows), from, point);
    several.clear();
    menu.open(fragment, from, point);
  }

  function onContextMenu(event: MouseEvent): void {
    const item = itemOf(event.target);
    const fragment = item === null ? undefined : rowOf(item);
    const from = opensItem(item);
    if (fragment === undefined || from === null) return;
    event.preventDefault();
    openMenu(fragment, from, { x: event.clientX, y: event.clientY });
  }

  function onFocus(event: FocusEvent): void {
    const id = itemOf(event.target)?.dataset.fragment ?? null;
    setFocused(id);
    setLast(id);
    const item = itemOf(event.target);
    const row = item !== null && event.target === opensItem(item) ? rowOf(item) : undefined;
    if (row !== undefined) several.focused(row);
  }

  /** A row keeps its actions while the focus moves to one of them. */
  function onBlur(event: FocusEvent): void {
    if (itemOf(event.relatedTarget) !== itemOf(event.target)) setFocused(null);
  }

  const topOf = (shown: Shown): number => Math.min(Math.max(0, rows.topOf(shown)), rows.height);
  const rowShown = (shown: Shown, { row, place: position, isFirst, isLast }: RowItem): JSX.Element => (
    <FragmentItem
      key={row.id}
      fragment={row.imageUrl === null || drawn.has(row.imageUrl) ? row : { ...row, imageUrl: null }}
      top={topOf(shown)}
      measure={rows.measure}
      index={shown.index}
      place={position}
      isFirst={isFirst}
      isLast={isLast}
      isEntry={row.id === entry}
      isHot={row.id === hovered || row.id === focused}
      isSelected={several.ids.has(row.id)}
      whole={row.id === expanded?.id ? expanded : null}
      language={spokenLanguage()}
    />
  );
  const clearSelection = (): void => {
    several.clear();
    place.current?.querySelector<HTMLElement>('[data-opens][tabindex="0"]')?.focus({ preventScroll: true });
  };
  const pieces = piecesOf(rows);
  const groups: JSX.Element[] = [];
  const gaps: JSX.Element[] = [];
  for (const { key, title, heading, shown } of pieces) {
    const first = shown[0];
    const item = first === undefined ? undefined : rows.items[first.index];
    if (first !== undefined && item?.kind === 'gap')
      gaps.push(<ListGap key={key} top={rows.topOf(first)} item={first} rows={rows} isFailing={list.isFailing} />);
    else
      groups.push(
        <Group key={key} title={title} aside={key === pieces[0]?.key ? aside : undefined} heading={heading} rows={rows} top={topOf}>
          {shown.map((each) => rowShown(each, rows.items[each.index] as RowItem))}
        </Group>,
      );
  }
  const rowsShown = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={place}
      role="group"
      className={styles.place}
      style={{ height: rows.height }}
      aria-label={label}
      onPointerOver={(event: PointerEvent) => setHovered(itemOf(event.target)?.dataset.fragment ?? null)}
      onPointerLeave={() => setHovered(null)}
      onPointerDown={(event: PointerEvent) => {
        several.settle();
        // Shift would mark the text between this and the last click.
        if (event.shiftKey && event.target instanceof Element && event.target.closest('[data-opens]') !== null) getSelection()?.empty();
      }}
      onMouseDown={(event: MouseEvent) => event.shiftKey && event.preventDefault()}
      onClickCapture={onClick}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {groups.length === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: rows are laid out by their place
        <div role="grid" aria-label={label} aria-multiselectable aria-rowcount={count}>
          {groups}
        </div>
      )}
      {gaps}
    </div>
  );
  return (
    <>
      {rowsShown}
      <SelectionBar selection={selection} onClear={clearSelection} />
    </>
  );
}
