/** Which saved command is meant, which copies it is for, and what it gets. Pure. */
import type { CommandsDocument, SavedCommand } from '../../contract/documents/commands.ts';

/** A command with the id by which it is called. */
export type NamedCommand = Pick<SavedCommand, 'name' | 'kinds' | 'command' | 'output' | 'shortcut' | 'timeout_seconds'> & {
  readonly id: string;
  /** In the document. */
  readonly place?: number;
};

/** All commands, each id once: the first one that has it counts. */
export function namedCommands({ commands }: Pick<CommandsDocument, 'commands'>): readonly NamedCommand[] {
  const named = new Map<string, NamedCommand>();
  for (const [place, command] of commands.entries()) {
    const id = command.id ?? idOfName(command.name);
    if (id !== '' && !named.has(id)) named.set(id, { ...command, id, place });
  }
  return [...named.values()];
}

/** `Sort lines` is `sort-lines`. Letters of every script stay. */
export function idOfName(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{M}\p{N}]/u);
  return words.filter((word) => word !== '').join('-');
}

/** By its id, or by its name in any case; null if there is none. */
export function commandCalled(commands: readonly NamedCommand[], word: string): NamedCommand | null {
  const wanted = word.toLowerCase();
  return commands.find(({ id }) => id === wanted) ?? commands.find(({ name }) => name.toLowerCase() === wanted) ?? null;
}

/** Everything that the user agrees to before it runs: a command with another text here is asked about again. */
export function agreedText({ command, output, kinds }: Pick<SavedCommand, 'command' | 'output' | 'kinds'>): string {
  return JSON.stringify([command, output, [...kinds].sort()]);
}

/** One path a line, each with its end. Null if a path has a line break in it: it would be read as two others. */
export function pathLines(paths: readonly string[]): string | null {
  return paths.some((path) => /[\r\n]/.test(path)) ? null : paths.map((path) => `${path}\n`).join('');
}

/** Longer addresses are left out. */
const longestAddress = 8_192;

/** What tells the command about the copy, and nothing of its content. */
export function commandVariables(copy: {
  readonly id: number;
  readonly kind: string;
  readonly mediaType: string;
  readonly address: string;
}): Readonly<Record<string, string>> {
  const isSound = copy.address.length <= longestAddress && !copy.address.includes('\0');
  return {
    HUB_COPY_ID: String(copy.id),
    HUB_COPY_KIND: copy.kind,
    HUB_COPY_MEDIA_TYPE: copy.mediaType,
    HUB_COPY_SOURCE: isSound ? copy.address : '',
  };
}
