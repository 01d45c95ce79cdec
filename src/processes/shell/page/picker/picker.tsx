/**
 * The picker: the window in its small form. The focus stays in the search box; the keys choose among the copies under it, and Enter pastes the chosen
 * one into the window that was active before.
 */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import type { FragmentRow, PageView } from '../../../../contract/shell-page.ts';
import { deleteByKey, openFragment, togglePin } from '../fragments/fragment-actions.tsx';
import { useFragmentMenu } from '../fragments/fragment-menu.tsx';
import { isHeld } from '../frame/held-key.ts';
import { NoticeBar } from '../frame/notice.tsx';
import { tellBack, useGoneRows } from '../rows/gone-rows.ts';
import { commandPressed, runCommand } from '../saved-commands/command-items.tsx';
import { isComposing } from '../search/search.tsx';
import { setSearchAside, typeSearch, useAwaitedAnswer, useTypedSearch } from '../search/search-typing.ts';
import { sendCommand } from '../shell-client.ts';
import { useClosingKeys } from './closing-keys.ts';
import { type How, pasteItems, pick } from './paste-items.tsx';
import { PickerBox } from './picker-box.tsx';
import { PickerFoot } from './picker-foot.tsx';
import { type PickerDeed, pickerDeed } from './picker-keys.ts';
import { PickerList, rowId } from './picker-list.tsx';
import { PickerPeek } from './picker-peek.tsx';
import { PickerPreview } from './picker-preview.tsx';
import { absenceOf, presentFirst, usePickerRows, usualPlace, type WantedRows } from './picker-rows.ts';

