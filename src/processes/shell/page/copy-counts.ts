import type { PageView } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';

/** How many copies there ever were, also those that were deleted since, and how many were missed. */
export function copyCounts({ captured, missed }: PageView['capture']): string {
  return say('{captured, plural, one {# copy} other {# copies}} so far · {missed, number} missed', { captured, missed });
}
