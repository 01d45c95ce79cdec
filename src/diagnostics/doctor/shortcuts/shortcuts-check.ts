/** Whether each shortcut that the user has chosen does something: of two uses of the same keys, one is dead. Whether another program has them, the window says. */
import { type ChosenShortcuts, chosenShortcuts } from '../../../configuration/chosen-shortcuts.ts';
import { clashInWords, shortcutClashes } from '../../../domain/commands/shortcut-clashes.ts';
import { say } from '../../../domain/language/say.ts';
import { shownShortcut } from '../../../domain/language/shown-shortcut.ts';
import { type Check, type CheckFinding, failure, fine } from '../check.ts';

export function judgeShortcuts({ own, commands }: ChosenShortcuts): readonly CheckFinding[] {
  const clashes = shortcutClashes(commands, own);
  const wrong = commands.flatMap((command) => {
    const clash = clashes.get(command.id);
    return clash === undefined ? [] : [failure('same-keys', clashInWords(command, clash), 'hub config edit commands')];
  });
  if (own.text !== '' && own.text === own.picker) {
    const says = say('{keys} opens the picker, and does not extract the text of the clipboard', { keys: shownShortcut(own.text) });
    wrong.unshift(failure('same-keys', says, 'hub config edit text-extraction'));
  }
  const keys = [own.picker, own.text, ...commands.map(({ shortcut = '' }) => shortcut)].filter((one) => one !== '');
  return wrong.length > 0 ? wrong : [fine(keys.length === 0 ? say('none') : keys.map(shownShortcut).join(', '))];
}

export const shortcutsCheck: Check = {
  id: 'shortcuts',
  title: () => say('Shortcuts'),
  run: async ({ places }) => judgeShortcuts(chosenShortcuts(places)),
};