const useStyles = makeStyles({
  picker: {
    position: 'relative',
    display: 'grid',
    boxSizing: 'border-box',
    height: '100vh',
    gridTemplateRows: '48px minmax(0, 1fr) auto auto auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
});

/** Rows that are drawn at first: those in sight. Others follow once these are drawn, and when the choice or the view comes near their end. */
const fromTheTop: WantedRows = { count: 10, isAtEnd: false };
const rowsSoon = 30;
const soonMs = 150;
const rowsAtOnce = 18;
const nearTheEnd = 12;

interface Props {
  readonly view: PageView;
  readonly picker: PickerView;
  readonly isLost: boolean;
}

export function Picker({ view, picker, isLost }: Props): JSX.Element {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const menu = useFragmentMenu();
  const text = useTypedSearch(view.search.query);
  const [chosenId, choose] = useState<string | null>(null);
  const [wanted, want] = useState<WantedRows>(fromTheTop);
  const { isAtEnd } = wanted;
  /** Those that a key has deleted here, which undoing brings back: the latest is the last. */
  const deleted = useRef<string[]>([]);
  /** Whether the whole of the chosen copy was asked for: what the window has expanded may be another one, or not be there yet. */
  const [isPreviewing, setPreviewing] = useState(false);
  const query = text.trim();
  const found = usePickerRows(query, view.search, wanted);
  const gone = useGoneRows();
  const { isAnswered } = found;
  /** Right after the start nothing is known of the clipboard, whose copy comes first; nor of a search that fails and is tried again. */
  const isSure = query === '' ? found.isKnown && view.connection.state === 'connected' : found.isKnown || found.isMistaken;
  const known = query === '' && isAnswered && !isAtEnd ? presentFirst(found.rows, view.window.ClipboardFragments) : found.rows;
  const rows = gone.size === 0 ? known : known.filter(({ id }) => !gone.has(id));
  const place = rows.findIndex(({ id }) => id === chosenId);
  const usual = query === '' ? usualPlace(rows, view.window.ClipboardFragments) : 0;
  const index = place >= 0 ? place : isAtEnd ? Math.max(0, rows.length - 1) : usual;
  const chosen = rows[index];
  const preview = isPreviewing && view.expanded !== null && view.expanded.id === chosen?.id ? view.expanded : null;
  const more = (place: number): void => {
    const isNear = isAtEnd ? place < nearTheEnd : place > rows.length - nearTheEnd;
    if (found.hasMore && isNear) want({ count: rows.length + rowsAtOnce, isAtEnd });
  };
  const moveTo = (place: number): void => {
    if (isAtEnd && place < 0 && !found.hasMore) return begin();
    const to = Math.max(0, Math.min(rows.length - 1, place));
    choose(rows[to]?.id ?? null);
    more(to);
  };
  const begin = (): void => {
    choose(null);
    want(fromTheTop);
  };
  const onPick = useCallback((row: FragmentRow, how: How) => pick(row, how, picker.only), [picker.only]);
  const onChoose = useCallback((row: FragmentRow) => choose(row.id), []);
  const awaited = useAwaitedAnswer<Extract<PickerDeed, { kind: 'pick' }>>({
    text,
    isAnswered: isSure,
    run: ({ place, how }) => (found.isMistaken ? undefined : pick(place === null ? chosen : rows[place], how, picker.only)),
    // With no row there is nothing that closes it.
    ended: () => sendCommand({ kind: 'stay-picker' }),
  });

  useClosingKeys(awaited.isWaiting);
  const focusBox = useCallback(() => input.current?.focus(), []);

  /** By a key it is beside the chosen row. Afterwards the box has the focus again. */
  function openMenu(row: FragmentRow, point?: { readonly x: number; readonly y: number }): void {
    if (input.current === null) return;
    choose(row.id);
    const place = document.getElementById(rowId(index))?.getBoundingClientRect();
    const at = point ?? (place === undefined ? undefined : { x: place.left + 44, y: place.bottom });
    menu.open(row, input.current, at, picker.pastes ? pasteItems(row, picker.only) : []);
  }

  // Rows are drawn anew for another function.
  const menuNow = useRef(openMenu);
  menuNow.current = openMenu;
  const onMenu = useCallback((row: FragmentRow, point: { readonly x: number; readonly y: number }) => menuNow.current(row, point), []);

  // The window's own search is as it was when the picker is left.
  useLayoutEffect(setSearchAside, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is opened, it begins anew
  useLayoutEffect(() => {
    if (picker.opened > 0) typeSearch('');
    choose(null);
    deleted.current = [];
    awaited.cancel();
    want(fromTheTop);
    setPreviewing(false);
    input.current?.focus();
  }, [picker.opened]);
  const previewed = isPreviewing ? (chosen?.id ?? null) : null;
  // It follows the choice, whatever changed that, and whether or not the one before had come.
  useEffect(() => {
    if (previewed !== null) sendCommand({ kind: 'expand', fragmentId: previewed });
  }, [previewed]);
  const isScarce = isAnswered && wanted.count < rowsSoon;
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each search
  useEffect(() => {
    if (!isScarce) return;
    const timer = setTimeout(() => want((now) => ({ ...now, count: rowsSoon })), soonMs);
    return () => clearTimeout(timer);
  }, [isScarce, isAtEnd, query]);
  // Whatever else gets the focus, keys are typed into the box.
  useEffect(() => {
    addEventListener('focus', focusBox);
    return () => removeEventListener('focus', focusBox);
  }, [focusBox]);

  function run(deed: PickerDeed): void {
    switch (deed.kind) {
      case 'move':
        return moveTo(index + deed.by);
      case 'first':
        return isAtEnd ? begin() : moveTo(0);
      case 'last':
        if (isAtEnd || !found.hasMore) return moveTo(rows.length - 1);
        choose(null);
        return want({ count: rowsSoon, isAtEnd: true });
      case 'leave':
        awaited.cancel();
        return isPreviewing ? endPreview() : sendCommand({ kind: 'leave-picker' });
      case 'pick':
        // The rows in sight are of the search before, or not there yet.
        if (!isSure) return awaited.wait(deed);
        // The numbers are those of the first ones.
        return deed.place !== null && isAtEnd ? undefined : pick(deed.place === null ? chosen : rows[deed.place], deed.how, picker.only);
      case 'undo': {
        sendCommand({ kind: 'undo' });
        tellBack();
        // It is chosen again once it is back.
        const back = deleted.current.pop();
        return back === undefined ? undefined : choose(back);
      }
      case 'nothing':
        return;
      case 'menu':
        return chosen === undefined ? undefined : openMenu(chosen);
      default:
        return chosen === undefined ? undefined : change(deed.kind, chosen);
    }
  }

  function endPreview(): void {
    setPreviewing(false);
    sendCommand({ kind: 'expand', fragmentId: null });
  }

  function change(kind: 'delete' | 'pin' | 'preview' | 'open', row: FragmentRow): void {
    if (kind === 'pin') togglePin(row);
    else if (kind === 'open') openFragment(row);
    else if (kind === 'preview') {
      if (isPreviewing) return endPreview();
      // A new copy would be chosen otherwise, and shown in the place of what is being read.
      choose(row.id);
      setPreviewing(true);
    } else {
      // The next one takes its place.
      choose(index === usual && !isAtEnd ? null : (rows[index + 1]?.id ?? rows[index - 1]?.id ?? null));
      deleteByKey(row);
      deleted.current.push(row.id);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event)) return;
    const command = chosen === undefined ? null : commandPressed(event, chosen);
    if (command !== null && chosen !== undefined) {
      event.preventDefault();
      // What is chosen belongs to an earlier search until that is answered.
      if (!isHeld(event.nativeEvent) && isSure) runCommand(command.id, chosen);
      return;
    }
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const deed = pickerDeed(event, {
      text: value,
      isAtEnd: selectionEnd === value.length,
      hasSelection: selectionStart !== selectionEnd,
    });
    if (deed === null) return;
    event.preventDefault();
    run(deed);
  }

  return (
    <div className={styles.picker} data-picker={picker.opened}>
      <PickerBox
        input={input}
        text={text}
        active={chosen === undefined ? undefined : rowId(index)}
        onType={(typed) => {
          begin();
          if (isPreviewing) endPreview();
          typeSearch(typed);
        }}
        onKeyDown={onKeyDown}
      />
      <PickerList
        rows={rows}
        chosen={index}
        absence={absenceOf(view, query, { isLost: isLost || found.isFailing, isAnswered })}
        present={isSure && query === '' && !isAtEnd && view.window.ClipboardFragments.length === 0 ? view.absence : ''}
        isBusy={!isAnswered}
        isAtEnd={isAtEnd}
        onNear={more}
        onChoose={onChoose}
        onMenu={onMenu}
        onPick={onPick}
      />
      {preview === null ? null : <PickerPreview fragment={preview} picker={picker} onBack={endPreview} onWritten={focusBox} />}
      <NoticeBar notice={view.notice} />
      <PickerPeek row={chosen} />
      {preview === null ? <PickerFoot picker={picker} chosen={chosen} isTyped={text !== ''} /> : null}
    </div>
  );
}
