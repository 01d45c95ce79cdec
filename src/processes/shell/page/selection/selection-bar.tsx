/** How many rows are selected, and what can be done with all of them: a bar above the footer, which is there while some are. */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type FormEvent, type JSX, type KeyboardEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { canBeJoined, mostSelected } from '../../../../contract/fragment-words.ts';
import type { FragmentRow, PageCommandRequest } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { canDelete } from '../fragments/fragment-actions.tsx';
import { Button, IconButton } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { closeFlyout, Flyout, type FlyoutPlace } from '../frame/flyout.tsx';
import type { MenuItem } from '../frame/menu.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CopyRegular, DeleteRegular, DismissRegular, EditRegular, PinOffRegular, PinRegular, SaveRegular } from '../icons/glyphs.ts';
import { tellGone } from '../rows/gone-rows.ts';
import { sendCommand } from '../shell-client.ts';
import { DeletionQuestion, deleteOrAsk, keepAll, selectionPlaceId, useAskedDeletion } from './deletion-question.tsx';
import type { Selection } from './selection.ts';

const useStyles = makeStyles({
  place: { gridColumn: '1 / -1', gridRow: '4', minWidth: 0 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '40px',
    boxSizing: 'border-box',
    padding: '4px 8px 4px 12px',
    borderTop: `2px solid ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  count: { flex: '1 1 0', minWidth: 0 },
  action: { minWidth: 0, '@media (max-width: 620px)': { padding: '1px 4px' } },
  // The buttons keep their names.
  word: { '@media (max-width: 620px)': { display: 'none' } },
  form: { display: 'flex', flexDirection: 'column', gap: '8px', boxSizing: 'border-box', width: '280px', padding: '16px' },
  answers: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

/** Where the list of a section puts its bar. */
export function SelectionPlace(): JSX.Element {
  return <div id={selectionPlaceId} className={useStyles().place} />;
}

type Deed = Extract<PageCommandRequest, { kind: 'do-with-several' }>['deed'];

/** Does it with all of these rows, in the order shown. */
export function doWithSelected(deed: Deed, rows: readonly FragmentRow[], tags?: readonly string[]): void {
  const known = rows.filter(canDelete);
  if (known.length === 0) return;
  if (deed === 'delete' || deed === 'delete-with-files') deleteOrAsk(known, (chosen) => send(deed, chosen));
  else send(deed, known, tags);
}

/** Deletes them, and their rows go at once: the next key is for the next row. `deleted` is called then, and not if the user has changed their mind. */
export function deleteSelected(rows: readonly FragmentRow[], deleted: (rows: readonly FragmentRow[]) => void): void {
  const known = rows.filter(canDelete);
  if (known.length === 0) return;
  deleteOrAsk(known, (chosen) => {
    send('delete', chosen);
    tellGone(chosen.map(({ id }) => id));
    deleted(chosen);
  });
}

function send(deed: Deed, rows: readonly FragmentRow[], tags?: readonly string[]): void {
  sendCommand({
    kind: 'do-with-several',
    deed,
    fragmentIds: rows.map(({ id }) => id),
    ...(tags === undefined ? {} : { tags: [...tags] }),
  });
}

/** Pins all of them, unless each is pinned already. */
export function pinDeed(rows: readonly FragmentRow[]): 'pin' | 'unpin' {
  return rows.every(({ isPinned }) => isPinned) ? 'unpin' : 'pin';
}

interface SelectedAction {
  readonly deed: Deed;
  readonly label: string;
  readonly icon: JSX.Element;
  readonly isPossible: boolean;
}

function actionsOf(rows: readonly FragmentRow[]): readonly SelectedAction[] {
  const canAnnotate = rows.some((row) => row.canAnnotate);
  const pin = pinDeed(rows);
  return [
    {
      deed: 'copy',
      label: say('Copy'),
      icon: <CopyRegular />,
      isPossible: rows.some((row) => row.canCopy && canBeJoined(row)),
    },
    { deed: 'save', label: say('Save'), icon: <SaveRegular />, isPossible: rows.some(({ canSave }) => canSave) },
    {
      deed: pin,
      label: pin === 'pin' ? say('Pin') : say('Unpin'),
      icon: pin === 'pin' ? <PinRegular /> : <PinOffRegular />,
      isPossible: canAnnotate,
    },
    { deed: 'tag', label: say('Tag…'), icon: <EditRegular />, isPossible: canAnnotate },
    { deed: 'delete', label: say('Delete'), icon: <DeleteRegular />, isPossible: true },
  ];
}

/** The same in the menu of a selected row; tags are in the bar, and deleting with files is only here. */
export function selectionItems(rows: readonly FragmentRow[]): readonly MenuItem[] {
  const withFiles: SelectedAction = {
    deed: 'delete-with-files',
    label: say('Delete with their files'),
    icon: <DeleteRegular />,
    isPossible: true,
  };
  const hasFiles = rows.some(({ outcome }) => outcome.kind === 'saved');
  return [...actionsOf(rows), ...(hasFiles ? [withFiles] : [])]
    .filter(({ deed }) => deed !== 'tag')
    .map(({ deed, label, icon, isPossible }) => ({
      label,
      icon,
      isDisabled: !isPossible,
      isApart: deed === 'delete',
      onChoose: () => doWithSelected(deed, rows),
    }));
}

interface Props {
  readonly selection: Selection;
  readonly onClear: () => void;
}

export function SelectionBar({ selection: { rows, isCut }, onClear }: Props): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const [tagsAt, setTagsAt] = useState<FlyoutPlace | null>(null);
  const asked = useAskedDeletion(rows);
  const place = document.getElementById(selectionPlaceId);
  if (rows.length === 0 || place === null) return null;
  const count = say('{count, plural, one {# selected} other {# selected}}', { count: rows.length });
  const said = isCut ? say('The first {count, number} are selected; more is not possible at once', { count: mostSelected }) : count;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || tagsAt !== null) return;
    event.preventDefault();
    if (asked === null) onClear();
    else keepAll();
  };
  const actions = (
    <>
      <span role="status" className={`${surfaces.oneLine} ${styles.count}`} title={said}>
        {said}
      </span>
      {actionsOf(rows).map(({ deed, label, icon, isPossible }) => (
        <Button
          key={deed}
          size="small"
          appearance="subtle"
          className={styles.action}
          icon={icon}
          disabled={!isPossible}
          aria-label={label}
          aria-haspopup={deed === 'tag' ? 'dialog' : undefined}
          title={label}
          onClick={(event) => {
            if (deed === 'tag') setTagsAt(event.currentTarget.getBoundingClientRect());
            else doWithSelected(deed, rows);
          }}
        >
          <span className={styles.word}>{label}</span>
        </Button>
      ))}
      <IconButton label={say('Clear the selection')} icon={<DismissRegular />} onClick={onClear} />
    </>
  );
  const bar = (
    <div className={styles.bar} role="toolbar" aria-label={say('Selected copies')} onKeyDown={onKeyDown}>
      {asked === null ? actions : <DeletionQuestion question={asked} />}
      {tagsAt === null ? null : (
        <Flyout label={say('Add tags')} at={tagsAt} align="end" onClose={() => setTagsAt(null)}>
          <TagForm rows={rows} />
        </Flyout>
      )}
    </div>
  );
  return createPortal(bar, place);
}

/** In characters: of a few tags. */
const longestTags = 400;

function TagForm({ rows }: { readonly rows: readonly FragmentRow[] }): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const [text, setText] = useState('');
  const id = useId();
  const tags = text.split(/[\s,]+/).filter((word) => word !== '');
  const add = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (tags.length === 0) return;
    doWithSelected('tag', rows, tags);
    closeFlyout(event.currentTarget);
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <label htmlFor={id}>{say('Tags for {count, plural, one {# copy} other {# copies}}', { count: rows.length })}</label>
      <input
        id={id}
        className={fields.field}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the user just asked for this form
        autoFocus
        value={text}
        maxLength={longestTags}
        placeholder={say('separated by spaces')}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.answers}>
        <Button size="small" onClick={(event) => closeFlyout(event.currentTarget)}>
          {say('Cancel')}
        </Button>
        <Button size="small" appearance="primary" type="submit" disabled={tags.length === 0}>
          {say('Add')}
        </Button>
      </div>
    </form>
  );
}
