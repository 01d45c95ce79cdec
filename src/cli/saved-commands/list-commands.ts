/** `hub commands`: the saved commands of the user. */

import { isAllowed } from '../../configuration/allowed-commands.ts';
import { chosenShortcuts } from '../../configuration/chosen-shortcuts.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { type Clash, clashInWords, shortcutClashes } from '../../domain/commands/shortcut-clashes.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';

export function listCommands(surface: Surface, { json }: { readonly json?: boolean }): ExitStatus {
  const { unused } = effectiveDocument(surface.places, 'commands');
  if (unused !== null) surface.complain(`hub: ${documentCondition([unused])}`);
  const { own, commands } = chosenShortcuts(surface.places);
  const clashes = shortcutClashes(commands, own);
  if (json) {
    const shown = commands.map(({ id, name, kinds, command, output, shortcut = '', timeout_seconds }) => {
      return {
        id,
        name,
        kinds,
        command,
        output,
        shortcut,
        shortcut_taken_by: takenBy(clashes.get(id)),
        timeout_seconds,
        allowed: isAllowed(surface.places, { command, output, kinds }),
      };
    });
    printJson(surface, { commands: shown });
    return 0;
  }
  if (commands.length === 0) surface.print(say('There are no saved commands yet; to write one: hub config edit commands'));
  const rows = commands.map(({ id, name, kinds, shortcut = '', command }) => [
    oneLine(id, 30),
    oneLine(name, 40),
    kinds.length === 0 ? say('any') : kinds.join(', '),
    shortcut,
    oneLine(shownWords(command), Math.max(20, surface.columns - 105)),
  ]);
  const titles = [say('ID'), say('NAME'), say('FOR'), say('SHORTCUT'), say('COMMAND')];
  if (rows.length > 0) for (const line of formatTable(titles, rows)) surface.print(line);
  for (const command of commands) {
    const clash = clashes.get(command.id);
    if (clash !== undefined) surface.complain(`hub: ${clashInWords(command, clash)}`);
  }
  return 0;
}

function takenBy(clash: Clash | undefined): string | null {
  if (clash === undefined) return null;
  return clash.kind === 'command' ? `command ${clash.first.id}` : clash.kind === 'text' ? 'text-extraction' : 'picker';
}

/** Each word as it is: one with a blank or a quote in it is shown as a JSON string. */
export function shownWords(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
