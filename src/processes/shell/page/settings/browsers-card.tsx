/** The browsers in the settings: those whose extension is paired, and the code by which another one is. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useId } from 'react';
import type { BrowserPairings, PairingRow } from '../../../../contract/page-rows/browser-pairings.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { sendCommand } from '../shell-client.ts';
import { useCardStyles } from './settings-card.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '12px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { flex: '1 1 220px', minWidth: 0, display: 'grid', gap: '2px' },
  help: { margin: 0, padding: '0 16px 12px' },
  code: { display: 'block', fontSize: '24px', lineHeight: '32px', letterSpacing: '2px', userSelect: 'text' },
});

export function BrowsersCard({ pairings }: { readonly pairings: BrowserPairings }): JSX.Element {
  const card = useCardStyles();
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const title = useId();
  const { rows, code, trouble } = pairings;
  return (
    <section className={mergeClasses(surfaces.card, card.card)} aria-labelledby={title}>
      <h2 id={title} className={card.title}>
        {say('Browsers')}
      </h2>
      <p className={mergeClasses(surfaces.third, styles.help)}>
        {say('With its extension, a browser saves pages and selections to Hub, and what you copy in it can be kept with its page.')}
      </p>
      {rows.length === 0 ? null : (
        <ul className={styles.list} aria-labelledby={title}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      <div className={styles.item}>
        <div className={styles.words} role="status">
          {code === null ? null : (
            <>
              <span className={mergeClasses(surfaces.mono, styles.code)} dir="ltr">
                {code.text}
              </span>
              <span className={surfaces.third}>
                {say('Enter this code in the Hub extension of your browser. It pairs once, and until {end}.', { end: code.until })}
              </span>
            </>
          )}
          {trouble === '' ? null : <span className={surfaces.third}>{trouble}</span>}
        </div>
        <Button onClick={() => sendCommand({ kind: 'pair-browser' })}>{code === null ? say('Pair a browser') : say('Another code')}</Button>
      </div>
    </section>
  );
}

function Row({ row: { id, name, detail } }: { readonly row: PairingRow }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={surfaces.strong} dir="auto">
          {name}
        </span>
        <span className={surfaces.third}>{detail}</span>
      </div>
      <Button
        size="small"
        aria-label={say('End the pairing with {name}', { name })}
        onClick={() => sendCommand({ kind: 'revoke-pairing', id })}
      >
        {say('End the pairing')}
      </Button>
    </li>
  );
}
