/** Changes the assistants of the chat routing for the quick settings. The settings host writes the document, and refuses what may not be in it. */

import type { PageCommand } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';
import { quickTitles } from '../../../domain/view/settings/quick-table.ts';
import { assistantsOf } from '../../../domain/view/settings/quick-view.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';
import { patchDocument, whyNotChanged } from './change-setting.ts';

interface Parts {
  readonly places: Places;
  readonly shell: Pick<Shell, 'set' | 'notify'>;
}
type Save = Extract<PageCommand, { kind: 'save-assistant' }>;
type Remove = Extract<PageCommand, { kind: 'remove-assistant' }>;
type List = readonly { readonly name: string; readonly address: string }[];

/** What is refused is told, and changes nothing. */
export function changeAssistants(parts: Parts, command: Save | Remove): Promise<void> {
  return command.kind === 'save-assistant' ? saveAssistant(parts, command) : removeAssistant(parts, command);
}

/** Somebody else may have changed the list meanwhile: it is the one of this name, or none. */
function placeOf(list: List, of: { readonly place: number; readonly name: string }): number {
  return list[of.place]?.name === of.name ? of.place : list.findIndex(({ name }) => name === of.name);
}

async function saveAssistant(parts: Parts, { of, name, address, sent }: Save): Promise<void> {
  const isTaken = (list: List, place: number): boolean => list.some((one, at) => at !== place && one.name === name);
  let refusal = '';
  await change(parts, (list) => {
    const place = of === null ? -1 : placeOf(list, of);
    refusal = isTaken(list, place) ? say('There is an assistant with this name already') : '';
    if (refusal !== '') return list;
    return place < 0 ? [...list, { name, address }] : list.map((one, at) => (at === place ? { ...one, name, address } : one));
  }).then((isDone) => {
    if (refusal !== '') parts.shell.notify('error', refusal);
    else if (isDone) parts.shell.set({ savedAssistant: sent });
  });
}

async function removeAssistant(parts: Parts, { place, name }: Remove): Promise<void> {
  let removed: List = [];
  const isDone = await change(parts, (list) => {
    const at = placeOf(list, { place, name });
    removed = list.slice(at, at < 0 ? 0 : at + 1);
    return list.filter((_, each) => each !== at);
  });
  if (!isDone || removed.length === 0) return;
  parts.shell.notify(
    'success',
    () => say('{name}: removed', { name }),
    async () => {
      await change(parts, (list) =>
        placeOf(list, { place, name }) < 0 ? [...list.slice(0, place), ...removed, ...list.slice(place)] : list,
      );
    },
  );
}

async function change({ places, shell }: Parts, next: (list: List) => List): Promise<boolean> {
  const changed = await patchDocument(places, 'chat-routing', (value) => {
    const list = assistantsOf(value);
    const after = next(list);
    return after === list ? null : { patch: { assistants: after } };
  });
  if (!changed.ok)
    shell.notify('error', whyNotChanged(quickTitles['chat-routing']().title, 'chat-routing', changed.reason, changed.detail));
  return changed.ok;
}
