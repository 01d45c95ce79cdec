import type { PageView } from '../../../contract/shell-page.ts';

/** How many copies there ever were, also those that were deleted since, and how many were missed. */
export function copyCounts({ captured, missed }: PageView['capture']): string {
  return `${grouped(captured)} ${captured === 1 ? 'copy' : 'copies'} so far · ${grouped(missed)} missed`;
}

/** With commas between thousands: `2,225`. */
function grouped(count: number): string {
  return count.toLocaleString('en');
}
