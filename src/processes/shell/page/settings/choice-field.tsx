import { mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { SettingControl } from '../../../../contract/documents/shown-settings.ts';
import { type Named, useFieldStyles } from '../frame/field-style.ts';

interface Props extends Omit<Extract<SettingControl, { kind: 'choice' }>, 'kind'> {
  readonly named: Named;
  readonly onChange: (value: string) => void;
}

/** A value that the document has and the window does not offer is shown as it is written. */
export function ChoiceField({ named, value, choices, onChange }: Props): JSX.Element {
  const fields = useFieldStyles();
  const isOffered = choices.some((choice) => choice.value === value);
  return (
    <select {...named} className={mergeClasses(fields.field)} value={value} onChange={(event) => onChange(event.target.value)}>
      {isOffered ? null : <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} title={choice.detail}>
          {choice.name}
        </option>
      ))}
    </select>
  );
}
