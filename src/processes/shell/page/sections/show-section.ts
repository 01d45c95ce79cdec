/** Another section of the window. */
import type { Section } from '../../../../contract/page-rows/section.ts';
import { typeSearch } from '../search/search-typing.ts';
import { latestView, sendCommand } from '../shell-client.ts';

/** Shows a section as it is without a search: the one in the box was about what was shown before, and is cleared. */
export function showSection(section: Section): void {
  if (latestView().view?.search.query !== '') typeSearch('');
  sendCommand({ kind: 'show', section });
}
