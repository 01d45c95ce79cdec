/** Has the supervisor restart a component, and says what became of it. */
import { askRestart, type PipeFailure } from '../../../client/ask-pipes.ts';
import type { SupervisorError } from '../../../contract/supervisor.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';
import type { OpenWindowMemory } from '../window/window-memory.ts';

interface Parts {
  readonly places: Places;
  readonly shell: Pick<Shell, 'during' | 'notify' | 'refreshStatus'>;
  readonly memory: Pick<OpenWindowMemory, 'value' | 'set'>;
}

const restartWithinMs = 15_000;

/** One that is not running is started. The window comes back to the front, where its user has asked for that. */
export async function restart({ shell, places, memory }: Parts, componentId: string): Promise<void> {
  const isAwaited = (value: boolean): void => memory.set({ shownIn: { ...memory.value.shownIn, isAwaited: value } });
  if (componentId === 'hub') isAwaited(true);
  const asked = askRestart(places, componentId, { timeoutMs: restartWithinMs });
  // That it ends and starts is shown at once, and not once it is ready.
  void shell.refreshStatus();
  const restarted = await shell.during(asked);
  if (restarted.ok) shell.notify('success', say('{component} is running again', { component: componentId }));
  else {
    if (componentId === 'hub') isAwaited(false);
    const why = restarted.detail === undefined ? whyNotRestarted[restarted.reason]() : sayHeard(restarted.detail);
    shell.notify('error', say('{component} was not restarted: {why}', { component: componentId, why }));
  }
  await shell.refreshStatus();
}

const noAnswer = () => say('the supervisor did not answer');
const whyNotRestarted: Readonly<Record<PipeFailure | SupervisorError, () => string>> = {
  unknown_component: () => say('unknown component'),
  timeout: () => say('it was not ready in time'),
  failed: () => say('it ended again; Diagnostics shows the cause'),
  stopping: () => say('Hub is stopping'),
  bad_request: () => say('the supervisor did not understand the request'),
  'not-understood': () => say('the supervisor answered with something else'),
  absent: () => say('the supervisor is not running'),
  busy: noAnswer,
  'no-answer': noAnswer,
  'not-ours': () => say('the supervisor’s pipe belongs to another user'),
};
