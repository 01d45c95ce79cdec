/** The message and exit status of a command that got no usable answer from a pipe of Hub. */
import type { PipeFailure } from '../client/ask-pipes.ts';
import { say } from '../domain/language/say.ts';
import { type ExitStatus, failedBecause, notRunning, type Surface } from './surface.ts';

const because = {
  busy: () => say('Hub is too busy to answer now; try again'),
  'not-ours': () =>
    say("the folder of Hub's sockets belongs to another user or is open to others; stop Hub, delete the folder, and start Hub again"),
  'no-answer': () => say('Hub is running but does not answer; if this does not change, end it with: hub stop --force'),
  'not-understood': () => say('Hub sent an answer that this command does not understand; is it a different version?'),
} as const satisfies Record<Exclude<PipeFailure, 'absent'>, () => string>;

/** Status 3 if no Hub is running, 1 if one is and was of no use. */
export function reportPipeFailure(surface: Surface, reason: PipeFailure): ExitStatus {
  return reason === 'absent' ? notRunning(surface) : failedBecause(surface, because[reason](), wordOf(reason));
}

/** Whether the pipe failed, as opposed to a refusal by Hub. */
export function isPipeFailure(reason: string): reason is PipeFailure {
  return reason === 'absent' || Object.hasOwn(because, reason);
}

function wordOf(reason: string): string {
  return reason.replaceAll('-', '_');
}

/** A failure as one JSON value: `error` is a word, with `not_running` for a Hub that is absent. */
export function failureJson({ reason, detail }: { readonly reason: string; readonly detail?: string }): object {
  const error = reason === 'absent' ? 'not_running' : wordOf(reason);
  return detail === undefined ? { ok: false, error } : { ok: false, error, detail };
}
