/** What is found in a text, each a button that puts it on the clipboard alone. */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, useState } from 'react';
import type { TableForm } from '../../../../contract/extraction/structured-text.ts';
import type { FoundInText, FoundThing } from '../../../../contract/page-rows/found-in-text.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CalendarLtrRegular, CallRegular, CodeRegular, LinkRegular, MailRegular, MoneyRegular, TableRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  things: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px' },
  thing: {
    minWidth: 0,
    maxWidth: '100%',
    paddingLeft: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    '& > [data-icon]': { width: '16px', height: '16px', fontSize: '16px', color: tokens.colorNeutralForeground3 },
  },
  more: { minWidth: 0 },
  table: { display: 'flex', flexWrap: 'wrap', minWidth: 0, maxWidth: '100%' },
  form: { minWidth: 0, padding: '3px 6px', color: tokens.colorNeutralForeground2 },
});

/** More are shown on request. */
const mostAtFirst = 12;

const kinds: Readonly<Record<FoundThing['kind'], readonly [icon: JSX.Element, label: (text: string) => string]>> = {
  link: [<LinkRegular key="link" />, (text) => say('Copy the link {text}', { text })],
  address: [<MailRegular key="address" />, (text) => say('Copy the email address {text}', { text })],
  phone: [<CallRegular key="phone" />, (text) => say('Copy the phone number {text}', { text })],
  date: [<CalendarLtrRegular key="date" />, (text) => say('Copy the date {text}', { text })],
  amount: [<MoneyRegular key="amount" />, (text) => say('Copy the amount {text}', { text })],
  code: [<CodeRegular key="code" />, (text) => say('Copy the code {text}', { text })],
  table: [<TableRegular key="table" />, (text) => say('Copy the table {text}', { text })],
};

/** Besides the one that it is written in. */
const forms: readonly TableForm[] = ['csv', 'tsv', 'json'];

interface Props {
  readonly fragmentId: string;
  /** Of copied files, the one that the text was read in, and 0 for a picture; missing for the text of the copy itself. */
  readonly file?: number;
  readonly found: FoundInText;
}

/** Nothing for a text in which nothing is found. */
export function FoundPart({ fragmentId, file, found: { things, more } }: Props): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const [isAll, setAll] = useState(false);
  if (things.length === 0) return null;
  const hidden = Math.max(0, things.length - mostAtFirst) + more;
  const title = say('In this text');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.part} role="group" aria-label={title}>
      <span className={surfaces.third}>{title}</span>
      <div className={styles.things}>
        {things.slice(0, isAll ? things.length : mostAtFirst).map(({ kind, text, span }) => {
          const [icon, label] = kinds[kind];
          const command = { kind: 'copy-part', fragmentId, span, ...(file === undefined ? {} : { file }) } as const;
          const key = `${kind} ${span.from}`;
          const own = (
            <Button
              key={key}
              size="small"
              className={styles.thing}
              icon={icon}
              aria-label={label(text)}
              onClick={() => sendCommand(command)}
            >
              <span className={surfaces.oneLine} dir="auto">
                {text}
              </span>
            </Button>
          );
          if (kind !== 'table') return own;
          return (
            <span key={key} className={styles.table}>
              {own}
              {forms.map((as) => {
                const form = as.toUpperCase();
                return (
                  <Button
                    key={as}
                    size="small"
                    appearance="subtle"
                    className={styles.form}
                    aria-label={say('Copy the table {text} as {form}', { text, form })}
                    onClick={() => sendCommand({ ...command, as })}
                  >
                    {form}
                  </Button>
                );
              })}
            </span>
          );
        })}
        {things.length <= mostAtFirst ? null : (
          <Button size="small" appearance="subtle" className={styles.more} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? say('Show fewer') : say('and {count, number} more', { count: hidden })}
          </Button>
        )}
        {more === 0 || !isAll ? null : <span className={surfaces.third}>{say('and {count, number} more', { count: more })}</span>}
      </div>
    </div>
  );
}
