/** The form for a saved command. Nothing is sent before it is whole; what is wrong is said at its field. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useId, useState } from 'react';
import { commandRefusal } from '../../../../contract/documents/refused-shortcuts.ts';
import { type Shortcut, shortcutText } from '../../../../contract/documents/shortcut.ts';
import {
  type CommandRow,
  type CommandSettings,
  type CommandForm as Form,
  longestProgram,
} from '../../../../contract/page-rows/command-settings.ts';
import { areForSame } from '../../../../contract/page-rows/offered-commands.ts';
import { refusedInWords } from '../../../../domain/commands/refused-in-words.ts';
import { say } from '../../../../domain/language/say.ts';
import { shownShortcut } from '../../../../domain/language/shown-shortcut.ts';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CardForm, FormPart, fieldNames } from '../settings/card-form.tsx';
import { Checks } from '../settings/days.tsx';
import { ShortcutField } from '../settings/shortcut-field.tsx';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '4px', justifyItems: 'start' },
  wide: { width: '100%' },
  program: { height: '96px', padding: '6px 8px', resize: 'vertical' },
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
  const change = (part: Partial<typeof typed>): void => type({ ...typed, ...part });
  const seconds = /^\s*\d{1,4}\s*$/.test(typed.seconds) ? Number(typed.seconds) : 0;
  const problems = {
    name: typed.name.trim() === '' ? say('It needs a name.') : null,
    program: /^\S/.test(typed.program) ? null : say('The first line is the program.'),
    seconds:
      seconds >= 1 && seconds <= 3_600 ? null : say('A whole number from {least, number} to {most, number}.', { least: 1, most: 3_600 }),
  };
  const send = (): void => {
    const { name, program, kinds, output, shortcut } = typed;
    onSend({ name: name.trim(), program, kinds, output, shortcut, seconds });
  };
  const refusal = (shortcut: Shortcut): string | null => {
    const keys = shortcutText(shortcut);
    const own = settings.reserved.find((one) => one.keys === keys);
    if (own !== undefined) return own.why;
    const refused = commandRefusal(shortcut);
    if (refused !== null) return refusedInWords(refused, shownShortcut(keys));
    const other = others.find((one) => one.shortcut === keys && areForSame(one, typed));
    return other === undefined
      ? null
      : say('{name} has {keys} already. Choose other keys.', { name: other.name, keys: shownShortcut(keys) });
  };
  return (
    <CardForm problems={problems} onSend={send} onCancel={onCancel}>
      {(isSent) => {
        const wrong = isSent ? problems : { name: null, program: null, seconds: null };
        return (
          <>
            <FormPart id={`${id}name`} label={say('Name')} help={say('The name shown in menus.')} problem={wrong.name}>
              <input
                {...fieldNames(`${id}name`, wrong.name)}
                type="text"
                className={mergeClasses(fields.field, styles.wide)}
                // biome-ignore lint/a11y/noAutofocus: the user has just asked for the form
                autoFocus
                maxLength={100}
                value={typed.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            </FormPart>
            <FormPart
              id={`${id}program`}
              label={say('Program and arguments')}
              help={say('One per line, without shell quoting. The copy is passed on standard input.')}
              problem={wrong.program}
            >
              <textarea
                {...fieldNames(`${id}program`, wrong.program)}
                className={mergeClasses(fields.field, styles.wide, styles.program, surfaces.mono)}
                spellCheck={false}
                dir="ltr"
                maxLength={longestProgram}
                value={typed.program}
                onChange={(event) => change({ program: event.target.value })}
              />
            </FormPart>
            <div className={styles.part}>
              <span id={`${id}kindslabel`}>{say('For copies of these kinds')}</span>
              <Checks
                named={{ 'aria-labelledby': `${id}kindslabel`, 'aria-describedby': `${id}kindshelp` }}
                choices={settings.kinds}
                value={typed.kinds}
                onChange={(kinds) => change({ kinds })}
              />
              <span id={`${id}kindshelp`} className={surfaces.third}>
                {say('If none is selected, the command is offered for all copies.')}
              </span>
            </div>
            <FormPart id={`${id}output`} label={say('Output')} help="" problem={null}>
              <select
                {...fieldNames(`${id}output`, null)}
                className={fields.field}
                value={typed.output}
                onChange={(event) =>
                  change({ output: settings.outputs.find(({ value }) => value === event.target.value)?.value ?? 'notice' })
                }
              >
                {settings.outputs.map(({ value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </FormPart>
            <FormPart
              id={`${id}keys`}
              label={say('Shortcut')}
              help={say('Runs it for the row that is chosen, in the window and the picker.')}
              problem={null}
            >
              <ShortcutField
                named={{ id: `${id}keys`, 'aria-describedby': `${id}keyshelp` }}
                value={typed.shortcut}
                shown={typed.shortcut}
                trouble={null}
                note={null}
                refusal={refusal}
                onChange={(shortcut) => change({ shortcut })}
              />
            </FormPart>
            <FormPart
              id={`${id}seconds`}
              label={say('Time limit')}
              help={say('In seconds. After that, the command and its child processes are stopped.')}
              problem={wrong.seconds}
            >
              <input
                {...fieldNames(`${id}seconds`, wrong.seconds)}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                className={mergeClasses(fields.field, fields.number)}
                value={typed.seconds}
                onChange={(event) => change({ seconds: event.target.value })}
              />
            </FormPart>
          </>
        );
      }}
    </CardForm>
  );
}
