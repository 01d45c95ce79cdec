/** The server's extensions that Hub uses: XFixes reports a new owner of the clipboard, X-Resource the process behind a window. */
import type { XClient, XDisplay, XFixes, XResource } from 'x11';
import { tooLate, within } from '../../base/deadline.ts';

/** X-Resource 1.2: request the pid of a client on the server's machine. */
export const localClientPid = 2;

/** Null if the server has none, does not answer in time, or is gone. */
export function loadFixes(client: XClient, withinMs: number): Promise<XFixes | null> {
  const loaded = Promise.withResolvers<XFixes | null>();
  client.require('fixes', (error, fixes) => loaded.resolve(error ? null : (fixes ?? null)));
  return ended(client, loaded, withinMs);
}

/**
 * Null also if it is older than 1.2, and knows no processes; and if it knows this process by another pid, like a server outside our container: its
 * answers about others would refer to unrelated processes here.
 */
export async function loadResource({ client, resource_base: own }: XDisplay, withinMs: number): Promise<XResource | null> {
  const loaded = Promise.withResolvers<XResource | null>();
  client.require('res', (error, resource) => loaded.resolve(error ? null : (resource ?? null)));
  const resource = await ended(client, loaded, withinMs);
  if (resource === null || !(resource.major > 1 || resource.minor >= 2)) return null;
  const told = Promise.withResolvers<number | null>();
  resource.QueryClientIds([{ client: own, mask: localClientPid }], (error, ids) => {
    told.resolve(error ? null : (ids[0]?.value[0] ?? null));
    return true;
  });
  client.pack_stream.flush();
  return (await ended(client, told, withinMs)) === process.pid ? resource : null;
}

async function ended<Value>(
  client: XClient,
  answer: { promise: Promise<Value | null>; resolve(value: null): void },
  withinMs: number,
): Promise<Value | null> {
  const onEnd = () => answer.resolve(null);
  client.once('end', onEnd);
  const value = await within(withinMs, answer.promise);
  client.off('end', onEnd);
  return value === tooLate ? null : value;
}
