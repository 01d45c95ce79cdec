/**
 * The picker: the window in its small form. The focus stays in the search box; the keys choose among the copies under it, and Enter pastes the chosen
 * one into the window that was active before.
 */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import type { FragmentRow, PageView } from '../../../../contract/shell-page.ts';
import { deleteByKey, openFragment, togglePin } from '../fragments/fragment-actions.tsx';
import { useFragmentMenu } from '../fragments/fragment-menu.tsx';
import { NoticeBar } from '../frame/notice.tsx';
import { tellBack, useGoneRows } from '../rows/gone-rows.ts';
import { setSearchAside, typeSearch, useTypedSearch } from '../search/search-typing.ts';
import { useAskedDeletion } from '../selection/deletion-question.tsx';
import { deleteSelected, doWithSelected, pinDeed } from '../selection/selection-bar.tsx';
import { sendCommand } from '../shell-client.ts';
import { type How, pasteItems, pick } from './paste-items.tsx';
import { PickerBox } from './picker-box.tsx';
import { PickerFoot } from './picker-foot.tsx';
import type { PickerDeed } from './picker-keys.ts';
import { PickerList, rowId } from './picker-list.tsx';
import { PickerPeek } from './picker-peek.tsx';
import { PickerPreview } from './picker-preview.tsx';
import { absenceOf, fromTheTop, presentFirst, rowsSoon, usePickerRows, useRowsSoon, usualPlace, type WantedRows } from './picker-rows.ts';
import { usePressedKeys } from './pressed-keys.ts';
import { PickerQuestion, pickSeveral, SeveralFoot, severalItems } from './several-picked.tsx';
import { usePickedRows } from './use-picked-rows.ts';

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
  const several = usePickedRows(rows);
  const { rows: picked } = several.selection;
  const asked = useAskedDeletion(picked);
  const place = rows.findIndex(({ id }) => id === chosenId);
  const usual = query === '' ? usualPlace(rows, view.window.ClipboardFragments) : 0;
  const index = place >= 0 ? place : isAtEnd ? Math.max(0, rows.length - 1) : usual;
  const chosen = rows[index];
  const preview = isPreviewing && view.expanded !== null && view.expanded.id === chosen?.id ? view.expanded : null;
  const more = (place: number): void => {
    const isNear = isAtEnd ? place < nearTheEnd : place > rows.length - nearTheEnd;
    if (found.hasMore && isNear) want({ count: rows.length + rowsAtOnce, isAtEnd });
  };
  const moveTo = (place: number, isExtending = false): void => {
    if (isAtEnd && place < 0 && !found.hasMore) return begin();
    const to = Math.max(0, Math.min(rows.length - 1, place));
    const row = rows[to];
    // All of one copy is shown: Enter pastes that one.
    if (isExtending && row !== undefined && !isPreviewing) several.extend(row, chosen ?? row);
    choose(row?.id ?? null);
    more(to);
  };
  const begin = (): void => {
    choose(null);
    several.clear();
    want(fromTheTop);
  };
  /** What Enter means. */
  const pickNow = (how: How): void => (picked.length > 0 ? pickSeveral(picked, how, picker.only) : pick(chosen, how, picker.only));
  const onPick = useCallback((row: FragmentRow, how: How) => pick(row, how, picker.only), [picker.only]);
  const pressed = usePressedKeys({
    text,
    isAnswered: isSure,
    // A question about the selected ones has the keyboard.
    isVoid: found.isMistaken || asked !== null,
    chosen,
    run,
  });
  const focusBox = useCallback(() => input.current?.focus(), []);

  /** By a key it is beside the chosen row. Afterwards the box has the focus again. */
  function openMenu(row: FragmentRow, point?: { readonly x: number; readonly y: number }): void {
    if (input.current === null) return;
    choose(row.id);
    const isOfSeveral = picked.length > 1 && several.places.has(row.id);
    if (!isOfSeveral) several.clear();
    const place = document.getElementById(rowId(index))?.getBoundingClientRect();
    const at = point ?? (place === undefined ? undefined : { x: place.left + 44, y: place.bottom });
    if (isOfSeveral) menu.openItems(severalItems(picked, picker), input.current, at);
    else menu.open(row, input.current, at, picker.pastes ? pasteItems(row, picker.only) : []);
  }

  function click(row: FragmentRow, event: MouseEvent): void {
    if (event.shiftKey) several.extend(row, chosen ?? row);
    else if (event.ctrlKey || event.metaKey) several.toggle(row, chosenId === null ? undefined : chosen);
    else several.clear();
    choose(row.id);
  }

  // Rows are drawn anew for another function.
  const now = useRef({ openMenu, click });
  now.current = { openMenu, click };
  const onMenu = useCallback((row: FragmentRow, point: { readonly x: number; readonly y: number }) => now.current.openMenu(row, point), []);
  const onClick = useCallback((row: FragmentRow, event: MouseEvent) => now.current.click(row, event), []);

  // The window's own search is as it was when the picker is left.
  useLayoutEffect(setSearchAside, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is opened, it begins anew
  useLayoutEffect(() => {
    if (picker.opened > 0) typeSearch('');
    choose(null);
    several.clear();
    deleted.current = [];
    pressed.forget();
    want(fromTheTop);
    setPreviewing(false);
    input.current?.focus();
  }, [picker.opened]);
  const previewed = isPreviewing ? (chosen?.id ?? null) : null;
  // It follows the choice, whatever changed that, and whether or not the one before had come.
  useEffect(() => {
    if (previewed !== null) sendCommand({ kind: 'expand', fragmentId: previewed });
  }, [previewed]);
  useRowsSoon(wanted, want, { query, isAnswered });
  // Whatever else gets the focus, keys are typed into the box.
  useEffect(() => {
    addEventListener('focus', focusBox);
    return () => removeEventListener('focus', focusBox);
  }, [focusBox]);

  function run(deed: PickerDeed): void {
    switch (deed.kind) {
      case 'move':
        return moveTo(index + deed.by, deed.extends);
      case 'first':
        return isAtEnd ? begin() : moveTo(0);
      case 'last':
        if (isAtEnd || !found.hasMore) return moveTo(rows.length - 1);
        choose(null);
        several.clear();
        return want({ count: rowsSoon, isAtEnd: true });
      case 'leave':
        if (isPreviewing) return endPreview();
        return picked.length > 0 ? several.clear() : sendCommand({ kind: 'leave-picker' });
      case 'pick':
        if (deed.place === null) return pickNow(deed.how);
        // The numbers are those of the first ones.
        return isAtEnd ? undefined : pick(rows[deed.place], deed.how, picker.only);
      case 'undo': {
        sendCommand({ kind: 'undo' });
        tellBack();
        // It is chosen again once it is back.
        const back = deleted.current.pop();
        return back === undefined ? undefined : choose(back);
      }
      case 'mark':
        if (chosen !== undefined && !isPreviewing) several.toggle(chosen);
        return moveTo(index + 1);
      case 'nothing':
        return;
      case 'menu':
        return chosen === undefined ? undefined : openMenu(chosen);
      default:
        if (picked.length > 0 && deed.kind === 'pin') return doWithSelected(pinDeed(picked), picked);
        if (picked.length > 0 && deed.kind === 'delete') return deleteSelected(picked, forget);
        return chosen === undefined ? undefined : change(deed.kind, chosen);
    }
  }

  /** They are deleted. */
  function forget(rows: readonly FragmentRow[]): void {
    several.clear();
    choose(null);
    deleted.current.push(rows[0]?.id ?? '');
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
      several.clear();
      setPreviewing(true);
    } else {
      // The next one takes its place.
      choose(index === usual && !isAtEnd ? null : (rows[index + 1]?.id ?? rows[index - 1]?.id ?? null));
      deleteByKey(row);
      deleted.current.push(row.id);
    }
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
        onKeyDown={pressed.onKeyDown}
      />
      <PickerList
        rows={rows}
        chosen={index}
        absence={absenceOf(view, query, { isLost: isLost || found.isFailing, isAnswered })}
        present={isSure && query === '' && !isAtEnd && view.window.ClipboardFragments.length === 0 ? view.absence : ''}
        isBusy={!isAnswered}
        isAtEnd={isAtEnd}
        onNear={more}
        places={several.places}
        onClick={onClick}
        onMenu={onMenu}
        onPick={onPick}
      />
      {preview === null ? null : <PickerPreview fragment={preview} picker={picker} onBack={endPreview} onWritten={focusBox} />}
      <NoticeBar notice={view.notice} />
      {asked === null ? null : <PickerQuestion question={asked} onEnd={focusBox} />}
      <PickerPeek row={chosen} />
      {preview !== null || asked !== null ? null : picked.length > 0 ? (
        <SeveralFoot picker={picker} selection={several.selection} />
      ) : (
        <PickerFoot picker={picker} chosen={chosen} isTyped={text !== ''} />
      )}
    </div>
  );
}
