/** `hub command NAME [ID]`: runs a saved command of the user with a copy at its standard input. It runs here, so that no component waits for it. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { type ProgramEnd, type ProgramFailure, runBounded } from '../../base/bounded-program.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { isAllowed, tryAllow } from '../../configuration/allowed-commands.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { whatBecomesOf } from '../../domain/commands/command-in-words.ts';
import { commandCalled, type NamedCommand, namedCommands } from '../../domain/commands/saved-commands.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import type { Places } from '../../platform/locations.ts';
import { withGuess } from '../did-you-mean.ts';
import { withJournal, withJournalAsync } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { notDone, withBridge } from '../with-bridge.ts';
import { type CommandCopy, copyFor } from './command-copy.ts';
import { shownWords } from './list-commands.ts';
import { addOutput, judgedOutput } from './output-on-clipboard.ts';

export interface CommandOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
  /** Of the output, in UTF-16 units; for the window, which has no room for more. */
  readonly shown?: number;
}

/** On the clipboard, an output is in memory in several processes. */
const mostOutputBytes = 8 * 1024 * 1024;
const mostAtOnce = 4;

export async function runSaved(surface: Surface, word: string, id: string | undefined, options: CommandOptions): Promise<ExitStatus> {
  const { value, unused } = effectiveDocument(surface.places, 'commands');
  if (unused !== null) surface.complain(`hub: ${documentCondition([unused])}`);
  const commands = namedCommands(value);
  const command = commandCalled(commands, word);
  if (command === null) {
    const sentence = say('there is no saved command {name}; run "hub commands" to see them', { name: oneLine(word, 60) });
    const names = commands.flatMap(({ id, name }) => [id, name]);
    return failedBecause(surface, withGuess(sentence, word, names), 'unknown_command');
  }
  let copy: CommandCopy | null = null;
  const status = withJournal(surface, (journal) => {
    const found = copyFor(journal, id, command);
    if ('why' in found) return failedBecause(surface, found.why, found.word);
    copy = found;
    return 0;
  });
  if (copy === null) return status;
  if (!(await isAgreed(surface, command, options))) return 1;
  using place = takePlace(surface.places);
  if (place === null)
    return failedBecause(surface, say('{count} saved commands are running already; try again', { count: mostAtOnce }), 'busy');
  return run(surface, command, copy, options);
}

async function isAgreed(surface: Surface, command: NamedCommand, { yes }: CommandOptions): Promise<boolean> {
  if (isAllowed(surface.places, command)) return true;
  if (!yes && !surface.canAsk) {
    failedBecause(surface, say('this command has not run before; to run it without a question: --yes'), 'not_confirmed');
    return false;
  }
  if (!yes) {
    const shown = visibleText(shownWords(command.command));
    const question = say('This runs: {command}\nIt gets the copy at its standard input. {output}\nRun it, now and from now on?', {
      command: shown,
      output: whatBecomesOf(command.output),
    });
    if (!(await surface.confirm(question, true))) {
      failedBecause(surface, say('nothing was run'), 'not_confirmed');
      return false;
    }
  }
  await tryAllow(surface.places, command);
  return true;
}

/** One of the places for commands that run at the same time; freed by any end of this process. Null if all are taken. */
function takePlace({ run: folder }: Places): Disposable | null {
  for (let at = 1; at <= mostAtOnce; at += 1) {
    const taken = takeProcessLock(path.join(folder, `command-${at}.lock`));
    if (taken.ok) return taken.value;
  }
  return null;
}

async function run(surface: Surface, command: NamedCommand, copy: CommandCopy, options: CommandOptions): Promise<ExitStatus> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  const ended = await runBounded({
    words: command.command,
    env: { ...surface.env, ...copy.variables },
    input: copy.input,
    timeoutMs: command.timeout_seconds * 1_000,
    mostOutputBytes: command.output === 'none' ? 0 : mostOutputBytes,
    signal: stopping.signal,
  });
  for (const signal of signals) process.off(signal, stop);
  if (!ended.ok) return failedBecause(surface, whyNot[ended.reason](command), ended.reason.replaceAll('-', '_'));
  if (ended.value.status !== 0) return failedBecause(surface, howItEnded(command, ended.value), 'command_failed');
  if (command.output === 'clipboard') return toClipboard(surface, command, ended.value.output, options);
  const text = new TextDecoder().decode(ended.value.output);
  if (options.json)
    printJson(surface, {
      ok: true,
      command: command.id,
      copy: String(copy.id),
      ...(command.output === 'notice' && { output: text.slice(0, options.shown) }),
    });
  else if (command.output === 'none') surface.print(say('{command} has run.', { command: command.name }));
  else if (surface.terminal) surface.print(visibleText(text.trimEnd()));
  else surface.printBytes(ended.value.output);
  return 0;
}

function howItEnded({ name }: NamedCommand, { status, complaint }: ProgramEnd): string {
  const how =
    status === null
      ? say('{command} was ended by a signal', { command: name })
      : say('{command} failed with status {status}', { command: name, status });
  return complaint === '' ? how : `${how}: ${oneLine(complaint, 300)}`;
}

const whyNot: Readonly<Record<ProgramFailure, (command: NamedCommand) => string>> = {
  'no-program': ({ command: [program = ''] }) =>
    say('there is no program {program}; install it, or correct the command: hub config edit commands', { program }),
  'not-executable': ({ command: [program = ''] }) => say('{program} is not a program that you may run', { program }),
  'not-started': ({ command: [program = ''] }) => say('the system did not start {program}', { program }),
  'too-late': ({ name, timeout_seconds }) =>
    say('{command} was not done after {seconds, plural, one {# second} other {# seconds}}, and was killed', {
      command: name,
      seconds: timeout_seconds,
    }),
  'too-much': ({ name }) => say('{command} wrote more than 8 MiB, and was killed', { command: name }),
  stopped: ({ name }) => say('{command} was stopped', { command: name }),
};

async function toClipboard(surface: Surface, command: NamedCommand, output: Uint8Array, { json }: CommandOptions): Promise<ExitStatus> {
  if (output.length === 0)
    return failedBecause(surface, say('{command} wrote nothing, so the clipboard is as it was', { command: command.name }), 'no_output');
  if (output.includes(0) || !isUtf8(output))
    return failedBecause(surface, say('{command} wrote something else than text in UTF-8', { command: command.name }), 'not_text');
  return withJournalAsync(surface, async (journal) => {
    // Without a Hub that serves the clipboard there would be a copy that nobody asked for.
    const health = await withBridge(surface.places, (bridge) => bridge.health());
    if (health.kind !== 'answer') return notDone(surface, health);
    const judged = await judgedOutput(journal, addOutput(journal, output, command.name));
    if (judged === 'filtered')
      return failedBecause(surface, say('the content filter rejects the output of {command}', { command: command.name }), 'not_kept');
    if (judged === 'not-judged')
      return failedBecause(surface, say('the output is in the history, but Hub has not examined it yet'), 'unavailable');
    const id = String(judged);
    const asked = await withBridge(surface.places, (bridge) => bridge.copy(id, {}));
    if (asked.kind !== 'answer') return notDone(surface, asked);
    if (json) printJson(surface, { ok: true, command: command.id, newCopy: id });
    else surface.print(say('Its output is on the clipboard, as copy {id}.', { id }));
    return 0;
  });
}
