/** The form for a saved command. Nothing is sent before it is whole; what is wrong is said at its field. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type FormEvent, type JSX, type ReactNode, useId, useState } from 'react';
import { isCommandShortcut, type Shortcut, shortcutText } from '../../../../contract/documents/shortcut.ts';
import {
  type CommandRow,
  type CommandSettings,
  type CommandForm as Form,
  longestProgram,
} from '../../../../contract/page-rows/command-settings.ts';
import { areForSame } from '../../../../contract/page-rows/offered-commands.ts';
import { say } from '../../../../domain/language/say.ts';
import { shownShortcut } from '../../../../domain/language/shown-shortcut.ts';
import { Button } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { Checks } from '../settings/days.tsx';
import { ShortcutField } from '../settings/shortcut-field.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '12px', maxWidth: '620px' },
  part: { display: 'grid', gap: '4px', justifyItems: 'start' },
  wide: { width: '100%' },
  program: { height: '96px', padding: '6px 8px', resize: 'vertical' },
  answers: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

interface Props {
  readonly form: Form;
  readonly others: readonly CommandRow[];
  readonly settings: CommandSettings;
  readonly onSend: (form: Form) => void;
  readonly onCancel: () => void;
}

export function CommandForm({ form, others, settings, onSend, onCancel }: Props): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const surfaces = useSharedStyles();
  const id = useId();
  const [typed, type] = useState({ ...form, seconds: String(form.seconds) });
  const [isSent, setSent] = useState(false);
  const change = (part: Partial<typeof typed>): void => type({ ...typed, ...part });
  const seconds = /^\s*\d{1,4}\s*$/.test(typed.seconds) ? Number(typed.seconds) : 0;
  const problems = {
    name: typed.name.trim() === '' ? say('It needs a name.') : null,
    program: /^\S/.test(typed.program) ? null : say('The first line is the program.'),
    seconds:
      seconds >= 1 && seconds <= 3_600 ? null : say('A whole number from {least, number} to {most, number}.', { least: 1, most: 3_600 }),
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setSent(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    const { name, program, kinds, output, shortcut } = typed;
    onSend({ name: name.trim(), program, kinds, output, shortcut, seconds });
  };
  const refusal = (shortcut: Shortcut): string | null => {
    const keys = shortcutText(shortcut);
    if (!isCommandShortcut(shortcut))
      return say('Hub or the system uses {keys} itself, or it types something. Choose other keys.', { keys: shownShortcut(keys) });
    const own = settings.reserved.find((one) => one.keys === keys);
    if (own !== undefined) return own.why;
    const other = others.find((one) => one.shortcut === keys && areForSame(one, typed));
    return other === undefined
      ? null
      : say('{name} has {keys} already. Choose other keys.', { name: other.name, keys: shownShortcut(keys) });
  };
  const named = (part: string) => ({ id: `${id}${part}`, 'aria-describedby': `${id}${part}help` });
  const field = (part: 'name' | 'program' | 'seconds') => {
    const isWrong = isSent && problems[part] !== null;
    const describedBy = isWrong ? `${id}${part}problem ${id}${part}help` : `${id}${part}help`;
    return { id: `${id}${part}`, 'aria-describedby': describedBy, 'aria-invalid': isWrong || undefined };
  };
  const part = (name: string, label: string, help: string, content: ReactNode, problem: string | null = null): JSX.Element => (
    <div className={styles.part}>
      <label htmlFor={`${id}${name}`} id={`${id}${name}label`}>
        {label}
      </label>
      {content}
      <span id={`${id}${name}problem`} role="alert" className={mergeClasses(isSent && problem !== null && fields.problem)}>
        {isSent ? problem : null}
      </span>
      <span id={`${id}${name}help`} className={surfaces.third}>
        {help}
      </span>
    </div>
  );
  return (
    <form
      className={styles.form}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {part(
        'name',
        say('Name'),
        say('What menus call it.'),
        <input
          {...field('name')}
          type="text"
          className={mergeClasses(fields.field, styles.wide)}
          // biome-ignore lint/a11y/noAutofocus: the user has just asked for the form
          autoFocus
          maxLength={100}
          value={typed.name}
          onChange={(event) => change({ name: event.target.value })}
        />,
        problems.name,
      )}
      {part(
        'program',
        say('Program and arguments'),
        say('One on each line; no shell reads them. The copy is at its standard input.'),
        <textarea
          {...field('program')}
          className={mergeClasses(fields.field, styles.wide, styles.program, surfaces.mono)}
          spellCheck={false}
          dir="ltr"
          maxLength={longestProgram}
          value={typed.program}
          onChange={(event) => change({ program: event.target.value })}
        />,
        problems.program,
      )}
      <div className={styles.part}>
        <span id={`${id}kindslabel`}>{say('For copies of these kinds')}</span>
        <Checks
          named={{ 'aria-labelledby': `${id}kindslabel`, 'aria-describedby': `${id}kindshelp` }}
          choices={settings.kinds}
          value={typed.kinds}
          onChange={(kinds) => change({ kinds })}
        />
        <span id={`${id}kindshelp`} className={surfaces.third}>
          {say('Without any, it is for all copies.')}
        </span>
      </div>
      {part(
        'output',
        say('What becomes of its output'),
        '',
        <select
          {...named('output')}
          className={fields.field}
          value={typed.output}
          onChange={(event) => change({ output: settings.outputs.find(({ value }) => value === event.target.value)?.value ?? 'notice' })}
        >
          {settings.outputs.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>,
      )}
      {part(
        'keys',
        say('Shortcut'),
        say('Runs it for the row that is chosen, in the window and the picker.'),
        <ShortcutField
          named={named('keys')}
          value={typed.shortcut}
          shown={typed.shortcut}
          trouble={null}
          note={null}
          refusal={refusal}
          onChange={(shortcut) => change({ shortcut })}
        />,
      )}
      {part(
        'seconds',
        say('Time limit'),
        say('In seconds. Then it is killed, with the programs that it started.'),
        <input
          {...field('seconds')}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={mergeClasses(fields.field, fields.number)}
          value={typed.seconds}
          onChange={(event) => change({ seconds: event.target.value })}
        />,
        problems.seconds,
      )}
      <div className={styles.answers}>
        <Button onClick={onCancel}>{say('Cancel')}</Button>
        <Button appearance="primary" type="submit">
          {say('Save')}
        </Button>
      </div>
    </form>
  );
}
