/** Several copies of the picker at once: what the keys do with all of them, and what its last line says before that. */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, type KeyboardEvent, useEffect } from 'react';
import { canBeJoined, mostSelected } from '../../../../contract/fragment-words.ts';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import type { MenuItem } from '../frame/menu.tsx';
import { ClipboardRegular } from '../icons/glyphs.ts';
import { type AskedDeletion, DeletionQuestion, keepAll } from '../selection/deletion-question.tsx';
import type { Selection } from '../selection/selection.ts';
import { selectionItems } from '../selection/selection-bar.tsx';
import { sendCommand } from '../shell-client.ts';
import { type How, pick } from './paste-items.tsx';
import { PickerDeedLine, useFootStyles, whatEnterDoesWith } from './picker-foot.tsx';

/** Pastes them as one, in this order. A single one is pasted as it is. */
export function pickSeveral(rows: readonly FragmentRow[], how: How, only: PickerView['only']): void {
  const [one, ...others] = rows;
  if (others.length === 0) return pick(one, how, only);
  const joined = rows.filter(canBeJoined);
  const isRefused = only === 'files' && (how === 'paste-plain' || !areFiles(joined));
  // Without any, the refusal says why. Otherwise, what is left out is more than the last line has said.
  const asked = joined.length === 0 ? rows : joined;
  sendCommand({ kind: 'pick-several', fragmentIds: asked.map(({ id }) => id), how: isRefused ? 'copy' : how });
}

function areFiles(rows: readonly FragmentRow[]): boolean {
  return rows.every(({ kind }) => kind === 'files');
}

/** In the menu of one of them. */
export function severalItems(rows: readonly FragmentRow[], picker: PickerView): readonly MenuItem[] {
  const paste: MenuItem = {
    label: say('Paste'),
    keys: 'Enter',
    icon: <ClipboardRegular />,
    // Enter only copies then.
    isDisabled: !rows.some(canBeJoined) || picker.isGone === true || (picker.only === 'files' && !areFiles(rows.filter(canBeJoined))),
    onChoose: () => pickSeveral(rows, 'paste', picker.only),
  };
  return [...(picker.pastes ? [paste] : []), ...selectionItems(rows)];
}

/** What Enter does with them. Nothing is promised that can't be done. */
function whatEnterDoes({ into: program, pastes, only, isGone }: PickerView, rows: readonly FragmentRow[]): string {
  const joined = rows.filter(canBeJoined);
  if (joined.length === 0) return say('pastes nothing: pictures and documents can’t be combined; paste them separately');
  const canPaste = pastes && isGone !== true;
  if (canPaste && only === 'files' && !areFiles(joined)) return say('only copies: {program} accepts files only', { program });
  if (only === 'pictures' && canPaste) return say('pastes; {program} accepts pictures only', { program });
  if (joined.length < rows.length) return withoutSome(canPaste, rows);
  if (areFiles(joined) && only !== 'text') return canPaste ? say('pastes all of these files') : say('copies all of these files');
  return canPaste ? say('pastes them, one per line') : say('copies them, one per line');
}

function withoutSome(canPaste: boolean, rows: readonly FragmentRow[]): string {
  const left = rows.filter((row) => !canBeJoined(row));
  const [joined, count] = [rows.length - left.length, rows.length];
  if (left.every(({ kind }) => kind === 'image'))
    return canPaste
      ? say('pastes {joined, number} of {count, number}; pictures are left out', { joined, count })
      : say('copies {joined, number} of {count, number}; pictures are left out', { joined, count });
  return canPaste
    ? say('pastes {joined, number} of {count, number}; pictures and documents are left out', { joined, count })
    : say('copies {joined, number} of {count, number}; pictures and documents are left out', { joined, count });
}

interface FootProps {
  readonly picker: PickerView;
  readonly selection: Selection;
}

export function SeveralFoot({ picker, selection: { rows, isCut } }: FootProps): JSX.Element {
  const styles = useFootStyles();
  const count = say('{count, plural, one {# copy selected} other {# copies selected}}', { count: rows.length });
  const [one, ...others] = rows;
  const enter = one === undefined || others.length > 0 ? whatEnterDoes(picker, rows) : whatEnterDoesWith(picker, one);
  const canPaste = picker.pastes && picker.isGone !== true;
  return (
    <footer className={styles.foot}>
      <span role="status">
        {isCut ? say('The first {count, number} are selected; more is not possible at once', { count: mostSelected }) : count}
      </span>
      <PickerDeedLine keys={say('Enter')} what={enter} isWhole />
      {canPaste && rows.some(canBeJoined) ? <PickerDeedLine keys={say('Ctrl+Enter')} what={say('only copies')} isExtra /> : null}
      <PickerDeedLine keys={say('Escape')} what={say('ends the selection')} />
    </footer>
  );
}

const useStyles = makeStyles({
  question: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 8px',
    padding: '6px 8px 6px 16px',
    borderTop: `2px solid ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

interface QuestionProps {
  readonly question: AskedDeletion;
  /** It is answered, or about nothing any more. */
  readonly onEnd: () => void;
}

/** Whether many copies are meant to be deleted. */
export function PickerQuestion({ question, onEnd }: QuestionProps): JSX.Element {
  useEffect(() => onEnd, [onEnd]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    keepAll();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of its buttons
    <div className={useStyles().question} onKeyDown={onKeyDown}>
      <DeletionQuestion question={question} />
    </div>
  );
}
