/** What the window says of its connection to the core, and the mend. */
import type { PageView } from '../../contract/shell-page.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { say, sayHeard } from '../language/say.ts';

interface Connection {
  readonly connection: PageView['connection']['state'];
  readonly components: readonly ComponentStatus[];
}

/** The sentences of a connection that is there are empty. */
export function shownConnection({ connection, components }: Connection): PageView['connection'] {
  if (connection === 'connected') return { state: connection, text: '', mend: '' };
  if (connection === 'connecting') return { state: connection, text: say('Starting'), mend: '' };
  const core = components.find(({ id }) => id === 'python_core');
  const state = core?.state;
  const { text, mend } =
    state === 'failed' || state === 'stopped' ? coreAtRest[state]() : silentCore(state === 'degraded' ? core?.reason : null);
  return { state: 'lost', text, mend: isKeptMeanwhile(components) ? `${mend} ${say('What you copy is kept meanwhile.')}` : mend };
}

/** If the monitor lacks nothing, and the journal is not known to be damaged. */
function isKeptMeanwhile(components: readonly ComponentStatus[]): boolean {
  const isDamaged = components.some(({ reason }) => reason?.includes('the journal is damaged') ?? false);
  return !isDamaged && components.some(({ id, state }) => id === 'clipboard' && state === 'running');
}

/** One that runs, and says itself why it can't be reached, such as a port that is taken, needs no restart. */
const silentCore = (reason: string | null = null) => ({
  text: say('The core does not answer'),
  mend:
    reason === null
      ? say('It restarts automatically. If it does not come back, restart it; Diagnostics shows how it ended.')
      : say('It says: {reason}.', { reason: sayHeard(reason) }),
});

/** For a core that only the user can restart. */
const coreAtRest = {
  failed: () => ({
    text: say('The core failed too often'),
    mend: say(
      'It is not restarted automatically: restart it here, or with “hub restart python_core”. Diagnostics shows the cause, and opens the logs; the last lines are in python_core.failed.log.',
    ),
  }),
  stopped: () => ({
    text: say('The core is not running'),
    mend: say(
      'It is not restarted automatically: restart it here, or with “hub restart python_core”. Diagnostics shows why it was stopped.',
    ),
  }),
} as const;
