import type { PageView } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';

/** How many copies there ever were, also those that were deleted since. The footer warns of missed ones. */
export function copyCounts({ captured }: PageView['capture']): string {
  return say('{captured, plural, one {# copy} other {# copies}} so far', { captured });
}
