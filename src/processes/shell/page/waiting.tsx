import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { type JSX, useEffect, useState } from 'react';
import { Lost } from './conditions.tsx';
import { useSurfaces } from './surfaces.ts';

const useStyles = makeStyles({
  page: { height: '100vh', padding: '60px 12px 12px 60px', boxSizing: 'border-box', backgroundColor: tokens.colorNeutralBackground3 },
  stack: { display: 'flex', flexDirection: 'column', gap: '12px' },
  round: { flex: 'none' },
});

const widths = ['64%', '44%', '80%'] as const;

/** Where the card will be. */
export function CardSkeleton(): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  return (
    <Skeleton aria-label="Waiting for Hub" className={surfaces.card}>
      {widths.map((width) => (
        <div key={width} className={surfaces.row}>
          <SkeletonItem shape="circle" size={20} className={styles.round} />
          <SkeletonItem size={16} style={{ width }} />
        </div>
      ))}
    </Skeleton>
  );
}

/** A view that comes sooner is not announced by placeholders, which would only flicker. */
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
        {isLost ? <Lost /> : null}
        {isLong ? <CardSkeleton /> : null}
      </div>
    </main>
  );
}
