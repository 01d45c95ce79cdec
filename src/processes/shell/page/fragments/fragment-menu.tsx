/** The context menu of a fragment, and the question before it is deleted for good: one of each for the page, shown where they are requested. */

import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, type JSX, type MouseEvent, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { closeFlyout, Flyout, type FlyoutPlace } from '../frame/flyout.tsx';
import { Menu, type MenuItem } from '../frame/menu.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { DeleteRegular, OpenRegular } from '../icons/glyphs.ts';
import { commandItems } from '../saved-commands/command-items.tsx';
import { sendCommand } from '../shell-client.ts';
import { actionsOf, canDelete, deleteFragment, type FragmentAction } from './fragment-actions.tsx';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface FragmentMenuOpener {
  /**
   * `point` is the pointer's position; without it the menu is attached to `from`. `from` gets the focus back. `first`: items above
   * those of every fragment.
   */
  readonly open: (fragment: FragmentRow, from: HTMLElement, point?: Point, first?: readonly MenuItem[]) => void;
  /** The same with other items: those of several fragments. */
  readonly openItems: (items: readonly MenuItem[], from: HTMLElement, point?: Point) => void;
}

const Opener = createContext<FragmentMenuOpener | null>(null);

export function useFragmentMenu(): FragmentMenuOpener {
  const opener = useContext(Opener);
  if (opener === null) throw new Error('no FragmentMenu around this');
  return opener;
}

const useStyles = makeStyles({
  question: { display: 'flex', flexDirection: 'column', gap: '12px', boxSizing: 'border-box', width: '280px', padding: '16px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300, fontWeight: tokens.fontWeightSemibold },
  which: { margin: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  answers: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

function placeOf(element: HTMLElement): FlyoutPlace {
  return element.getBoundingClientRect();
}

function atPoint({ x, y }: Point): FlyoutPlace {
  return { left: x, right: x, top: y, bottom: y };
}

interface Opened {
  readonly kind: 'menu' | 'erase';
  readonly fragment: FragmentRow;
  readonly first: readonly MenuItem[];
  readonly at: FlyoutPlace;
  readonly from: HTMLElement;
}

interface OpenedItems {
  readonly items: readonly MenuItem[];
  readonly at: FlyoutPlace;
  readonly from: HTMLElement;
}

/** Which assistant that is depends on its kind; what may not be sent is told then. */
function chatItem({ id: fragmentId }: FragmentRow): MenuItem {
  return { label: say('Send to chat'), icon: <OpenRegular />, onChoose: () => sendCommand({ kind: 'send-to-chat', fragmentId }) };
}

/** Of a row, in the window and the picker. */
const keysOf: Readonly<Partial<Record<FragmentAction['kind'], string>>> = { copy: 'Ctrl+C', open: 'Ctrl+O', pin: 'Ctrl+P' };

function itemsFor({ fragment, first }: Opened, onErase: () => void): readonly MenuItem[] {
  const actions = actionsOf(fragment).map(({ kind, longLabel, icon, isPossible, act }) => ({
    label: longLabel,
    keys: keysOf[kind] ?? '',
    icon,
    isDisabled: !isPossible,
    onChoose: act,
  }));
  const [copying, ...others] = actions;
  const hasFile = fragment.outcome.kind === 'saved' && canDelete(fragment);
  return [
    ...first,
    ...(copying === undefined ? [] : [{ ...copying, isApart: first.length > 0 }]),
    ...others,
    ...(fragment.canCopy ? [chatItem(fragment)] : []),
    ...commandItems(fragment),
    { label: say('Delete'), keys: 'Delete', icon: <DeleteRegular />, isApart: true, onChoose: () => deleteFragment(fragment) },
    ...(hasFile
      ? [
          {
            label: say('Delete with its file'),
            icon: <DeleteRegular />,
            onChoose: () => sendCommand({ kind: 'delete-with-file', fragmentId: fragment.id }),
          },
        ]
      : []),
    { label: say('Delete for good…'), icon: <DeleteRegular />, onChoose: onErase },
  ];
}

interface Asked {
  readonly opened: Opened;
  readonly onClose: () => void;
}

function Question({ opened, onClose }: Asked): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const confirm = (event: MouseEvent): void => {
    sendCommand({ kind: 'erase', fragmentId: opened.fragment.id });
    closeFlyout(event.currentTarget);
  };
  return (
    <Flyout label={say('Delete this copy for good?')} at={opened.at} align="start" onClose={onClose}>
      <div className={styles.question}>
        <h2 className={styles.title}>{say('Delete this copy for good?')}</h2>
        <p className={mergeClasses(styles.which, surfaces.oneLine, surfaces.strong)} dir="auto">
          {opened.fragment.title}
        </p>
        <p className={styles.text}>
          {opened.fragment.outcome.kind === 'saved' ? say('This cannot be undone. The saved file is kept.') : say('This cannot be undone.')}
        </p>
        <div className={styles.answers}>
          <Button onClick={(event) => closeFlyout(event.currentTarget)}>{say('Keep')}</Button>
          <Button appearance="primary" onClick={confirm}>
            {say('Delete')}
          </Button>
        </div>
      </div>
    </Flyout>
  );
}

/** Returns the focus once nothing is open; the element that had it may be gone by then. */
function useFocusBack(opened: Opened | OpenedItems | null): void {
  useEffect(() => {
    if (opened === null) return;
    return () => {
      requestAnimationFrame(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere) (opened.from.isConnected ? opened.from : document.getElementById('main'))?.focus();
      });
    };
  }, [opened]);
}

export function FragmentMenu({ children }: { readonly children: ReactNode }): JSX.Element {
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useMemo<FragmentMenuOpener>(
    () => ({
      open: (fragment, from, point, first = []) =>
        setOpened({ kind: 'menu', fragment, first, from, at: point === undefined ? placeOf(from) : atPoint(point) }),
      openItems: (items, from, point) => setSeveral({ items, from, at: point === undefined ? placeOf(from) : atPoint(point) }),
    }),
    [],
  );
  useFocusBack(opened);
  const [several, setSeveral] = useState<OpenedItems | null>(null);
  useFocusBack(several);
  const close = useCallback(() => setOpened(null), []);
  // Choosing an item closes the menu, but not a question that replaced it.
  const closeMenu = useCallback(() => setOpened((now) => (now?.kind === 'menu' ? null : now)), []);
  return (
    <Opener value={opener}>
      {children}
      {opened?.kind === 'menu' ? (
        <Flyout key="menu" label={say('Actions')} at={opened.at} align="start" onClose={closeMenu}>
          <Menu label={say('Actions')} items={itemsFor(opened, () => setOpened({ ...opened, kind: 'erase' }))} />
        </Flyout>
      ) : null}
      {several === null ? null : (
        <Flyout key="several" label={say('Selected copies')} at={several.at} align="start" onClose={() => setSeveral(null)}>
          <Menu label={say('Selected copies')} items={several.items} />
        </Flyout>
      )}
      {opened?.kind === 'erase' ? <Question key="erase" opened={opened} onClose={close} /> : null}
    </Opener>
  );
}
