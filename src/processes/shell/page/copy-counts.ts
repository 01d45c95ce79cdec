import type { CaptureView } from '../../../contract/page-rows/capture-view.ts';
import { say } from '../../../domain/language/say.ts';

/** How many copies there ever were, also those that were deleted since. The footer warns of missed ones. */
export function copyCounts({ captured }: CaptureView): string {
  return say('{captured, plural, one {# copy} other {# copies}} so far', { captured });
}
