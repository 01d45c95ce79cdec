/**
 * A component in the diagnostics of the window: what it does, how it is, and why. The reason is a sentence that the component or its supervisor has told, said
 * here in the user's language.
 */
import type { ComponentId } from '../../contract/components.ts';
import type { ComponentRow } from '../../contract/page-rows/component-row.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { say, sayHeard } from '../language/say.ts';
import { type Clock, timePhrase } from '../view/shown-time.ts';

/** For people who do not know the ids. */
const componentTitles: Readonly<Record<ComponentId, () => string>> = {
  supervisor: () => say('Starts and watches the others'),
  settings_host: () => say('Settings and WorkSpaces'),
  save_worker: () => say('Saves files'),
  python_core: () => say('Identifies and stores copies; serves the bridge'),
  clipboard: () => say('Watches the clipboard'),
  web_listener: () => say('Listens for the browser extension'),
  hub: () => say('This window'),
};

/** Anyone who reads these rows sees the window: it has started, even if the supervisor was asked before it knew that. */
export function componentRow({ id, state, reason, restarts, lastFailure }: ComponentStatus, clock: Clock): ComponentRow {
  const seen = id === 'hub' && state === 'starting' ? 'running' : state;
  return {
    ...{ id, title: componentTitles[id](), state: seen, reason: sayHeard(reason ?? ''), restarts },
    failures: lastFailure?.count ?? 0,
    lastFailure: lastFailure === undefined ? '' : failureOf(lastFailure, clock),
  };
}

function failureOf({ at, because }: NonNullable<ComponentStatus['lastFailure']>, clock: Clock): string {
  return say('Last failure {when}: {because}', { when: timePhrase(at, clock), because: sayHeard(because) });
}
