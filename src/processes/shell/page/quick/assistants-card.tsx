/** The assistants that copies may go to, with a form that changes one or adds another. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useEffect, useId, useRef, useState } from 'react';
import { assistantAddressFault, promptPlace } from '../../../../contract/documents/assistant-address.ts';
import type { SettingsGroup } from '../../../../contract/documents/shown-settings.ts';
import type { AssistantRow, QuickSettingsView } from '../../../../contract/page-rows/quick-settings.ts';
import { addressFaultInWords } from '../../../../domain/chat/address-fault-words.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button, IconButton } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { DeleteRegular, EditRegular } from '../icons/glyphs.ts';
import { CardForm, FormPart, fieldNames } from '../settings/card-form.tsx';
import { useCardStyles } from '../settings/settings-card.tsx';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, padding: '8px 16px' },
  row: { display: 'flex', alignItems: 'center', gap: '4px 12px' },
  words: { flex: '1 1 160px', minWidth: 0, display: 'grid' },
  add: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, padding: '12px 16px' },
  wide: { width: '100%' },
});

interface Props {
  readonly assistants: NonNullable<QuickSettingsView['assistants']>;
  readonly trouble: SettingsGroup['trouble'];
}

export function AssistantsCard({ assistants: { rows, accepted }, trouble }: Props): JSX.Element {
  const card = useCardStyles();
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const title = useId();
  const [changed, change] = useState<number | 'new' | null>(null);
  const add = useRef<HTMLDivElement>(null);
  const sent = useRef(0);
  // What is refused stays in its form.
  useEffect(() => {
    if (sent.current !== 0 && accepted === sent.current) change(null);
  }, [accepted]);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (changed === null && wasOpen.current) add.current?.querySelector('button')?.focus();
    wasOpen.current = changed !== null;
  }, [changed]);
  const formOf = (row: AssistantRow | null): JSX.Element => (
    <Form
      row={row}
      onCancel={() => change(null)}
      onSend={(name, address) => {
        sent.current = Math.max(sent.current, accepted) + 1;
        const of = row === null ? null : { place: row.place, name: row.name };
        sendCommand({ kind: 'save-assistant', of, name, address, sent: sent.current });
      }}
    />
  );
  return (
    <section className={mergeClasses(surfaces.card, card.card)} aria-labelledby={title}>
      <fieldset className={card.locked} disabled={trouble !== null}>
        <h2 id={title} className={card.title}>
          {say('Assistants')}
        </h2>
        <ul className={styles.list} aria-labelledby={title}>
          {rows.map((row) => (
            <li key={`${row.place} ${row.name}`} className={styles.item}>
              {changed === row.place ? formOf(row) : <Row row={row} onChange={() => change(row.place)} />}
            </li>
          ))}
        </ul>
        <div className={styles.add} ref={add}>
          {changed === 'new' ? formOf(null) : <Button onClick={() => change('new')}>{say('Add an assistant')}</Button>}
        </div>
      </fieldset>
    </section>
  );
}

function Row({
  row: { place, name, address, detail },
  onChange,
}: {
  readonly row: AssistantRow;
  readonly onChange: () => void;
}): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span className={mergeClasses(surfaces.strong, surfaces.oneLine)} dir="auto">
          {name}
        </span>
        <span className={mergeClasses(surfaces.third, surfaces.oneLine)} dir="ltr" title={address}>
          {address}
        </span>
        <span className={surfaces.third}>{detail}</span>
      </span>
      <IconButton label={say('Change {name}', { name })} icon={<EditRegular />} onClick={onChange} />
      <IconButton
        label={say('Remove {name}', { name })}
        icon={<DeleteRegular />}
        onClick={() => sendCommand({ kind: 'remove-assistant', place, name })}
      />
    </div>
  );
}

interface FormProps {
  readonly row: AssistantRow | null;
  readonly onSend: (name: string, address: string) => void;
  readonly onCancel: () => void;
}

function Form({ row, onSend, onCancel }: FormProps): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const id = useId();
  const [name, setName] = useState(row?.name ?? '');
  const [address, setAddress] = useState(row?.address ?? 'https://');
  const fault = assistantAddressFault(address.trim());
  const problems = {
    name: name.trim() === '' ? say('It needs a name.') : null,
    address: fault === null ? null : addressFaultInWords(fault),
  };
  const usual = { type: 'text', className: mergeClasses(fields.field, styles.wide), autoComplete: 'off', spellCheck: false } as const;
  return (
    <CardForm problems={problems} onSend={() => onSend(name.trim(), address.trim())} onCancel={onCancel}>
      {(isSent) => {
        const wrong = isSent ? problems : { name: null, address: null };
        return (
          <>
            <FormPart id={`${id}name`} label={say('Name')} help={say('The name shown in menus.')} problem={wrong.name}>
              <input
                {...fieldNames(`${id}name`, wrong.name)}
                {...usual}
                // biome-ignore lint/a11y/noAutofocus: the user has just asked for the form
                autoFocus
                dir="auto"
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </FormPart>
            <FormPart
              id={`${id}address`}
              label={say('Address')}
              help={say('{place} stands for the copied text. Without it, the text is put on the clipboard for pasting it there.', {
                place: promptPlace,
              })}
              problem={wrong.address}
            >
              <input
                {...fieldNames(`${id}address`, wrong.address)}
                {...usual}
                dir="ltr"
                maxLength={2_000}
                value={address}
                onChange={(event) => setAddress(event.target.value)}
              />
            </FormPart>
          </>
        );
      }}
    </CardForm>
  );
}
