/**
 * Fields whose value is sent when the user leaves them or presses Enter, not with each key. What is not allowed is not sent: it stays in the field, with
 * a sentence that says what is. Escape brings the value in force back.
 */
import { mergeClasses } from '@griffel/react';
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SettingControl } from '../../../../contract/documents/shown-settings.ts';
import { say } from '../../../../domain/language/say.ts';
import { type Named, useFieldStyles } from '../frame/field-style.ts';

interface FieldProps {
  readonly named: Named;
  readonly className: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly unit?: string;
  /** What is allowed; null if this is. */
  readonly problemOf: (typed: string) => string | null;
  /** The form in which it is sent, and shown from then on. */
  readonly formOf: (typed: string) => string;
  readonly onSend: (text: string) => void;
}

function Field({ named, value, unit, problemOf, formOf, onSend, className, placeholder }: FieldProps): JSX.Element {
  const fields = useFieldStyles();
  const [typed, setTyped] = useState(value);
  const [isRefused, setRefused] = useState(false);
  const sent = useRef(value);
  const show = (text: string): void => {
    setTyped(text);
    setRefused(false);
  };
  // Said when it is drawn: the language may change while it is shown.
  const problem = isRefused ? problemOf(typed) : null;
  // Somebody else may change it. A value that was refused stays in the field until the user changes it or presses Escape.
  useEffect(() => {
    setTyped(value);
    setRefused(false);
    sent.current = value;
  }, [value]);
  const send = (): void => {
    const isAllowed = problemOf(typed) === null;
    setRefused(!isAllowed);
    if (!isAllowed) return;
    const text = formOf(typed);
    setTyped(text);
    // Enter, and then leaving the field, send it once.
    if (text === sent.current) return;
    sent.current = text;
    onSend(text);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') send();
    if (event.key !== 'Escape' || typed === value) return;
    event.stopPropagation();
    show(value);
  };
  const problemId = `${named.id}problem`;
  return (
    <>
      <span className={fields.beside}>
        <input
          type="text"
          inputMode="numeric"
          data-in-force={typed === value ? '' : undefined}
          autoComplete="off"
          placeholder={placeholder}
          id={named.id}
          aria-describedby={problem === null ? named['aria-describedby'] : `${problemId} ${named['aria-describedby']}`}
          aria-invalid={problem === null ? undefined : true}
          className={mergeClasses(fields.field, className)}
          value={typed}
          onChange={(event) => show(event.target.value)}
          onBlur={send}
          onKeyDown={press}
        />
        {unit === undefined ? null : <span className={mergeClasses(fields.unit, typed === '' && fields.unitless)}>{unit}</span>}
      </span>
      <span id={problemId} role="alert" className={mergeClasses(problem !== null && fields.problem)}>
        {problem}
      </span>
    </>
  );
}

interface NumberProps extends Omit<Extract<SettingControl, { kind: 'number' }>, 'kind'> {
  readonly named: Named;
  readonly onChange: (value: number | null) => void;
}

/** No `type="number"`: there the page does not learn what was typed, unless it is a number. */
export function NumberField({ named, value, least, most, unit, empty, onChange }: NumberProps): JSX.Element {
  const fields = useFieldStyles();
  const problemOf = (typed: string): string | null => {
    if (typed.trim() === '' && empty !== null) return null;
    const isAllowed = /^\s*\d{1,15}\s*$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
    if (isAllowed) return null;
    return empty === null
      ? say('A whole number from {least, number} to {most, number}. It was not changed.', { least, most })
      : say('A whole number from {least, number} to {most, number}, or nothing. It was not changed.', { least, most });
  };
  return (
    <Field
      named={named}
      className={mergeClasses(fields.number, empty !== null && fields.worded)}
      placeholder={empty ?? undefined}
      value={value === null ? '' : String(value)}
      unit={unit}
      problemOf={problemOf}
      formOf={(typed) => (typed.trim() === '' ? '' : String(Number(typed)))}
      onSend={(text) => onChange(text === '' ? null : Number(text))}
    />
  );
}

interface TimeProps {
  readonly named: Named;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** With 24 hours in every language. `type="time"` would follow the locale of the web view, and show AM and PM in a German window. */
export function TimeField({ named, value, onChange }: TimeProps): JSX.Element {
  const fields = useFieldStyles();
  return (
    <Field
      named={named}
      className={fields.time}
      value={value}
      problemOf={(typed) => (timeOfDay(typed) === null ? say('A time of day, from 00:00 to 23:59. It was not changed.') : null)}
      formOf={(typed) => timeOfDay(typed) ?? typed}
      onSend={onChange}
    />
  );
}

/** `03:00`, also typed as `3:00` or `3.00`; null for what is no time. */
function timeOfDay(typed: string): string | null {
  const [, hour, minute] = /^\s*(\d{1,2})\s*[:.：]\s*(\d{2})\s*$/.exec(typed) ?? [];
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}
