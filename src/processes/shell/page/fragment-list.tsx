/**
 * Copies, newest first. The list has one place in the order of Tab, from which the arrows go on; the actions of a row exist while the pointer
 * or the focus is on it, and rows out of sight are not laid out: both keep long lists quick.
 */
import { mergeClasses } from '@fluentui/react-components';
import { type FocusEvent, type JSX, type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useState } from 'react';
import type { FragmentList as Fragments } from '../../../contract/shell-page.ts';
import { FragmentItem, useItemStyles } from './fragment-item.tsx';
import { useFragmentMenu } from './fragment-menu.tsx';
import { send } from './hub.ts';
import { NearEnd } from './near-end.tsx';
import { useSurfaces } from './surfaces.ts';

interface Props {
  readonly label: string;
  readonly list: Fragments;
}

function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-fragment]') : null;
}

function opensItem(item: Element | null | undefined): HTMLElement | null {
  return item?.querySelector<HTMLElement>('[data-opens]') ?? null;
}

function focusNeighbour(item: HTMLElement, key: string): boolean {
  const siblings = item.parentElement?.children;
  const neighbours: Partial<Record<string, Element | null | undefined>> = {
    ArrowDown: item.nextElementSibling,
    ArrowUp: item.previousElementSibling,
    Home: siblings?.[0],
    End: siblings?.[siblings.length - 1],
  };
  const next = opensItem(neighbours[key]);
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return key in neighbours;
}

export function FragmentList({ label, list }: Props): JSX.Element {
  const surfaces = useSurfaces();
  const styles = useItemStyles();
  const menu = useFragmentMenu();
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<string | null>(null);
  const toggle = useCallback((id: string) => setExpanded((now) => (now === id ? null : id)), []);

  const { rows, hasMore } = list;
  const entry = rows.some((row) => row.id === last) ? last : rows[0]?.id;
  const rowOf = (item: HTMLElement) => rows.find((row) => row.id === item.dataset.fragment);

  function onKeyDown(event: KeyboardEvent): void {
    const item = itemOf(event.target);
    const fragment = item === null ? undefined : rowOf(item);
    if (item === null || fragment === undefined || event.target !== opensItem(item)) return;
    if (focusNeighbour(item, event.key)) event.preventDefault();
    const hasSelection = (getSelection()?.toString() ?? '') !== '';
    if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && fragment.canCopy && !hasSelection) {
      event.preventDefault();
      send({ kind: 'copy', fragmentId: fragment.id });
    }
    if (event.key === 'Delete') menu.askDelete(fragment, event.target as HTMLElement);
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

  return (
    <>
      <ul
        className={mergeClasses(surfaces.card, styles.list)}
        aria-label={label}
        onPointerOver={(event: PointerEvent) => setHovered(itemOf(event.target)?.dataset.fragment ?? null)}
        onPointerLeave={() => setHovered(null)}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      >
        {rows.map((fragment) => (
          <FragmentItem
            key={fragment.id}
            fragment={fragment}
            isEntry={fragment.id === entry}
            isHot={fragment.id === hovered || fragment.id === focused}
            isExpanded={fragment.id === expanded}
            onToggle={toggle}
          />
        ))}
      </ul>
      <NearEnd count={rows.length} hasMore={hasMore} />
    </>
  );
}
