/** A saved command as the user reads it before he lets it run. Pure. */
import type { CommandOutput } from '../../contract/documents/commands.ts';
import type { CommandQuestion, OfferedCommand } from '../../contract/page-rows/offered-commands.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { say } from '../language/say.ts';
import { kindWithin } from '../view/kind-names.ts';
import { oneLine } from '../view/shown-text.ts';
import type { NamedCommand } from './saved-commands.ts';

const longestName = 100;

/** What the user is asked about a command before it runs for the first time. */
export interface AskedCommand {
  readonly id: number;
  readonly command: NamedCommand;
  readonly copy: Pick<Fragment, 'id' | 'kind' | 'contentKind' | 'bytes'>;
  /** The opening of the picker in which it was asked; null in the window. Elsewhere it is not shown. */
  readonly opened: number | null;
}

/** What becomes of the output, in a sentence. */
export function whatBecomesOf(output: CommandOutput): string {
  switch (output) {
    case 'none':
      return say('Its output is discarded.');
    case 'clipboard':
      return say('Its output becomes a new copy, on the clipboard.');
    case 'notice':
      return say('Its output is shown.');
  }
}

/** The same as a choice. */
export function outputChoice(output: CommandOutput): string {
  return { none: () => say('Discard it'), clipboard: () => say('Copy it to the clipboard'), notice: () => say('Show it') }[output]();
}

/** The same among other facts about a command. */
export function outputDetail(output: CommandOutput): string {
  return { none: () => say('output discarded'), clipboard: () => say('output to the clipboard'), notice: () => say('output shown') }[
    output
  ]();
}

/** Names come from a document that another program may have written. */
export function offeredCommands(commands: readonly NamedCommand[]): readonly OfferedCommand[] {
  return commands.map(({ id, name, kinds, shortcut = '' }) => ({ id, name: commandName({ id, name }), kinds, shortcut }));
}

export function commandName({ id, name }: Pick<NamedCommand, 'id' | 'name'>): string {
  return oneLine(name, longestName) || id;
}

/** Null where it was not asked. */
export function shownQuestion(asked: AskedCommand | null, opened: number | null): CommandQuestion | null {
  if (asked === null || asked.opened !== opened) return null;
  const { id, command, copy } = asked;
  const kind = kindWithin(copy.contentKind ?? copyKinds[copy.kind]);
  return {
    id,
    name: commandName(command),
    words: command.command.map(visibleWord),
    gets: say('copy {id} ({kind}, {bytes, plural, one {# byte} other {# bytes}})', { id: copy.id, kind, bytes: copy.bytes }),
    becomes: say('{becomes} After {seconds, plural, one {# second} other {# seconds}} it is killed.', {
      becomes: whatBecomesOf(command.output),
      seconds: command.timeout_seconds,
    }),
  };
}

const copyKinds = { text: 'prose', image: 'picture', document: 'document', files: 'files' } as const;

/** Characters that nobody sees, or that reorder others, are written out: `\u{202e}`. An empty word is `""`. */
export function visibleWord(word: string): string {
  if (word === '') return '""';
  return word.replaceAll(
    /[\p{C}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u3000\u2800]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
