/** The context menu of a fragment, and the question before it is deleted: one of each for the page, shown where they are asked for. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  type PositioningVirtualElement,
  tokens,
} from '@fluentui/react-components';
import { CopyRegular, DeleteRegular, FolderOpenRegular, OpenRegular, SaveRegular } from '@fluentui/react-icons';
import { createContext, type JSX, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { FragmentRow } from '../../../contract/shell-page.ts';
import { send } from './hub.ts';
import { useSurfaces } from './surfaces.ts';

interface FragmentMenuOpener {
  /** `point` is where the pointer is; without it the menu hangs at `from`. `from` gets the focus back. */
  readonly open: (fragment: FragmentRow, from: HTMLElement, point?: { readonly x: number; readonly y: number }) => void;
  readonly askDelete: (fragment: FragmentRow, from: HTMLElement) => void;
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
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  answers: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

interface Opened {
  readonly kind: 'menu' | 'delete';
  readonly fragment: FragmentRow;
  readonly target: HTMLElement | PositioningVirtualElement;
  readonly from: HTMLElement;
}

function atPoint({ x, y }: { readonly x: number; readonly y: number }): PositioningVirtualElement {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}

function Items({ opened, onDelete }: { readonly opened: Opened; readonly onDelete: () => void }): JSX.Element {
  const { fragment } = opened;
  const ask = (kind: 'copy' | 'save' | 'open' | 'reveal') => () => send({ kind, fragmentId: fragment.id });
  return (
    <MenuList>
      <MenuItem icon={<CopyRegular />} disabled={!fragment.canCopy} onClick={ask('copy')}>
        Copy
      </MenuItem>
      <MenuItem icon={<SaveRegular />} disabled={!fragment.canSave} onClick={ask('save')}>
        Save to the WorkSpace
      </MenuItem>
      <MenuItem icon={<OpenRegular />} disabled={!fragment.canOpen} onClick={ask('open')}>
        Open
      </MenuItem>
      <MenuItem icon={<FolderOpenRegular />} disabled={!fragment.canOpen} onClick={ask('reveal')}>
        Show in folder
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={<DeleteRegular />} onClick={onDelete}>
        Delete…
      </MenuItem>
    </MenuList>
  );
}

function Question({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const confirm = (): void => {
    send({ kind: 'delete', fragmentId: opened.fragment.id });
    onClose();
  };
  return (
    <Popover
      open
      trapFocus
      positioning={{ target: opened.target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && onClose()}
    >
      <PopoverSurface className={mergeClasses(surfaces.flyout, styles.question)} aria-label="Delete this copy?">
        <h2 className={styles.title}>Delete this copy?</h2>
        <p className={styles.text}>It leaves the history for good. A file that was saved of it stays.</p>
        <div className={styles.answers}>
          <Button onClick={onClose}>Keep</Button>
          <Button appearance="primary" onClick={confirm}>
            Delete
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  );
}

/** Gives the focus back once nothing is open; what had it may be gone by then. */
function useFocusBack(opened: Opened | null): void {
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
  const surfaces = useSurfaces();
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useMemo<FragmentMenuOpener>(
    () => ({
      open: (fragment, from, point) => setOpened({ kind: 'menu', fragment, from, target: point === undefined ? from : atPoint(point) }),
      askDelete: (fragment, from) => setOpened({ kind: 'delete', fragment, from, target: from }),
    }),
    [],
  );
  useFocusBack(opened);
  const close = (): void => setOpened(null);
  // Choosing an item closes the menu too; a question that took its place stays.
  const closeMenu = (): void => setOpened((now) => (now?.kind === 'menu' ? null : now));
  return (
    <Opener value={opener}>
      {children}
      {opened?.kind === 'menu' ? (
        <Menu open positioning={{ target: opened.target }} onOpenChange={(_event, data) => !data.open && closeMenu()}>
          <MenuPopover className={surfaces.flyout}>
            <Items opened={opened} onDelete={() => setOpened({ ...opened, kind: 'delete' })} />
          </MenuPopover>
        </Menu>
      ) : null}
      {opened?.kind === 'delete' ? <Question opened={opened} onClose={close} /> : null}
    </Opener>
  );
}
