/**
 * Copies, newest first, under the headings of their time. Only visible rows are laid out, however many are known. The list is one stop in the Tab
 * order, from which the arrow keys continue across groups; the actions of a row exist while the pointer or the focus is on it.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import {
  type FocusEvent,
  type JSX,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { spokenLanguage } from '../../../../domain/language/say.ts';
import { drawnTogether } from '../../../../domain/picture/drawable-picture.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import type { ListItem } from '../rows/list-items.ts';
import type { VisibleNumbers } from '../rows/next-rows-question.ts';
import type { ShownRows } from '../rows/row-list.ts';
import { countOf, partAt } from '../rows/sparse-rows.ts';
import { sendCommand } from '../shell-client.ts';
import { deleteFragment, togglePin } from './fragment-actions.tsx';
import { FragmentItem } from './fragment-item.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { useListFocus } from './list-focus.ts';
import { ListGap } from './list-gap.tsx';
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts';

const useStyles = makeStyles({
  place: { position: 'relative', flex: 'none' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  heading: { position: 'absolute', left: 0, right: 0, margin: 0, padding: '16px 0 8px', boxSizing: 'content-box' },
  top: { paddingTop: '4px' },
});

interface Props {
  readonly label: string;
  readonly list: ShownRows;
  /** Called with the visible rows; `null` when the list is gone. */
  readonly onSight?: (who: string, sight: VisibleNumbers | null) => void;
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
  const { label, list, onSight = unseen, aside, isGrouped = true, expanded, beside = nothing } = props;
  const styles = useStyles();
  const menu = useFragmentMenu();
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
  function rowOf(item: HTMLElement): FragmentRow | undefined {
    const found = rows.items.find(({ key }) => key === item.dataset.fragment);
    return found?.kind === 'row' ? found.row : undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const pressed = itemOf(event.target);
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
    const isOnRow = document.activeElement === opens;
    if (event.key === 'Escape' && expanded !== null) {
      sendCommand({ kind: 'expand', fragmentId: null });
      opens.focus();
    }
    if (!isOnRow) return;
    const hasSelection = (getSelection()?.toString() ?? '') !== '';
    if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && fragment.canCopy && !hasSelection) {
      event.preventDefault();
      sendCommand({ kind: 'copy', fragmentId: fragment.id });
    }
    if (event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      togglePin(fragment);
    }
    if (event.key === 'Delete') deleteFragment(fragment);
  }

  function onContextMenu(event: MouseEvent): void {
    const item = itemOf(event.target);
    const fragment = item === null ? undefined : rowOf(item);
    const from = opensItem(item);
    if (fragment === undefined || from === null) return;
    event.preventDefault();
    // A key event has no position; browsers report the corner, or the middle, of the focused element.
    menu.open(fragment, from, event.button === 2 ? { x: event.clientX, y: event.clientY } : undefined);
  }

  function onFocus(event: FocusEvent): void {
    const id = itemOf(event.target)?.dataset.fragment ?? null;
    setFocused(id);
    setLast(id);
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
      count={count}
      isFirst={isFirst}
      isLast={isLast}
      isEntry={row.id === entry}
      isHot={row.id === hovered || row.id === focused}
      whole={row.id === expanded?.id ? expanded : null}
      language={spokenLanguage()}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={place}
      role="group"
      className={styles.place}
      style={{ height: rows.height }}
      aria-label={label}
      onPointerOver={(event: PointerEvent) => setHovered(itemOf(event.target)?.dataset.fragment ?? null)}
      onPointerLeave={() => setHovered(null)}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {piecesOf(rows).map(({ key, title, heading, shown }, index) => {
        const first = shown[0];
        const item = first === undefined ? undefined : rows.items[first.index];
        if (first !== undefined && item?.kind === 'gap')
          return <ListGap key={key} top={rows.topOf(first)} item={first} rows={rows} isFailing={list.isFailing} />;
        return (
          <Group key={key} title={title} aside={index === 0 ? aside : undefined} heading={heading} rows={rows} top={topOf}>
            {shown.map((each) => rowShown(each, rows.items[each.index] as RowItem))}
          </Group>
        );
      })}
    </div>
  );
}

/** A unit of layout: a gap, or rows under one heading, which may be scrolled out of view. */
interface Piece {
  readonly key: string;
  readonly title: string;
  readonly heading: Shown | null;
  readonly shown: readonly Shown[];
}

function piecesOf({ items, shown }: VirtualRows): readonly Piece[] {
  const pieces: { key: string; title: string; heading: Shown | null; shown: Shown[]; end: number }[] = [];
  for (const each of shown) {
    const item = items[each.index];
    const last = pieces.at(-1);
    if (item?.kind === 'heading') pieces.push({ key: '', title: item.title, heading: each, shown: [], end: each.index });
    else if (item?.kind === 'row' && last !== undefined && last.title === item.title && last.end === each.index - 1) {
      last.shown.push(each);
      last.end = each.index;
    } else if (item?.kind === 'row') {
      pieces.push({ key: '', title: item.title, heading: null, shown: [each], end: each.index });
    } else if (item !== undefined) pieces.push({ key: '', title: ' ', heading: null, shown: [each], end: each.index });
  }
  // Rows remain the same elements when their heading, or a gap above them, disappears or changes.
  return pieces.map((piece, index) => ({
    ...piece,
    key: `${piece.title} ${pieces.slice(0, index).filter(({ title }) => title === piece.title).length}`,
  }));
}

interface GroupProps {
  readonly title: string;
  readonly aside: string | undefined;
  readonly heading: Shown | null;
  readonly rows: VirtualRows;
  readonly top: (shown: Shown) => number;
  readonly children: readonly JSX.Element[];
}

function Group({ title, aside, heading, rows, top, children }: GroupProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const id = useId();
  const name = heading === null ? (title === '' ? {} : { 'aria-label': title }) : { 'aria-labelledby': id };
  return (
    <>
      {heading === null ? null : (
        <h2
          ref={rows.measure}
          id={id}
          className={mergeClasses(surfaces.headline, styles.heading, heading.index === 0 && styles.top)}
          style={{ top: top(heading) }}
          data-index={heading.index}
        >
          {title} {aside === undefined || heading.index > 0 ? null : <span className={surfaces.aside}>{aside}</span>}
        </h2>
      )}
      <ul className={styles.list} {...name}>
        {children}
      </ul>
    </>
  );
}
