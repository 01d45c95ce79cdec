/**
 * Copies, newest first, under the time that they are of. The list has one place in the order of Tab, from which the arrows go on, from group to
 * group; the actions of a row exist while the pointer or the focus is on it, and rows out of sight are not laid out: both keep long lists quick.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  type FocusEvent,
  type JSX,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FragmentRow, FragmentList as Fragments } from '../../../contract/shell-page.ts';
import { useAnchoredScroll } from './anchored-scroll.ts';
import { FragmentItem } from './fragment-item.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { send } from './hub.ts';
import { NearEnd } from './near-end.tsx';
import { useSurfaces } from './surfaces.ts';

const useStyles = makeStyles({
  groups: { display: 'flex', flexDirection: 'column', gap: '12px' },
  list: { margin: 0, padding: 0, listStyleType: 'none', flex: 'none' },
});

interface Props {
  readonly label: string;
  readonly list: Fragments;
  /** At the end of the first heading. */
  readonly aside?: string;
  /** What was found is in another order than that of time. */
  readonly isGrouped?: boolean;
  /** The fragment that is shown whole, in its row. */
  readonly expanded: FragmentRow | null;
}

interface Group {
  /** A title that comes again is of another group: a clock that was wrong for a while parts one time in two. */
  readonly key: string;
  readonly title: string;
  readonly rows: readonly FragmentRow[];
}

/** Rows that follow each other and have one heading. */
function groupsOf(rows: readonly FragmentRow[]): readonly Group[] {
  const starts = rows.flatMap(({ group }, index) => (group === rows[index - 1]?.group ? [] : [index]));
  const titles = starts.map((start) => rows[start]?.group ?? '');
  return starts.map((start, index) => {
    const title = titles[index] ?? '';
    const before = titles.slice(0, index).filter((each) => each === title).length;
    return { key: `${before} ${title}`, title, rows: rows.slice(start, starts[index + 1]) };
  });
}

function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-fragment]') : null;
}

function opensItem(item: Element | null | undefined): HTMLElement | null {
  return item?.querySelector<HTMLElement>('[data-opens]') ?? null;
}

function focusNeighbour(opens: HTMLElement, list: HTMLElement, key: string): boolean {
  const all = [...list.querySelectorAll<HTMLElement>('[data-opens]')];
  const now = all.indexOf(opens);
  const neighbours: Readonly<Record<string, number>> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 };
  const place = neighbours[key];
  if (place === undefined) return false;
  // The pointer may have put it where it was, and keys go on from there.
  all[place]?.focus({ focusVisible: true } as FocusOptions);
  all[place]?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** When the row that has the focus goes, because it was deleted, the focus goes to the one that takes its place. */
function useNeighbourFocus(list: RefObject<HTMLElement | null>, rows: readonly FragmentRow[], focused: string | null): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const place = before.current.findIndex(({ id }) => id === focused);
    before.current = rows;
    if (place === -1 || rows.some(({ id }) => id === focused) || document.activeElement !== document.body) return;
    const all = list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [];
    all[Math.min(place, all.length - 1)]?.focus();
  }, [list, rows, focused]);
}

export function FragmentList({ label, list, aside, isGrouped = true, expanded }: Props): JSX.Element {
  const styles = useStyles();
  const menu = useFragmentMenu();
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);

  const { rows } = list;
  const entry = rows.some((row) => row.id === last) ? last : rows[0]?.id;
  useNeighbourFocus(place, rows, focused);
  useAnchoredScroll(place, rows);
  const rowOf = (item: HTMLElement) => rows.find((row) => row.id === item.dataset.fragment);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const item = itemOf(event.target);
    const fragment = item === null ? undefined : rowOf(item);
    const opens = opensItem(item);
    if (fragment === undefined || opens === null) return;
    if (event.key === 'Escape' && expanded !== null) {
      send({ kind: 'expand', fragmentId: null });
      opens.focus();
    }
    if (event.target !== opens) return;
    if (focusNeighbour(opens, event.currentTarget, event.key)) event.preventDefault();
    const hasSelection = (getSelection()?.toString() ?? '') !== '';
    if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && fragment.canCopy && !hasSelection) {
      event.preventDefault();
      send({ kind: 'copy', fragmentId: fragment.id });
    }
    if (event.key === 'Delete') menu.askDelete(fragment, opens);
  }

  function onContextMenu(event: MouseEvent): void {
    const item = itemOf(event.target);
    const fragment = item === null ? undefined : rowOf(item);
    const from = opensItem(item);
    if (fragment === undefined || from === null) return;
    event.preventDefault();
    // A key has no place; browsers then say the corner, or the middle, of what has the focus.
    menu.open(fragment, from, event.button === 2 ? { x: event.clientX, y: event.clientY } : undefined);
  }

  function onFocus(event: FocusEvent): void {
    const id = itemOf(event.target)?.dataset.fragment ?? null;
    setFocused(id);
    setLast(id);
  }

  /** A row keeps its actions while the focus goes from it to one of them. */
  function onBlur(event: FocusEvent): void {
    if (itemOf(event.relatedTarget) !== itemOf(event.target)) setFocused(null);
  }

  const rowsOf = (shown: readonly FragmentRow[]) =>
    shown.map((fragment) => (
      <FragmentItem
        key={fragment.id}
        fragment={fragment}
        isEntry={fragment.id === entry}
        isHot={fragment.id === hovered || fragment.id === focused}
        whole={fragment.id === expanded?.id ? expanded : null}
      />
    ));
  const groups = isGrouped ? groupsOf(rows) : [{ key: '', title: '', rows }];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={place}
      role="group"
      className={styles.groups}
      aria-label={label}
      onPointerOver={(event: PointerEvent) => setHovered(itemOf(event.target)?.dataset.fragment ?? null)}
      onPointerLeave={() => setHovered(null)}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {groups.map((group, index) => (
        <Rows key={group.key} title={group.title} aside={index === 0 ? aside : undefined}>
          {rowsOf(group.rows)}
        </Rows>
      ))}
      <NearEnd list={list} />
    </div>
  );
}

interface RowsProps {
  readonly title: string;
  readonly aside: string | undefined;
  readonly children: readonly JSX.Element[];
}

function Rows({ title, aside, children }: RowsProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const id = useId();
  return (
    <>
      {title === '' ? null : (
        <h2 id={id} className={surfaces.headline}>
          {title} {aside === undefined ? null : <span className={surfaces.aside}>{aside}</span>}
        </h2>
      )}
      <ul className={mergeClasses(surfaces.card, styles.list)} {...(title === '' ? {} : { 'aria-labelledby': id })}>
        {children}
      </ul>
    </>
  );
}
