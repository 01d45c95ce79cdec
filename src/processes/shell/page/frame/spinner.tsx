import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import { say } from '../../../../domain/language/say.ts';

const useStyles = makeStyles({
  ring: {
    flex: 'none',
    boxSizing: 'border-box',
    width: '14px',
    height: '14px',
    border: `2px solid ${tokens.colorBrandStroke2Contrast}`,
    borderTopColor: tokens.colorBrandStroke1,
    borderRadius: '50%',
    animationName: { to: { rotate: '360deg' } },
    animationDuration: '1s',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
    '@media (forced-colors: active)': { borderTopColor: 'Highlight' },
  },
});

/** Something is in progress. */
export function Spinner(): JSX.Element {
  return <span role="progressbar" aria-label={say('Working')} className={useStyles().ring} />;
}
