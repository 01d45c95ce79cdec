import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useState } from 'react';
import type { LanguageOffers } from '../../../../contract/documents/shown-settings.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  beside: { flexWrap: 'wrap', marginTop: '8px' },
});

/** The languages that are not installed yet: one can be, which takes a download of some megabytes. */
export function AddLanguage({ offers, progress }: LanguageOffers): JSX.Element {
  const fields = useFieldStyles();
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const [chosen, choose] = useState('');
  const language = offers.some(({ value }) => value === chosen) ? chosen : (offers[0]?.value ?? '');
  const isBusy = progress !== null;
  return (
    <div className={mergeClasses(fields.beside, styles.beside)}>
      <select
        className={fields.field}
        aria-label={say('Language to install')}
        value={language}
        onChange={(event) => choose(event.target.value)}
      >
        {offers.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Button aria-disabled={isBusy} onClick={() => isBusy || sendCommand({ kind: 'install-language', language })}>
        {say('Install')}
      </Button>
      <span role="status" className={surfaces.third}>
        {progress ?? say('Languages are downloaded from the npm registry')}
      </span>
    </div>
  );
}
