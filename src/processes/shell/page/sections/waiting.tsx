import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useEffect, useState } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { ConnectionLost } from '../frame/conditions.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';

const useStyles = makeStyles({
  page: { height: '100vh', padding: '60px 12px 12px 60px', boxSizing: 'border-box', backgroundColor: tokens.colorNeutralBackground3 },
  stack: { display: 'flex', flexDirection: 'column', gap: '12px' },
  bone: {
    height: '16px',
    borderRadius: '4px',
    backgroundColor: tokens.colorNeutralStencil1,
    animationName: { from: { opacity: 1 }, to: { opacity: 0.4 } },
    animationDuration: '1s',
    animationDirection: 'alternate',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  round: { flex: 'none', width: '20px', height: '20px', borderRadius: '50%' },
});

const widths = ['64%', '44%', '80%'] as const;

/** The place of the card. */
export function CardSkeleton(): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div role="progressbar" aria-busy aria-label={say('Waiting for Hub')} className={surfaces.card}>
      {widths.map((width) => (
        <div key={width} className={surfaces.row}>
          <span className={mergeClasses(styles.bone, styles.round)} />
          <span className={styles.bone} style={{ width }} />
        </div>
      ))}
    </div>
  );
}

/** A view that arrives sooner has no placeholders, which would only flicker. */
const placeholdersAfterMs = 300;

/** Before the first view. */
export function Waiting({ isLost }: { readonly isLost: boolean }): JSX.Element {
  const styles = useStyles();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), placeholdersAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.stack}>
        {isLost ? <ConnectionLost /> : null}
        {isLong ? <CardSkeleton /> : null}
      </div>
    </main>
  );
}
