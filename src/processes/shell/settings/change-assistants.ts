/** Changes the assistants of the chat routing for the quick settings. The settings host writes the document, and refuses what may not be in it. */

import { type ChatRouting, chatRoutingDocument } from '../../../contract/documents/chat-routing.ts';
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

/** The document's part that names assistants. Where copies go keeps the names, so these change with the list. */
interface Routing extends Pick<ChatRouting, 'default_assistant' | 'routes'> {
  readonly assistants: List;
}

/** What is refused is told, and changes nothing. */
export function changeAssistants(parts: Parts, command: Save | Remove): Promise<void> {
  return command.kind === 'save-assistant' ? saveAssistant(parts, command) : removeAssistant(parts, command);
}

/** Somebody else may have changed the list meanwhile: it is the one of this name, or none. */
function placeOf(list: List, of: { readonly place: number; readonly name: string }): number {
  return list[of.place]?.name === of.name ? of.place : list.findIndex(({ name }) => name === of.name);
}

/** The routing with an assistant added or changed; what went to it by its earlier name goes to it by the new one. Null if the name is another one's. */
export function withAssistant(routing: Routing, { of, name, address }: Pick<Save, 'of' | 'name' | 'address'>): Partial<Routing> | null {
  const { assistants: list } = routing;
  const place = of === null ? -1 : placeOf(list, of);
  if (list.some((one, at) => at !== place && one.name === name)) return null;
  if (place < 0) return { assistants: [...list, { name, address }] };
  const earlier = list[place]?.name;
  const renamed = (named: string): string => (named === earlier ? name : named);
  return {
    assistants: list.map((one, at) => (at === place ? { ...one, name, address } : one)),
    ...(earlier === name
      ? {}
      : {
          default_assistant: renamed(routing.default_assistant),
          routes: mapped(routing.routes, renamed),
        }),
  };
}

/** The routing without an assistant. What went to it goes to nobody, until another one is chosen. */
export function withoutAssistant(
  { assistants: list, default_assistant: usual }: Routing,
  of: Pick<Remove, 'place' | 'name'>,
): Partial<Routing> {
  const at = placeOf(list, of);
  return { assistants: list.filter((_, each) => each !== at), ...(usual === of.name && at >= 0 && { default_assistant: '' }) };
}

function mapped(routes: Routing['routes'], of: (name: string) => string): Routing['routes'] {
  return Object.fromEntries(
    Object.entries(routes).map(([kind, name]) => [kind, typeof name === 'string' ? of(name) : name]),
  ) as Routing['routes'];
}

async function saveAssistant(parts: Parts, command: Save): Promise<void> {
  let isTaken = false;
  let before: List[number] | undefined;
  const isDone = await change(parts, (routing) => {
    const changed = withAssistant(routing, command);
    isTaken = changed === null;
    before = command.of === null ? undefined : routing.assistants[placeOf(routing.assistants, command.of)];
    return changed;
  });
  if (isTaken) return parts.shell.notify('error', say('There is an assistant with this name already'));
  if (!isDone) return;
  parts.shell.set({ savedAssistant: command.sent });
  const { name } = command;
  parts.shell.notify(
    'success',
    () => (before === undefined ? say('{name}: added', { name }) : say('{title}: changed', { title: name })),
    async () => {
      await change(parts, (routing) => beforeSaving(routing, name, before));
    },
  );
}

/** The routing as it was before this assistant was added, or changed from `before`. Null if it is gone, or its earlier name is another one's by now. */
export function beforeSaving(routing: Routing, name: string, before: List[number] | undefined): Partial<Routing> | null {
  const of = { place: routing.assistants.findIndex((one) => one.name === name), name };
  if (of.place < 0) return null;
  return before === undefined ? withoutAssistant(routing, of) : withAssistant(routing, { of, ...before });
}

async function removeAssistant(parts: Parts, { place, name }: Remove): Promise<void> {
  let removed: List = [];
  let wasUsual = false;
  const isDone = await change(parts, (routing) => {
    const at = placeOf(routing.assistants, { place, name });
    removed = routing.assistants.slice(at, at < 0 ? 0 : at + 1);
    wasUsual = routing.default_assistant === name;
    return withoutAssistant(routing, { place, name });
  });
  if (!isDone || removed.length === 0) return;
  parts.shell.notify(
    'success',
    () => say('{name}: removed', { name }),
    async () => {
      await change(parts, ({ assistants: list, default_assistant: usual }) =>
        placeOf(list, { place, name }) >= 0
          ? null
          : {
              assistants: [...list.slice(0, place), ...removed, ...list.slice(place)],
              ...(wasUsual && usual === '' && { default_assistant: name }),
            },
      );
    },
  );
}

async function change({ places, shell }: Parts, next: (routing: Routing) => Partial<Routing> | null): Promise<boolean> {
  const changed = await patchDocument(places, 'chat-routing', (value) => {
    const { default_assistant, routes } = chatRoutingDocument.parse(value);
    const patch = next({ assistants: assistantsOf(value), default_assistant, routes });
    return patch === null ? null : { patch };
  });
  if (!changed.ok)
    shell.notify('error', whyNotChanged(quickTitles['chat-routing']().title, 'chat-routing', changed.reason, changed.detail));
  return changed.ok;
}
