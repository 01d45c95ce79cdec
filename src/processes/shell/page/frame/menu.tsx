/**
 * A menu by ARIA's pattern: the arrow keys wrap around, Home and End go to the ends, a letter to the next item that begins with it; Tab leaves it.
 */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { shownShortcut } from '../../../../domain/language/shown-shortcut.ts';
import { closeFlyout } from './flyout.tsx';
import { hubThemeVariables } from './themes.ts';

export interface MenuItem {
  /** Where another item may have the same label. */
  readonly id?: string;
  readonly label: string;
  /** Its shortcut; empty without one. */
  readonly keys?: string;
  readonly icon: JSX.Element;
  readonly isDisabled?: boolean;
  /** A line separates it from the items above. */
  readonly isApart?: boolean;
  readonly onChoose: () => void;
}

interface Props {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

const useStyles = makeStyles({
  menu: { display: 'flex', flexDirection: 'column', minWidth: '200px', padding: '4px', boxSizing: 'border-box' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '32px',
    padding: '0 12px 0 8px',
    border: '1px solid transparent',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { backgroundColor: hubThemeVariables.hubRowHover, border: `1px solid ${hubThemeVariables.hubRowHoverLine}` },
    ':focus': {
      backgroundColor: hubThemeVariables.hubRowHover,
      border: `1px solid ${hubThemeVariables.hubRowHoverLine}`,
      outlineStyle: 'none',
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '[aria-disabled=true]': { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
  },
  icon: { display: 'grid', flex: 'none', fontSize: '20px' },
  keys: { marginLeft: 'auto', paddingLeft: '16px', color: tokens.colorNeutralForeground3 },
  line: { width: '100%', height: '1px', margin: '4px 0', border: 'none', flex: 'none', backgroundColor: tokens.colorNeutralStroke2 },
});

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

/** The item that a key moves to; undefined if the key is not one of the menu's. */
function itemFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const now = items.indexOf(document.activeElement as HTMLElement);
  const places: Readonly<Record<string, number>> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 };
  const place = places[key];
  if (place !== undefined) return items.at(place % items.length);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(now + 1), ...items.slice(0, now + 1)];
  return after.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

function choose(event: MouseEvent, act: () => void): void {
  closeFlyout(event.currentTarget);
  act();
}

/** For the inside of a flyout, which it closes. */
export function Menu({ label, items }: Props): JSX.Element {
  const styles = useStyles();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (menu.current !== null) itemsOf(menu.current)[0]?.focus();
  }, []);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const item = itemFor(event.key, itemsOf(event.currentTarget));
    if (item === undefined && event.key !== 'Tab') return;
    event.preventDefault();
    if (event.key === 'Tab') closeFlyout(event.currentTarget);
    else item?.focus();
  }
  return (
    <div ref={menu} role="menu" aria-label={label} tabIndex={-1} className={styles.menu} onKeyDown={onKeyDown}>
      {items.map(({ label: name, id = name, keys = '', icon, isDisabled = false, isApart = false, onChoose }) => (
        <MenuLine key={id} isApart={isApart}>
          <button
            type="button"
            role="menuitem"
            className={styles.item}
            aria-disabled={isDisabled || undefined}
            aria-keyshortcuts={keys === '' ? undefined : keys.replace('Ctrl', 'Control').replace('Super', 'Meta')}
            tabIndex={-1}
            onClick={isDisabled ? undefined : (event) => choose(event, onChoose)}
          >
            <span className={styles.icon} aria-hidden>
              {icon}
            </span>
            {name}
            {keys === '' ? null : (
              <span className={styles.keys} aria-hidden>
                {shownShortcut(keys)}
              </span>
            )}
          </button>
        </MenuLine>
      ))}
    </div>
  );
}

function MenuLine({ isApart, children }: { readonly isApart: boolean; readonly children: JSX.Element }): JSX.Element {
  const styles = useStyles();
  return (
    <>
      {isApart ? <hr className={styles.line} /> : null}
      {children}
    </>
  );
}
