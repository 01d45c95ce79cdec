import { tokens } from '@fluentui/tokens';
import type { JSX } from 'react';

/** Hub's mark. */
export function HubMark({ sizePx }: { readonly sizePx: number }): JSX.Element {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 24 24" fill="none" stroke={tokens.colorBrandForeground1} strokeWidth="2" aria-hidden>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <path d="M8 8v8M16 8v8M8 12h8" strokeLinecap="round" />
    </svg>
  );
}
