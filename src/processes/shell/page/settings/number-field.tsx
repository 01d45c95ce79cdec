/** Fields whose value is sent when the user leaves them or presses Enter, not with each key. Escape brings the value in force back. */
import { mergeClasses } from '@griffel/react';
import { type InputHTMLAttributes, type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SettingControl } from '../../../../contract/documents/shown-settings.ts';
import { type Named, useFieldStyles } from './field-style.ts';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onSend: (value: string) => void;
}

function Field({ value, onSend, className, ...rest }: FieldProps): JSX.Element {
  const fields = useFieldStyles();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  // Somebody else may change it. A value that was refused stays in the field until the user changes it or presses Escape.
  useEffect(() => {
    setTyped(value);
    sent.current = value;
  }, [value]);
  const send = (field: HTMLInputElement): void => {
    if (!field.checkValidity()) return setTyped(value);
    // Enter, and then leaving the field, send it once.
    if (typed === sent.current) return;
    sent.current = typed;
    onSend(typed);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') send(event.currentTarget);
    if (event.key !== 'Escape' || typed === value) return;
    event.stopPropagation();
    setTyped(value);
  };
  return (
    <input
      {...rest}
      className={mergeClasses(fields.field, className)}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={(event) => send(event.currentTarget)}
      onKeyDown={press}
    />
  );
}

interface NumberProps extends Omit<Extract<SettingControl, { kind: 'number' }>, 'kind'> {
  readonly named: Named;
  readonly onChange: (value: number | null) => void;
}

export function NumberField({ named, value, least, most, unit, empty, onChange }: NumberProps): JSX.Element {
  const fields = useFieldStyles();
  return (
    <span className={fields.beside}>
      <Field
        {...named}
        type="number"
        className={fields.number}
        min={least}
        max={most}
        step={1}
        required={empty === null}
        placeholder={empty ?? undefined}
        value={value === null ? '' : String(value)}
        onSend={(typed) => onChange(typed === '' ? null : Number(typed))}
      />
      <span className={fields.unit}>{unit}</span>
    </span>
  );
}

interface TimeProps {
  readonly named: Named;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TimeField({ named, value, onChange }: TimeProps): JSX.Element {
  return <Field {...named} type="time" required value={value} onSend={onChange} />;
}
