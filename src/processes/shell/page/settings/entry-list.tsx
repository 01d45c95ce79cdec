import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type FormEvent, type JSX, useId, useState } from 'react';
import type { SettingControl } from '../../../../contract/documents/shown-settings.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button, IconButton } from '../frame/button.tsx';
import { type NamedGroup, useFieldStyles } from '../frame/field-style.ts';
import { DismissRegular } from '../icons/glyphs.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: '4px 0 0', padding: 0, listStyleType: 'none' },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    maxWidth: '100%',
    padding: '1px 2px 1px 10px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' },
  add: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px', maxWidth: '520px' },
  grow: { flex: '1 1 220px', minWidth: 0 },
  offers: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px', marginTop: '8px', fontSize: tokens.fontSizeBase200 },
  offersName: { color: tokens.colorNeutralForeground3 },
});

interface Props extends Omit<Extract<SettingControl, { kind: 'list' }>, 'kind'> {
  readonly named: NamedGroup;
  readonly onAdd: (entry: string) => void;
  readonly onRemove: (entry: string) => void;
  /** What stands beside the button that adds an entry. */
  readonly beside: JSX.Element | null;
}

/** As many fit below the field; more are offered while the user types. */
const mostOffered = 12;
/** More entries than this are counted, not drawn: nobody reads them here. */
const mostDrawn = 200;

/** The entries of a list, each with a button that removes it, and a field for another one. */
export function EntryList({ named, value, adds, offers, names, onAdd, onRemove, beside }: Props): JSX.Element {
  const styles = useStyles();
  const fields = useFieldStyles();
  const [typed, setTyped] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return;
    onAdd(typed.trim());
    setTyped('');
  };
  const called = new Map(names);
  const nameOf = (entry: string): string => called.get(entry) ?? entry;
  const left = value.length - mostDrawn;
  const isShort = offers.length <= mostOffered;
  const listed = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own; the row names it
    <div role="group" {...named}>
      {value.length === 0 ? null : (
        <ul className={styles.list}>
          {value.slice(0, mostDrawn).map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry may be in a list twice, and has no state
            <li key={`${index} ${entry}`} className={styles.entry}>
              <span className={styles.text} title={entry}>
                {nameOf(entry)}
              </span>
              <IconButton
                label={say('Remove {entry}', { entry: nameOf(entry) })}
                icon={<DismissRegular />}
                onClick={() => onRemove(entry)}
              />
            </li>
          ))}
          {left > 0 ? <li className={styles.entry}>{say('and {count, number} more, in the document', { count: left })}</li> : null}
        </ul>
      )}
      <form className={styles.add} onSubmit={add}>
        <input
          type="text"
          className={mergeClasses(fields.field, styles.grow)}
          list={isShort ? undefined : listed}
          aria-label={adds}
          placeholder={adds}
          maxLength={260}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{say('Add')}</Button>
        {beside}
      </form>
      {isShort ? null : (
        <datalist id={listed}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
      {offers.length === 0 || !isShort ? null : (
        <div className={styles.offers}>
          <span className={styles.offersName}>{say('Recent:')}</span>
          {offers.map((offer) => (
            <Button
              key={offer}
              size="small"
              title={offer}
              aria-label={say('Add {entry}', { entry: nameOf(offer) })}
              onClick={() => onAdd(offer)}
            >
              {nameOf(offer)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
