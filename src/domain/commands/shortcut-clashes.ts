/** Which shortcuts of saved commands do nothing, because something else has the same keys. Pure. */
import { areForSame } from '../../contract/page-rows/offered-commands.ts';
import { say } from '../language/say.ts';
import { shownShortcut } from '../language/shown-shortcut.ts';
import { commandName } from './command-in-words.ts';
import { type OwnShortcuts, type OwnUse, ownUse } from './own-shortcuts.ts';
import type { NamedCommand } from './saved-commands.ts';

type Keyed = Pick<NamedCommand, 'id' | 'name' | 'kinds' | 'shortcut'>;

/** A shortcut of Hub's own for another use; else the command that comes before it and is for a copy of the same kind. */
export type Clash = { readonly kind: OwnUse } | { readonly kind: 'command'; readonly first: Keyed };

/** By the id of the command that does not get the keys. */
export function shortcutClashes(commands: readonly Keyed[], own: OwnShortcuts): ReadonlyMap<string, Clash> {
  const clashes = new Map<string, Clash>();
  const seen = new Map<string, Keyed[]>();
  for (const command of commands) {
    const { id, shortcut = '' } = command;
    if (shortcut === '') continue;
    const before = seen.get(shortcut) ?? [];
    const first = before.find((one) => areForSame(one, command));
    const use = ownUse(own, shortcut);
    if (use !== null) clashes.set(id, { kind: use });
    else if (first !== undefined) clashes.set(id, { kind: 'command', first });
    seen.set(shortcut, [...before, command]);
  }
  return clashes;
}

/** In a sentence. */
export function clashInWords({ id, name: ownName, shortcut = '' }: Keyed, clash: Clash): string {
  const keys = shownShortcut(shortcut);
  const name = commandName({ id, name: ownName });
  if (clash.kind === 'command')
    return say('{keys} runs {first}, which comes first, and not {name}', { keys, name, first: commandName(clash.first) });
  if (clash.kind === 'picker') return say('{keys} opens the picker, and does not run {name}', { keys, name });
  return say('{keys} extracts the text of the clipboard, and does not run {name}', { keys, name });
}
