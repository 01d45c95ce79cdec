/** What a new user is told: shown until there is a copy besides what was on the clipboard when Hub came. */
import type { PageView } from '../../contract/shell-page.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { isUntold } from '../conditions/absence.ts';
import { startRow } from './settings/settings-groups.ts';

interface Known {
  /** The newest copies; null until the core has answered. */
  readonly recent: readonly { readonly id: string }[] | null;
  readonly snapshot: HubWindowSnapshot | null;
  readonly autostart: boolean | null;
}

export function firstSteps({ recent, snapshot, autostart }: Known): Pick<PageView, 'isEmpty' | 'isFirstDay' | 'startChoice'> {
  const isFirst = isFirstDay({ recent, snapshot });
  return {
    isEmpty: snapshot !== null && snapshot.fragments.length === 0 && (recent ?? []).length === 0 && isUntold(snapshot),
    isFirstDay: isFirst,
    startChoice: isFirst ? startRow(autostart) : null,
  };
}

/** There is no copy but what is on the clipboard. False until that is known. */
export function isFirstDay({ recent, snapshot }: Pick<Known, 'recent' | 'snapshot'>): boolean {
  const present = new Set(snapshot?.fragments.map(({ id }) => id));
  return recent?.every(({ id }) => present.has(id)) === true;
}
