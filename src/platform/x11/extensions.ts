/** The server's extensions that Hub uses: XFixes tells of a new owner of the clipboard, X-Resource of the process behind a window. */
import type { XClient, XDisplay, XFixes, XResource } from 'x11';
import { deferred, tooLate, within } from '../../base/deadline.ts';

/** X-Resource 1.2: ask for the pid of a client on the server's machine. */
export const localClientPid = 2;

/** Null where the server has none, does not say so in time, or is gone. */
export function loadFixes(client: XClient, withinMs: number): Promise<XFixes | null> {
  const loaded = deferred<XFixes | null>();
  client.require('fixes', (error, fixes) => loaded.resolve(error ? null : (fixes ?? null)));
  return ended(client, loaded, withinMs);
}

/**
 * Null also where it is older than 1.2, and knows of no processes; and where it knows this one by another number, as a server outside our
 * container does: what it said of others would mean strangers here.
 */
export async function loadResource({ client, resource_base: own }: XDisplay, withinMs: number): Promise<XResource | null> {
  const loaded = deferred<XResource | null>();
  client.require('res', (error, resource) => loaded.resolve(error ? null : (resource ?? null)));
  const resource = await ended(client, loaded, withinMs);
  if (resource === null || !(resource.major > 1 || resource.minor >= 2)) return null;
  const told = deferred<number | null>();
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
