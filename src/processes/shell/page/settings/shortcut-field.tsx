/** A shortcut, chosen by pressing it: the field is a button that waits for keys. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, type KeyboardEvent, useEffect, useState } from 'react';
import { globalRefusal } from '../../../../contract/documents/refused-shortcuts.ts';
import { parseShortcut, pressedShortcut, type Shortcut, shortcutText } from '../../../../contract/documents/shortcut.ts';
import { refusedInWords } from '../../../../domain/commands/refused-in-words.ts';
import { say } from '../../../../domain/language/say.ts';
import { shownShortcut } from '../../../../domain/language/shown-shortcut.ts';
import { Button } from '../frame/button.tsx';
import { type Named, useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { keyPress } from '../frame/super-key.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  field: { minWidth: '160px', textAlign: 'center', cursor: 'pointer' },
  trouble: { display: 'block', maxWidth: '320px', paddingTop: '4px' },
});

interface Props {
  readonly named: Named;
  readonly value: string;
  readonly shown: string;
  readonly trouble: string | null;
  readonly note: string | null;
  /** Keys that can't be chosen, and why. */
  readonly reserved?: readonly { readonly keys: string; readonly why: string }[];
  /** Why another one can't be chosen; null if it can. */
  readonly refusal?: (shortcut: Shortcut) => string | null;
  readonly onChange: (value: string) => void;
}

function notGlobal(shortcut: Shortcut): string | null {
  const refusal = globalRefusal(shortcut);
  return refusal === null ? null : refusedInWords(refusal, shownShortcut(shortcutText(shortcut)));
}

/** While it waits, the present shortcut opens nothing; Escape or leaving it changes nothing, Backspace alone means none. */
export function ShortcutField({ named, value, shown, trouble, note, reserved = [], refusal = notGlobal, onChange }: Props): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const surfaces = useSharedStyles();
  const [isWaiting, wait] = useState(false);
  const [refused, refuse] = useState<Shortcut | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    sendCommand({ kind: 'record-shortcut', isOn: true });
    return () => sendCommand({ kind: 'record-shortcut', isOn: false });
  }, [isWaiting]);

  const why = (shortcut: Shortcut): string | null => reserved.find(({ keys }) => keys === shortcutText(shortcut))?.why ?? refusal(shortcut);

  function onKeyDown(event: KeyboardEvent): void {
    if (!isWaiting) return;
    event.preventDefault();
    event.stopPropagation();
    const press = keyPress(event);
    const isPlain = !press.ctrlKey && !press.altKey && !press.metaKey && !press.shiftKey;
    if (event.key === 'Escape' && isPlain) return wait(false);
    const pressed = event.key === 'Backspace' && isPlain ? '' : pressedShortcut(press);
    if (pressed === null) return;
    const shortcut = parseShortcut(pressed);
    const isUsable = shortcut === null ? pressed === '' : why(shortcut) === null;
    refuse(isUsable ? null : shortcut);
    if (!isUsable) return;
    wait(false);
    if (pressed !== value) onChange(pressed);
  }

  // Said when it is drawn: the language may change while it is shown.
  const hint = isWaiting ? say('If nothing happens, another program is already using these keys.') : note;
  const problem = (refused === null ? null : why(refused)) ?? trouble;
  return (
    <>
      <span className={fields.beside}>
        <button
          type="button"
          id={named.id}
          aria-describedby={`${named.id}problem ${named.id}note ${named['aria-describedby']}`}
          className={mergeClasses(fields.field, styles.field)}
          onClick={() => wait(true)}
          onBlur={() => {
            wait(false);
            refuse(null);
          }}
          onKeyDown={onKeyDown}
        >
          {isWaiting ? say('Press the keys…') : value === '' ? say('None') : shown}
        </button>
        {value === '' ? null : (
          <Button size="small" appearance="subtle" onClick={() => onChange('')}>
            {say('Remove')}
          </Button>
        )}
      </span>
      <span id={`${named.id}problem`} role="alert" className={mergeClasses(problem !== null && styles.trouble, surfaces.third)}>
        {problem}
      </span>
      <span id={`${named.id}note`} className={mergeClasses(note !== null && styles.trouble, surfaces.third)}>
        {hint}
      </span>
    </>
  );
}
