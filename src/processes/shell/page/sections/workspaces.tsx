import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type FormEvent, type JSX, useEffect, useId, useRef, useState } from 'react';
import type { WorkspaceRow } from '../../../../contract/page-rows/workspace-commands.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { FullText } from '../fragments/full-text.tsx';
import { Button, IconButton } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { Heading } from '../frame/heading.tsx';
import { Message } from '../frame/message.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import {
  CheckmarkCircleFilled,
  DeleteRegular,
  EditRegular,
  FolderOpenRegular,
  FolderProhibitedRegular,
  FolderRegular,
} from '../icons/glyphs.ts';
import { ChooseFolder } from '../settings/choose-folder.tsx';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { minHeight: '60px', '@media (max-width: 520px)': { flexWrap: 'wrap' } },
  // In a narrow window the buttons are below it.
  words: { '@media (max-width: 520px)': { flexBasis: 'calc(100% - 64px)' } },
  acts: { display: 'flex', alignItems: 'center', gap: '8px', flex: 'none', marginLeft: 'auto' },
  active: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flex: 'none',
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  form: { display: 'flex', flexWrap: 'wrap', gap: '8px', maxWidth: '560px' },
  field: { flex: '1 1 240px', minWidth: 0 },
  missing: { color: tokens.colorStatusWarningForeground1 },
});

interface RowProps {
  readonly workspace: WorkspaceRow;
  /** The id of the sentence that says why no other one can be selected. */
  readonly fixedBy: string | undefined;
}

function Choice({ workspace, fixedBy }: RowProps): JSX.Element {
  const styles = useStyles();
  if (!workspace.isActive) {
    return (
      <Button
        size="small"
        aria-label={say('Save here: {name}', { name: workspace.name })}
        disabled={fixedBy !== undefined}
        aria-describedby={fixedBy}
        onClick={() => sendCommand({ kind: 'select-workspace', id: workspace.id })}
      >
        {say('Save here')}
      </Button>
    );
  }
  return (
    <>
      <span className={styles.active}>
        <CheckmarkCircleFilled aria-hidden /> {say('Active')}
      </span>
      <IconButton
        label={say('Open its folder')}
        icon={<FolderOpenRegular />}
        onClick={() => sendCommand({ kind: 'act', verb: 'open-workspace' })}
      />
    </>
  );
}

interface OneTextProps {
  readonly label: string;
  readonly text: string;
  readonly button: string;
  readonly longest: number;
  readonly isFocused?: boolean;
  /** The number of the text that was accepted last: once it is that of the text in the field, this is emptied. What is refused stays in it. */
  readonly accepted: number;
  readonly onSend: (text: string, number: number) => void;
  readonly onCancel?: () => void;
  /** What stands beside the button. */
  readonly beside?: JSX.Element;
}

/** A field and its button. */
function OneText({ label, text, button, longest, isFocused = false, accepted, onSend, onCancel, beside }: OneTextProps): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const [typed, setTyped] = useState(text);
  const lastSent = useRef(0);
  /** Whether the text in the field is the one that was sent last. */
  const isSent = useRef(false);
  useEffect(() => {
    if (!isSent.current || accepted !== lastSent.current) return;
    isSent.current = false;
    setTyped('');
  }, [accepted]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return;
    // An earlier page may have sent some.
    lastSent.current = Math.max(lastSent.current, accepted) + 1;
    isSent.current = true;
    onSend(typed.trim(), lastSent.current);
  };
  return (
    <form className={styles.form} onSubmit={send} onKeyDown={(event) => event.key === 'Escape' && onCancel?.()}>
      <input
        type="text"
        className={mergeClasses(fields.field, styles.field)}
        // biome-ignore lint/a11y/noAutofocus: only where the user has just asked for the field
        autoFocus={isFocused}
        aria-label={label}
        placeholder={label}
        maxLength={longest}
        value={typed}
        onChange={(event) => {
          isSent.current = false;
          setTyped(event.target.value);
        }}
      />
      <Button type="submit">{button}</Button>
      {beside}
    </form>
  );
}

/** Rename and remove: neither touches the folder. The active one can't be removed. */
function Changes({ workspace, onRename }: { readonly workspace: WorkspaceRow; readonly onRename: () => void }): JSX.Element {
  const { id, name, isActive } = workspace;
  return (
    <>
      <IconButton label={say('Rename {name}', { name })} icon={<EditRegular />} onClick={onRename} />
      {isActive ? null : (
        <IconButton
          label={say('Remove {name} from the list', { name })}
          icon={<DeleteRegular />}
          onClick={() => sendCommand({ kind: 'remove-workspace', id })}
        />
      )}
    </>
  );
}

function Row({ workspace, fixedBy }: RowProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const [isRenamed, setRenamed] = useState(false);
  return (
    <li className={mergeClasses(surfaces.row, styles.row)} aria-current={workspace.isActive ? 'true' : undefined}>
      <span className={mergeClasses(surfaces.picture, workspace.isActive && surfaces.accent)}>
        {workspace.exists ? <FolderRegular aria-hidden /> : <FolderProhibitedRegular aria-hidden />}
      </span>
      <div className={mergeClasses(surfaces.grow, styles.words)}>
        {isRenamed ? (
          <OneText
            label={say('Another name for {name}', { name: workspace.name })}
            text={workspace.name}
            button={say('Rename')}
            longest={200}
            isFocused
            accepted={0}
            onSend={(name) => {
              setRenamed(false);
              sendCommand({ kind: 'rename-workspace', id: workspace.id, name });
            }}
            onCancel={() => setRenamed(false)}
          />
        ) : (
          <FullText text={workspace.name} className={mergeClasses(workspace.isActive && surfaces.strong)} />
        )}
        <FullText text={workspace.path} className={surfaces.third} />
        {workspace.exists ? null : (
          <span className={mergeClasses(surfaces.third, styles.missing)}>
            {say('The folder does not exist. Hub creates it when it next saves a file, unless its drive is disconnected.')}
          </span>
        )}
      </div>
      {isRenamed ? null : (
        <span className={styles.acts}>
          <Changes workspace={workspace} onRename={() => setRenamed(true)} />
          <Choice workspace={workspace} fixedBy={fixedBy} />
        </span>
      )}
    </li>
  );
}

/** The folders that copies are saved to; one of them is active. */
export function Workspaces({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const reason = useId();
  const isFixed = view.workspaceFixed !== '';
  return (
    <>
      <Heading title={say('WorkSpaces')} />
      {isFixed ? (
        <div id={reason}>
          <Message intent="info" text={view.workspaceFixed} />
        </div>
      ) : null}
      {view.workspaces.length === 0 ? (
        <span className={surfaces.second}>{say('The list of WorkSpaces is not available yet.')}</span>
      ) : (
        <ul className={mergeClasses(surfaces.card, styles.list)} aria-label={say('WorkSpaces')}>
          {view.workspaces.map((workspace) => (
            <Row key={workspace.id} workspace={workspace} fixedBy={isFixed ? reason : undefined} />
          ))}
        </ul>
      )}
      <h2 className={surfaces.headline}>{say('Add a WorkSpace')}</h2>
      <OneText
        label={say('Path of a folder, such as ~/Notes')}
        text=""
        button={say('Add')}
        longest={4_096}
        accepted={view.addedWorkspace}
        onSend={(path, sent) => sendCommand({ kind: 'add-workspace', path, sent })}
        beside={<ChooseFolder list="workspaces" chooser={view.chooser} />}
      />
    </>
  );
}
