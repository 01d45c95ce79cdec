/**
 * Asks the X server who has a shortcut: the keys are grabbed and given back at once, which fails if anybody has them, and X-Resource says which programs have grabs.
 * It holds nothing afterwards, and presses nothing.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import { connectX, type XConnection } from '../../x11/connection.ts';
import type { HolderName } from '../../x11/keyboard-holders.ts';
import { grabMode, none, sameClient } from '../../x11/protocol.ts';
import type { KeyCombination } from '../interface.ts';
import { grabsOf } from './key-map.ts';
import { readKeyTables } from './key-tables.ts';

/**
 * `hub`: a Hub has it. `free`: nobody has; `isHubThere`: although a Hub wants it. `taken`: another program has it, one of those with these processes, which have
 * grabs of keys or buttons: the server does not say which keys. Empty without X-Resource.
 */
export type ShortcutAnswer =
  | { readonly is: 'hub' | 'no-such-key' | 'no-display' }
  | { readonly is: 'free'; readonly isHubThere: boolean }
  | { readonly is: 'taken'; readonly by: readonly number[] };

interface Asked {
  readonly display: string;
  readonly authorityFile?: string | undefined;
  readonly keys: KeyCombination;
  readonly holder: HolderName;
}

const answersWithinMs = 2_000;
/** Of more programs with grabs nobody would find the right one. */
const mostPrograms = 8;

/** Never rejects. */
export async function askShortcut({ display, authorityFile, keys, holder }: Asked): Promise<ShortcutAnswer> {
  const opened = await connectX(display, authorityFile);
  if (!opened.ok) return { is: 'no-display' };
  await using connection = opened.value;
  const answer = await within(answersWithinMs, askOver(connection, keys, holder));
  return answer === tooLate ? { is: 'no-display' } : answer;
}

async function askOver(connection: XConnection, keys: KeyCombination, holder: HolderName): Promise<ShortcutAnswer> {
  const [tables, name] = await Promise.all([readKeyTables(connection), connection.internAtom(holder)]);
  if (tables === null || name === null) return { is: 'no-display' };
  const wanted = grabsOf(tables, keys);
  if (wanted.length === 0) return { is: 'no-such-key' };
  const { root } = connection;
  const got = await Promise.all(
    wanted.map(({ keycode, modifiers }) =>
      connection.request<true>((client, reply) =>
        client.GrabKey(root, 0, modifiers, keycode, grabMode.goesOn, grabMode.goesOn, (error) => reply(error, true)),
      ),
    ),
  );
  for (const { keycode, modifiers } of wanted) connection.order((client) => client.UngrabKey(root, keycode, modifiers));
  if (connection.isLost) return { is: 'no-display' };
  const owner = await connection.getSelectionOwner(name);
  const ours = owner === null || owner === none ? null : owner;
  if (!got.includes(null)) return { is: 'free', isHubThere: ours !== null };
  const clients = await clientsWithGrabs(connection);
  if (ours !== null && (clients === null || clients.some((client) => sameClient(client, ours, connection.resourceMask))))
    return { is: 'hub' };
  return { is: 'taken', by: await programsOf(connection, clients ?? [], ours) };
}

/** By any of their ids; null if the server does not say. */
async function clientsWithGrabs(connection: XConnection): Promise<readonly number[] | null> {
  const { resource } = connection;
  const passive = await connection.internAtom('PASSIVE GRAB');
  if (passive === null || resource === null) return null;
  const clients = await connection.request<{ resourceBase: number }[]>((_, reply) => resource.QueryClients(reply));
  if (clients === null) return null;
  const found = await Promise.all(
    clients.map(async ({ resourceBase }) => {
      const owned = await connection.request<{ resourceType: number }[]>((_, reply) => resource.QueryClientResources(resourceBase, reply));
      return owned?.some(({ resourceType }) => resourceType === passive) === true ? [resourceBase] : [];
    }),
  );
  return found.flat();
}

/** Each once, without Hub's own. */
async function programsOf(connection: XConnection, clients: readonly number[], ours: number | null): Promise<readonly number[]> {
  const [hub, ...pids] = await Promise.all([ours, ...clients].map(async (client) => (client === null ? null : connection.pidOf(client))));
  const others = new Set(pids.filter((pid) => pid !== null && pid !== hub && pid !== process.pid));
  return [...others].filter((pid) => pid !== null).slice(0, mostPrograms);
}
