/** The saved commands in the settings: what each is and whether it may run, with a form that changes one or adds another. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useEffect, useId, useRef, useState } from 'react';
import type { CommandRow, CommandSettings, CommandForm as Form } from '../../../../contract/page-rows/command-settings.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button, IconButton } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CheckmarkCircleFilled, DeleteRegular, EditRegular, WarningRegular } from '../icons/glyphs.ts';
import { Trouble, useCardStyles } from '../settings/settings-card.tsx';
import { sendCommand } from '../shell-client.ts';
import { CommandForm } from './command-form.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, padding: '12px 16px' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '4px 12px' },
  words: { flex: '1 1 220px', minWidth: 0, display: 'grid', gap: '2px' },
  acts: { display: 'flex', alignItems: 'center', gap: '4px', flex: 'none', marginLeft: 'auto' },
  state: { display: 'flex', alignItems: 'center', gap: '4px' },
  trouble: { color: tokens.colorStatusWarningForeground1 },
  help: { margin: 0, padding: '0 16px 12px' },
  add: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, padding: '12px 16px' },
});

const emptyForm: Form = { name: '', program: '', kinds: [], output: 'notice', shortcut: '', seconds: 30 };

interface CardProps {
  readonly settings: CommandSettings;
}

/** Which one is changed: its place, or `new`. */
type Changed = number | 'new' | null;

export function CommandsCard({ settings }: CardProps): JSX.Element {
  const card = useCardStyles();
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const title = useId();
  const [changed, change] = useState<Changed>(null);
  const add = useRef<HTMLDivElement>(null);
  const sent = useRef(0);
  // What is refused stays in its form.
  useEffect(() => {
    if (sent.current !== 0 && settings.accepted === sent.current) change(null);
  }, [settings.accepted]);
  // The button that had the focus is there again once the form is closed.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (changed === null && wasOpen.current) add.current?.querySelector('button')?.focus();
    wasOpen.current = changed !== null;
  }, [changed]);
  const send = (of: CommandRow | null, form: Form): void => {
    sent.current = Math.max(sent.current, settings.accepted) + 1;
    const named = of === null ? null : { place: of.place, name: of.name };
    sendCommand({ kind: 'save-command', of: named, form: { ...form, kinds: [...form.kinds] }, sent: sent.current });
  };
  const formOf = (row: CommandRow | null): JSX.Element => (
    <CommandForm
      form={row ?? emptyForm}
      others={settings.rows.filter((one) => one !== row)}
      settings={settings}
      onSend={(form) => send(row, form)}
      onCancel={() => change(null)}
    />
  );
  return (
    <section className={mergeClasses(surfaces.card, card.card)} aria-labelledby={title}>
      {settings.trouble === null ? null : <Trouble trouble={settings.trouble} />}
      <fieldset className={card.locked} disabled={settings.trouble !== null}>
        <h2 id={title} className={card.title}>
          {say('Saved commands')}
        </h2>
        <p className={mergeClasses(surfaces.third, styles.help)}>
          {say('Run your own programs on a copy, from its menu or with a shortcut. Hub asks before the first run.')}
        </p>
        {settings.rows.length === 0 ? null : (
          <ul className={styles.list} aria-labelledby={title}>
            {settings.rows.map((row) => (
              <li key={`${row.place} ${row.name}`} className={styles.item}>
                {changed === row.place ? formOf(row) : <Row row={row} onChange={() => change(row.place)} />}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.add} ref={add}>
          {changed === 'new' ? formOf(null) : <Button onClick={() => change('new')}>{say('Add a command')}</Button>}
        </div>
      </fieldset>
    </section>
  );
}

function Row({ row, onChange }: { readonly row: CommandRow; readonly onChange: () => void }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const { place, name, words, detail, isAllowed, trouble, isForDocument } = row;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span className={surfaces.strong} dir="auto">
          {name}
        </span>
        <span className={mergeClasses(surfaces.mono, surfaces.oneLine)} dir="ltr" title={words}>
          {words}
        </span>
        <span className={surfaces.third}>{detail}</span>
        <span className={mergeClasses(surfaces.third, styles.state)}>
          {isAllowed ? <CheckmarkCircleFilled aria-hidden /> : null}
          {isAllowed ? say('You allowed it to run') : say('Asks before it runs')}
        </span>
        {trouble === '' ? null : (
          <span className={mergeClasses(surfaces.third, styles.state, styles.trouble)}>
            <WarningRegular aria-hidden /> {trouble}
          </span>
        )}
        {isForDocument ? <span className={surfaces.third}>{say('It can be changed only in its document.')}</span> : null}
      </div>
      <span className={styles.acts}>
        {isAllowed ? (
          <Button
            size="small"
            aria-label={say('Ask again before {name} runs', { name })}
            onClick={() => sendCommand({ kind: 'forbid-command', place, name })}
          >
            {say('Ask again')}
          </Button>
        ) : null}
        {isForDocument ? (
          <Button size="small" onClick={() => sendCommand({ kind: 'open-document', document: 'commands' })}>
            {say('Open the document')}
          </Button>
        ) : (
          <IconButton label={say('Change {name}', { name })} icon={<EditRegular />} onClick={onChange} />
        )}
        <IconButton
          label={say('Remove {name}', { name })}
          icon={<DeleteRegular />}
          onClick={() => sendCommand({ kind: 'remove-command', place, name })}
        />
      </span>
    </div>
  );
}
