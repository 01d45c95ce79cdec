/** The words for the states of components and of copies. One table for the window and the command; `--json` has the states as the contract names them. */
import type { ComponentId, ComponentState } from '../../contract/components.ts';
import type { FragmentState } from '../../contract/source-snapshot.ts';
import { say } from '../language/say.ts';

const ofComponents: Readonly<Record<ComponentState, () => string>> = {
  running: () => say('running'),
  degraded: () => say('degraded'),
  starting: () => say('starting'),
  stopping: () => say('stopping'),
  backoff: () => say('waiting to restart'),
  failed: () => say('failed'),
  stopped: () => say('stopped'),
};

const ofCopies: Readonly<Record<FragmentState, () => string>> = {
  captured: () => say('captured'),
  kept: () => say('kept'),
  filtered: () => say('filtered'),
  saved: () => say('saved'),
  failed: () => say('failed'),
};

export function componentStateName(state: ComponentState): string {
  return ofComponents[state]();
}

/** A component in a sentence. The id of the core, which the specification gives it, says nothing to people; the other ids are what they are called. */
export function componentName(id: ComponentId): string {
  return id === 'python_core' ? say('core ({id})', { id }) : id;
}

export function copyStateName(state: FragmentState): string {
  return ofCopies[state]();
}
