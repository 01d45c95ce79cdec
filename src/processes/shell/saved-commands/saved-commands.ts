/**
 * The saved commands in the window. What was never allowed is asked about first; the answer is for exactly what was shown, because it is remembered as a
 * digest, and `hub command`, which runs it, looks at that again. The supervisor starts that, and answers here once it has ended.
 */
import type { Log } from '../../../base/log.ts';
import type { Outcome } from '../../../base/outcome.ts';
import type { PipeFailure } from '../../../client/ask-pipes.ts';
import { isAllowed, tryAllow } from '../../../configuration/allowed-commands.ts';
import type { CommandResponse } from '../../../contract/supervisor.ts';
import { type AskedCommand, commandName } from '../../../domain/commands/command-in-words.ts';
import type { NamedCommand } from '../../../domain/commands/saved-commands.ts';
import { say } from '../../../domain/language/say.ts';
import { withoutHarmfulCharacters } from '../../../domain/view/shown-text.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';

export interface SavedCommandsParts {
  readonly places: Places;
  readonly log: Log;
  readonly shell: Pick<Shell, 'state' | 'set' | 'notify' | 'during' | 'shownFragment'>;
  /** Has a command run, and resolves when it has ended. */
  readonly run: (command: NamedCommand, fragmentId: string) => Promise<Outcome<CommandResponse, PipeFailure>>;
}

export class SavedCommands {
  readonly #parts: SavedCommandsParts;
  #asked = 0;

  constructor(parts: SavedCommandsParts) {
    this.#parts = parts;
  }

  /** Resolves when it is over, or a question is shown. */
  async choose(commandId: string, fragmentId: string): Promise<void> {
    const { shell, places } = this.#parts;
    const command = shell.state.commands.find(({ id }) => id === commandId);
    if (command === undefined) return shell.notify('error', say('This command is not in the document any more'));
    await (isAllowed(places, command) ? this.#run(command, fragmentId) : this.#ask(command, fragmentId));
  }

  /** An answer to a question that is not shown any more does nothing. */
  async answer(questionId: number, isYes: boolean): Promise<void> {
    const { shell, places } = this.#parts;
    const { question } = shell.state;
    if (question?.id !== questionId) return;
    shell.set({ question: null });
    if (!isYes) return;
    await tryAllow(places, question.command);
    if (isAllowed(places, question.command)) return this.#run(question.command, question.copy.id);
    shell.notify('error', say('It was not run: your permission could not be saved'));
  }

  async #ask(command: NamedCommand, fragmentId: string): Promise<void> {
    const { shell } = this.#parts;
    const copy = await shell.shownFragment(fragmentId);
    if (copy === null) return shell.notify('error', say('It could not be read: the core did not answer, or the copy was deleted'));
    this.#asked += 1;
    const { id, kind, contentKind, bytes } = copy;
    const question: AskedCommand = {
      id: this.#asked,
      command,
      copy: { id, kind, bytes, ...(contentKind === undefined ? {} : { contentKind }) },
      opened: shell.state.picker?.opened ?? null,
    };
    shell.set({ question });
  }

  async #run(command: NamedCommand, fragmentId: string): Promise<void> {
    const { shell, log, run } = this.#parts;
    const name = commandName(command);
    shell.notify('info', () => say('{name} is running…', { name }));
    const startMs = performance.now();
    const ran = await shell.during(run(command, fragmentId));
    const isDone = ran.ok && ran.value.ok;
    log.info('saved command', { ok: isDone, ms: Math.round(performance.now() - startMs) });
    if (!ran.ok) return shell.notify('error', () => say('{name}: Hub did not answer; see Diagnostics', { name }));
    // It has changed since it was allowed.
    if (!ran.value.ok && ran.value.error === 'not_confirmed') return shell.notify('warning', () => changed(name));
    shell.notify(isDone ? 'success' : 'error', howItEnded(name, ran.value));
  }
}

const changed = (name: string): string => say('{name} was not run: it has changed meanwhile. Choose it again', { name });

/** The sentences of `hub command` are in the user's language already. */
export function howItEnded(name: string, response: CommandResponse): () => string {
  if (!response.ok) {
    const { error, detail = '' } = response;
    const heard = withoutHarmfulCharacters(detail);
    if (heard !== '') return () => heard;
    return error === 'busy'
      ? () => say('Several saved commands are running already; try again later')
      : () => say('{name} could not be run; try it in a terminal: hub command', { name });
  }
  if (response.newCopy !== undefined) return () => say('{name}: its output is on the clipboard', { name });
  const output = withoutHarmfulCharacters(response.output ?? '').trim();
  return output === '' ? () => say('{name} has run.', { name }) : () => say('{name}: {output}', { name, output });
}
