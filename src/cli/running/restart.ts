/** `hub restart ID` (§4.2 RequestRestart): also starts a component that is not running. */
import { askRestart } from '../../client/ask-pipes.ts';
import { componentIds } from '../../contract/components.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { withGuess } from '../did-you-mean.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { moveToDesktop } from './this-desktop.ts';

const readyWithinMs = 15_000;

export async function restart(
  surface: Surface,
  id: string | undefined,
  options: { readonly json?: boolean; readonly desktop?: boolean },
): Promise<ExitStatus> {
  if (options.desktop === true && id === undefined) return moveToDesktop(surface, options);
  if (options.desktop === true || id === undefined)
    return wrongUsage(surface, say('name one component, or --desktop: {components}', { components: componentsInWords() }));
  const asked = await askRestart(surface.places, id, { timeoutMs: readyWithinMs });
  if (asked.ok) {
    const { pid } = asked.value;
    if (options.json) printJson(surface, { ok: true, componentId: id, pid });
    else if (id === 'hub' && pid !== null) surface.print(say('The window is running again (process {pid}).', { pid }));
    else surface.print(pid === null ? say('{id} is running again.', { id }) : say('{id} is running again (process {pid}).', { id, pid }));
    return 0;
  }
  if (isPipeFailure(asked.reason)) return reportPipeFailure(surface, asked.reason);
  return failedBecause(surface, whyNot(oneLine(id, 40), asked), asked.reason);
}

function componentsInWords(): string {
  return componentIds.filter((component) => component !== 'supervisor').join(', ');
}

function whyNot(id: string, { reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  const known = componentsInWords();
  if (reason === 'unknown_component' && detail !== undefined)
    return say('{id} cannot be restarted alone: {why}', { id, why: sayHeard(detail) });
  if (reason === 'unknown_component' || reason === 'bad_request')
    return withGuess(say('unknown component {component}; there are {known}', { component: `'${id}'`, known }), id, componentIds);
  if (reason === 'stopping') return say('Hub is stopping; start it again with: hub start');
  if (reason === 'timeout') return say('{id} was not ready within {seconds} s; see: hub status', { id, seconds: readyWithinMs / 1_000 });
  return say('{id} could not be restarted: {why}', {
    id,
    why: detail === undefined ? say('it ended again; see: hub status') : sayHeard(detail),
  });
}
