/** `hub action VERB`: sends one verb to the router of the running Hub (§1.4). Also `hub` alone, which is like a second launch of a program. */
import { askAction, askStatus, askVerb } from '../../client/ask-pipes.ts';
import { type ActionVerb, actionVerbs } from '../../contract/action-verbs.ts';
import { takenTextInWords } from '../../domain/conditions/taken-text-words.ts';
import { say, sayHeard, withinSentence } from '../../domain/language/say.ts';
import { withGuess } from '../did-you-mean.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { start } from './start.ts';
import { thisDesktop } from './this-desktop.ts';

/** A verb may have to wait for a component that is being restarted. */
const dispatchedWithinMs = 10_000;
/** Displays that hang, and a window that is being restarted. */
const restoredWithinMs = 8_000;
/** What is on the clipboard is judged before its text is taken, and the text before it is kept. */
const judgedAndKeptWithinMs = 20_000;
const statusWithinMs = 2_000;
const longestLine = 500;
const chat = 'send-to-chat' satisfies ActionVerb;
/** A page is opened within seconds, by a window that is perhaps being restarted. */
const sentWithinMs = 25_000;
const extraction = 'extract-clipboard-text' satisfies ActionVerb;

/** Done when the verb was dispatched, or what it asks for is there; prints Hub's answer, if there is one. */
export async function action(surface: Surface, verb: string | undefined, options: { readonly json?: boolean }): Promise<ExitStatus> {
  if (verb === undefined)
    return wrongUsage(surface, say('name a verb: {verbs}; for what each does: hub action --help', { verbs: actionVerbs.join(', ') }));
  if (verb === extraction) return extractText(surface, options);
  if (verb === chat) return sendToChat(surface, options);
  const asked = await askAction(surface.places, verb, { timeoutMs: dispatchedWithinMs });
  if (asked.ok) {
    if (options.json) printJson(surface, asked.value === null ? { ok: true } : { ok: true, detail: asked.value });
    else if (asked.value !== null) surface.print(oneLine(sayHeard(asked.value), longestLine));
    return 0;
  }
  if (isPipeFailure(asked.reason)) return reportPipeFailure(surface, asked.reason);
  return failedBecause(surface, withinSentence(whyNot(verb, asked)), asked.reason);
}

/** Says here why it was not sent, or what there is to do: the window that says it too may be behind others. */
async function sendToChat(surface: Surface, { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askVerb(surface.places, chat, { timeoutMs: sentWithinMs, waits: true });
  if (!asked.ok)
    return isPipeFailure(asked.reason)
      ? reportPipeFailure(surface, asked.reason)
      : failedBecause(surface, withinSentence(whyNot(chat, asked)), asked.reason);
  const { detail } = asked.value;
  if (json === true) printJson(surface, detail === undefined ? { ok: true } : { ok: true, detail });
  else if (detail !== undefined) surface.print(oneLine(sayHeard(detail), longestLine));
  return 0;
}

/** Says here what became of it: where the command was called, there may be no desktop that tells it. */
async function extractText(surface: Surface, { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const { effectiveDocument } = await import('../../configuration/effective-document.ts');
  const limitMs = effectiveDocument(surface.places, 'text-extraction').value.time_limit_seconds * 1_000;
  const timeoutMs = dispatchedWithinMs + limitMs + judgedAndKeptWithinMs;
  const asked = await askVerb(surface.places, extraction, { timeoutMs, longestMs: timeoutMs, waits: true });
  if (!asked.ok && asked.reason === 'no-answer') return reportSilence(surface);
  if (!asked.ok)
    return isPipeFailure(asked.reason)
      ? reportPipeFailure(surface, asked.reason)
      : failedBecause(surface, withinSentence(whyNot(extraction, asked)), asked.reason);
  const { taken } = asked.value;
  if (taken === undefined) {
    if (json === true) printJson(surface, { ok: true });
    return 0;
  }
  const { text } = takenTextInWords(taken);
  if (!taken.ok) return failedBecause(surface, oneLine(withinSentence(text), longestLine), taken.because.replaceAll('-', '_'));
  if (json === true) printJson(surface, taken);
  else surface.print(oneLine(text, longestLine));
  return 0;
}

/** A text may take longer than anything else: that there is no word of it does not mean that Hub hangs. */
async function reportSilence(surface: Surface): Promise<ExitStatus> {
  const status = await askStatus(surface.places, { timeoutMs: statusWithinMs });
  if (!status.ok) return reportPipeFailure(surface, status.reason);
  return failedBecause(
    surface,
    say('Hub is running but has not said what became of the text; if there is one, it is in the history: hub history'),
    'no_answer',
  );
}

function whyNot(verb: string, { reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  if (reason === 'stopping') return say('Hub is stopping; start it again with: hub start');
  if (reason === 'unknown_verb' || reason === 'bad_request') return whyUnknown(verb);
  return oneLine(detail === undefined ? say('the action failed') : sayHeard(detail), longestLine);
}

/** Shows the running Hub, or starts one. If a Hub does not answer, the start finds out why, and says so. */
export async function restoreOrStart(surface: Surface, program: string): Promise<ExitStatus> {
  const desktop = thisDesktop(surface);
  const asked = await askVerb(surface.places, 'restore', { timeoutMs: restoredWithinMs, ...(desktop && { desktop }) });
  if (asked.ok) {
    surface.print(oneLine(`${say('Hub is running.')} ${sayHeard(asked.value.detail ?? '')}`, longestLine));
    return 0;
  }
  if (asked.reason === 'failed' || asked.reason === 'no_window')
    return failedBecause(
      surface,
      oneLine(asked.detail === undefined ? say('the window could not be shown') : withinSentence(sayHeard(asked.detail)), longestLine),
    );
  return start(surface, program, {});
}

function whyUnknown(verb: string): string {
  const known = actionVerbs.some((one) => one === verb);
  return known
    ? say('this version of Hub cannot do {verb} yet', { verb })
    : withGuess(
        say('unknown verb {verb}; for a list of verbs: hub action --help; a saved command is run by: hub command NAME', {
          verb: oneLine(verb, 40),
        }),
        verb,
        actionVerbs,
      );
}
