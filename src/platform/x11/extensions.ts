/** The server's extensions that Hub uses: XFixes tells of a new owner of the clipboard, X-Resource of the process behind a window. */
import type { XClient, XFixes, XResource } from 'x11';
import { deferred, tooLate, within } from '../../base/deadline.ts';

/** Null where the server has none, does not say so in time, or is gone. */
export function loadFixes(client: XClient, withinMs: number): Promise<XFixes | null> {
  const loaded = deferred<XFixes | null>();
  client.require('fixes', (error, fixes) => loaded.resolve(error ? null : (fixes ?? null)));
  return ended(client, loaded, withinMs);
}

/** Null also where it is older than 1.2, and knows of no processes. */
export async function loadResource(client: XClient, withinMs: number): Promise<XResource | null> {
  const loaded = deferred<XResource | null>();
  client.require('res', (error, resource) => loaded.resolve(error ? null : (resource ?? null)));
  const resource = await ended(client, loaded, withinMs);
  return resource !== null && (resource.major > 1 || resource.minor >= 2) ? resource : null;
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
