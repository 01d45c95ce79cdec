/** A form in a card of the settings: its fields with what is wrong at each, Cancel and Save below them, and Escape, which cancels. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, type ReactNode, useEffect, useRef, useState } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '12px', maxWidth: '620px' },
  part: { display: 'grid', gap: '4px', justifyItems: 'start' },
  answers: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

interface FormProps {
  /** By field; null where nothing is wrong. */
  readonly problems: Readonly<Record<string, string | null>>;
  /** Called only if nothing is wrong. */
  readonly onSend: () => void;
  readonly onCancel: () => void;
  /** What is wrong is not said before it was to be sent. */
  readonly children: (isSent: boolean) => ReactNode;
}

export function CardForm({ problems, onSend, onCancel, children }: FormProps): JSX.Element {
  const styles = useStyles();
  const [isSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // All of it is in sight, or its beginning: its first field, which has the focus, is there alone otherwise.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (Object.values(problems).every((problem) => problem === null)) onSend();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {children(isSent)}
      <div className={styles.answers}>
        <Button onClick={onCancel}>{say('Cancel')}</Button>
        <Button appearance="primary" type="submit">
          {say('Save')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  /** Of the field, which `fieldNames` gives. */
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly problem: string | null;
  readonly children: ReactNode;
}

export function FormPart({ id, label, help, problem, children }: PartProps): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={styles.part}>
      <label htmlFor={id} id={`${id}label`}>
        {label}
      </label>
      {children}
      <span id={`${id}problem`} role="alert" className={mergeClasses(problem !== null && fields.problem)}>
        {problem}
      </span>
      <span id={`${id}help`} className={surfaces.third}>
        {help}
      </span>
    </div>
  );
}

/** What connects a field with its label, its help and what is wrong with it. */
export function fieldNames(id: string, problem: string | null) {
  const isWrong = problem !== null;
  return { id, 'aria-describedby': isWrong ? `${id}problem ${id}help` : `${id}help`, 'aria-invalid': isWrong || undefined } as const;
}
