import type { PageView } from '../../../contract/shell-page.ts';

/** How many copies there were, and how many were missed. */
export function counts({ captured, missed }: PageView['capture']): string {
  return `${captured} ${captured === 1 ? 'copy' : 'copies'} · ${missed} missed`;
}
