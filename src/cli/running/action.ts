/** `hub action VERB`: sends one verb to the router of the running Hub (§1.4). Also `hub` alone, which is like a second launch of a program. */
import { askAction } from '../../client/ask-pipes.ts';
import { actionVerbs } from '../../contract/action-verbs.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { withGuess } from '../did-you-mean.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { oneLine } from '../table.ts';
import { start } from './start.ts';

/** A verb may have to wait for a component that is being restarted. */
const dispatchedWithinMs = 10_000;
const restoredWithinMs = 4_000;
const longestLine = 500;

/** Done when the verb was dispatched; prints Hub's answer, if there is one. */
export async function action(surface: Surface, verb: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askAction(surface.places, verb, { timeoutMs: dispatchedWithinMs });
  if (asked.ok) {
    if (options.json) printJson(surface, asked.value === null ? { ok: true } : { ok: true, detail: asked.value });
    else if (asked.value !== null) surface.print(oneLine(sayHeard(asked.value), longestLine));
    return 0;
  }
  if (isPipeFailure(asked.reason)) return reportPipeFailure(surface, asked.reason);
  return failedBecause(surface, whyNot(verb, asked), asked.reason);
}

function whyNot(verb: string, { reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  if (reason === 'stopping') return say('Hub is stopping; start it again with: hub start');
  if (reason === 'unknown_verb' || reason === 'bad_request') return whyUnknown(verb);
  return oneLine(detail === undefined ? say('the action failed') : sayHeard(detail), longestLine);
}

/** Shows the running Hub, or starts one. If a Hub does not answer, the start finds out why, and says so. */
export async function restoreOrStart(surface: Surface, program: string): Promise<ExitStatus> {
  const asked = await askAction(surface.places, 'restore', { timeoutMs: restoredWithinMs });
  if (asked.ok) {
    surface.print(oneLine(`${say('Hub is running.')} ${sayHeard(asked.value ?? '')}`, longestLine));
    return 0;
  }
  if (asked.reason === 'failed' || asked.reason === 'no_window')
    return failedBecause(
      surface,
      oneLine(asked.detail === undefined ? say('the window could not be shown') : sayHeard(asked.detail), longestLine),
    );
  return start(surface, program, {});
}

/** Shown below the help of the command. */
export const verbsHelp = (): string => `\n${say('Verbs:')}\n${actionVerbs.map((verb) => `  ${verb}`).join('\n')}`;

function whyUnknown(verb: string): string {
  const known = actionVerbs.some((one) => one === verb);
  return known
    ? say('this version of Hub cannot do {verb} yet', { verb })
    : withGuess(say('unknown verb {verb}; for a list of verbs: hub action --help', { verb: oneLine(verb, 40) }), verb, actionVerbs);
}
