import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useId } from 'react';
import type { FolderChooserState, SettingControl, SettingRow, SettingsGroup } from '../../../../contract/documents/shown-settings.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button, IconButton } from '../frame/button.tsx';
import { Message } from '../frame/message.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { ArrowResetRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { AddLanguage } from './add-language.tsx';
import { ChoiceField } from './choice-field.tsx';
import { ChooseFolder } from './choose-folder.tsx';
import { Checks, Days } from './days.tsx';
import { EntryList } from './entry-list.tsx';
import { NumberField, TimeField } from './number-field.tsx';
import { ShortcutField } from './shortcut-field.tsx';
import { Switch } from './switch.tsx';

export const useCardStyles = makeStyles({
  card: { overflow: 'visible' },
  title: {
    margin: 0,
    padding: '12px 16px 4px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '12px 16px',
    ':not(:nth-child(2))': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  words: { flex: '1 1 220px', minWidth: 0 },
  name: { display: 'flex', alignItems: 'center', gap: '4px', minHeight: '24px' },
  help: { display: 'block' },
  /** A list needs the whole width. */
  wide: { flexBasis: '100%' },
  control: { minWidth: 0, maxWidth: '100%' },
  locked: { border: 0, margin: 0, padding: 0, minWidth: 0, ':disabled': { opacity: 0.6 } },
});

interface Chooser {
  readonly chooser: FolderChooserState;
}

/** The settings of one document that belong together. While the document is not used, they can't be changed. */
export function SettingsCard({ group, chooser }: { readonly group: SettingsGroup } & Chooser): JSX.Element {
  const styles = useCardStyles();
  const surfaces = useSharedStyles();
  const title = useId();
  return (
    <section className={mergeClasses(surfaces.card, styles.card)} aria-labelledby={title}>
      {group.trouble === null ? null : <Trouble trouble={group.trouble} />}
      <fieldset className={styles.locked} disabled={group.trouble !== null}>
        <h2 id={title} className={styles.title}>
          {group.title}
        </h2>
        {group.rows.map((row) => (
          <Row key={row.id} row={row} chooser={chooser} />
        ))}
      </fieldset>
    </section>
  );
}

export function Trouble({ trouble: { document, text, mend } }: { readonly trouble: NonNullable<SettingsGroup['trouble']> }): JSX.Element {
  const open = (
    <Button size="small" onClick={() => sendCommand({ kind: 'open-document', document })}>
      {say('Open the document')}
    </Button>
  );
  return <Message intent="error" title={text} text={mend} actions={open} />;
}

function Row({ row, chooser }: { readonly row: SettingRow } & Chooser): JSX.Element {
  const styles = useCardStyles();
  const surfaces = useSharedStyles();
  const id = useId();
  // A group of fields needs the whole width, and has no label.
  const isGroup = ['list', 'days', 'checks'].includes(row.control.kind);
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>
          {isGroup ? <span id={`${id}name`}>{row.title}</span> : <label htmlFor={`${id}field`}>{row.title}</label>}
          {row.isChanged ? (
            <IconButton
              label={say('Reset to the default: {setting}', { setting: row.title })}
              icon={<ArrowResetRegular />}
              onClick={() => sendCommand({ kind: 'change-setting', id: row.id, change: { how: 'reset' } })}
            />
          ) : null}
        </span>
        <span id={`${id}help`} className={mergeClasses(surfaces.third, styles.help)}>
          {row.help}
        </span>
      </div>
      <div className={mergeClasses(styles.control, isGroup && styles.wide)}>
        <Control id={row.id} control={row.control} at={id} chooser={chooser} />
      </div>
    </div>
  );
}

interface ControlProps extends Chooser {
  readonly id: string;
  readonly control: SettingControl;
  /** The beginning of the ids of its label, its help and itself. */
  readonly at: string;
}

function Control({ id, control, at, chooser }: ControlProps): JSX.Element {
  const named = { id: `${at}field`, 'aria-describedby': `${at}help` };
  const group = { 'aria-labelledby': `${at}name`, 'aria-describedby': `${at}help` };
  const set = (value: boolean | number | string | null | string[]): void =>
    sendCommand({ kind: 'change-setting', id, change: { how: 'set', value } });
  switch (control.kind) {
    case 'switch':
      return <Switch named={named} isOn={control.value} onChange={set} />;
    case 'choice':
      return <ChoiceField named={named} {...control} onChange={set} />;
    case 'number':
      return <NumberField named={named} {...control} onChange={set} />;
    case 'shortcut':
      return <ShortcutField named={named} {...control} onChange={set} />;
    case 'time':
      return <TimeField named={named} value={control.value} onChange={set} />;
    case 'days':
      return <Days named={group} value={control.value} onChange={set} />;
    case 'checks': {
      const { whenNone, adds } = control;
      return (
        <>
          <Checks named={group} {...control} onChange={(value) => set(value.join() === whenNone ? [] : value)} />
          {adds === null ? null : <AddLanguage {...adds} />}
        </>
      );
    }
    case 'list':
      return (
        <EntryList
          named={group}
          {...control}
          beside={control.isOfFolders ? <ChooseFolder list={id} chooser={chooser} /> : null}
          onAdd={(entry) => sendCommand({ kind: 'change-setting', id, change: { how: 'add', entry } })}
          onRemove={(entry) => sendCommand({ kind: 'change-setting', id, change: { how: 'remove', entry } })}
        />
      );
  }
}
