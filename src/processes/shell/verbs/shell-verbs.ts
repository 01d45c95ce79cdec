/** The verbs that the router sends to the window, and what other components tell it of theirs. */
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { QuickSettingsName } from '../../../contract/documents.ts';
import type { TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import { takenTextInWords } from '../../../domain/conditions/taken-text-words.ts';
import { nextPanel } from '../../../domain/view/page-view.ts';
import { type CommandParts, show } from '../commands.ts';
import type { Shell } from '../shell.ts';
import { sendToChat } from './send-to-chat.ts';

/** The desktop has been told too, unless the user does not want that. */
export function sayTaken(shell: Shell, result: TextTaken): void {
  shell.notify(takenTextInWords(result).intent, () => takenTextInWords(result).text);
}

const quickVerbs: Readonly<Partial<Record<ActionVerb, QuickSettingsName>>> = {
  'quick-settings-chat': 'chat-routing',
  'quick-settings-structured-text': 'structured-text',
  'quick-settings-text-extraction': 'text-extraction',
};

/** Does one. `requestId`: of who waits for what becomes of it. */
export async function doVerb(verb: ActionVerb, parts: CommandParts, requestId?: number): Promise<void> {
  const { control, shell, memory } = parts;
  if (verb === 'restore') await control.restore();
  if (verb === 'toggle') await control.toggle();
  if (verb === 'open-settings') {
    await control.restore();
    show(parts, { section: 'settings' });
  }
  if (verb === 'pause-capture' || verb === 'ignore-next-copy' || verb === 'resume-capture') shell.captureChanged();
  if (verb === 'send-to-chat') {
    const sent = await sendToChat(parts, null);
    if (requestId !== undefined) parts.tellSent({ ...sent, requestId });
  }
  const quick = quickVerbs[verb];
  if (quick !== undefined) await parts.quick.open(quick);
  if (verb === 'cycle-top-panel') {
    const panel = nextPanel(shell.state.panel);
    shell.set({ panel });
    memory.set({ panel });
  }
}
