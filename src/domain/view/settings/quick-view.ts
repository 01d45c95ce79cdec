/** The quick settings as the window shows them, from their documents. */
import { isAssistantAddress, promptPlace } from '../../../contract/documents/assistant-address.ts';
import type { Assistant } from '../../../contract/documents/chat-routing.ts';
import type { QuickSettings, QuickSettingsView } from '../../../contract/page-rows/quick-settings.ts';
import { say } from '../../language/say.ts';
import { oneLine } from '../shown-text.ts';
import { quickTable, quickTitles } from './quick-table.ts';
import { type DocumentRead, type DocumentsRead, type KnownHere, settingsGroups, valueAt } from './settings-groups.ts';

interface Known extends Pick<KnownHere, 'applications' | 'reserved' | 'pictureLanguages'> {
  readonly textShortcut?: KnownHere['shortcut'];
  /** `sent` of the page's last `save-assistant` that was accepted. */
  readonly savedAssistant?: number;
}

const noShortcut: KnownHere['shortcut'] = { keys: '', state: 'none', trigger: null };

/** Null while the window is none of them. */
export function quickSettingsView(quick: QuickSettings | null, read: DocumentsRead, known: Known): QuickSettingsView | null {
  if (quick === null) return null;
  const { name } = quick;
  const assistants = assistantsOf(read['chat-routing']?.value);
  const table = quickTable(name, { assistants: assistants.map((one) => one.name) });
  const rows = assistants.map((one, place) => ({ place, name: one.name, address: oneLine(one.address, 2_000), detail: detailOf(one) }));
  return {
    ...quick,
    ...quickTitles[name](),
    groups: settingsGroups(read, { ...known, shortcut: known.textShortcut ?? noShortcut, opens: 'text' }, table),
    assistants: name === 'chat-routing' ? { rows, accepted: known.savedAssistant ?? 0 } : null,
  };
}

/** A document is checked before it is read; until then there are none. */
export function assistantsOf(value: DocumentRead['value'] | undefined): readonly Assistant[] {
  const assistants = valueAt(value, ['assistants']);
  return Array.isArray(assistants) ? (assistants as readonly Assistant[]) : [];
}

function detailOf({ address }: Assistant): string {
  const takes = address.includes(promptPlace) ? say('opens with the text') : say('opens, and the text is on the clipboard');
  const isHere = isAssistantAddress(address) && address.startsWith('http:');
  return isHere ? say('{takes}; on this machine', { takes }) : takes;
}
