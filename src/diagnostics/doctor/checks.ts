/**
 * The checks of `hub doctor`, in the order in which they are shown: what Hub stands on comes first. Each is independent of the others; none needs a
 * running Hub, and one that can say nothing without it finds nothing.
 */
import { bridgeCheck } from './bridge-check.ts';
import type { Check } from './check.ts';
import { crashCheckOn } from './crashes/crash-check.ts';
import { desktopChecks } from './desktop-checks.ts';
import { homeChecks } from './home-checks.ts';
import { extensionCheck, hubChecks } from './hub-checks.ts';
import { journalChecks } from './journal-checks.ts';
import { pictureLanguagesCheck } from './picture-languages-check.ts';
import { portChecks } from './port-checks.ts';
import { retentionCheck } from './retention-check.ts';
import { runtimeChecks } from './runtime-checks.ts';
import { globalShortcutsCheck } from './shortcuts/global-shortcuts-check.ts';
import { shortcutsCheck } from './shortcuts/shortcuts-check.ts';

export const checks: readonly Check[] = [
  ...runtimeChecks,
  ...hubChecks,
  crashCheckOn(process.platform),
  ...portChecks,
  ...desktopChecks,
  shortcutsCheck,
  globalShortcutsCheck,
  ...homeChecks,
  ...journalChecks,
  pictureLanguagesCheck,
  retentionCheck,
  extensionCheck,
  bridgeCheck,
];

/** Those with these ids; without any, all that change nothing. */
export function chosenChecks(ids: readonly string[]): readonly Check[] {
  return checks.filter(({ id, isOnRequest }) => (ids.length === 0 ? isOnRequest !== true : ids.includes(id)));
}
