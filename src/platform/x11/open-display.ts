/**
 * Opening a display. The socket is ours from the beginning, and the key is read here: the package x11 returns a socket only once it is connected, so
 * one that never connects could not be closed; and it throws where nobody can catch it if it can't read the key.
 */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { XDisplay } from 'x11';
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode } from '../../base/log.ts';
import { type DisplayAddress, keyTo } from './authority.ts';

/** A display's TCP port (X protocol, "Connection Setup"). */
const firstPort = 6_000;

/** A free server answers within a millisecond, one of a busy machine a little later. */
const answersWithinMs = 1_000;

export interface DisplayEnvironment {
  readonly DISPLAY?: string | undefined;
  readonly XAUTHORITY?: string | undefined;
}

interface DisplayName {
  readonly number: string;
  /** Where its server listens, the usual place first. */
  readonly places: readonly ({ readonly path: string } | { readonly host: string; readonly port: number })[];
}

/**
 * The display, ready for requests; null if nobody answers there within `withinMs`, or the server refuses us; then nothing is left open. Never
 * rejects. `authorityFile` is the value of `XAUTHORITY`.
 */
export async function openDisplay(display: string, withinMs: number, authorityFile?: string): Promise<XDisplay | null> {
  const opened = await openWithin(display, withinMs, authorityFile);
  return opened === tooLate ? null : opened;
}

/**
 * Whether a server is there and says nothing for `withinMs`: another program holds it (X protocol, GrabServer), or it is halted. Whoever waits for it
 * is not to blame. Asks on a connection of its own. Never rejects.
 */
export async function isDisplayHeld({ DISPLAY: display, XAUTHORITY }: DisplayEnvironment, withinMs = answersWithinMs): Promise<boolean> {
  if (!display) return false;
  const opened = await openWithin(display, withinMs, XAUTHORITY);
  if (opened === tooLate) return true;
  opened?.client.stream.destroy();
  return false;
}

async function openWithin(display: string, withinMs: number, authorityFile?: string): Promise<XDisplay | null | typeof tooLate> {
  const name = displayNamed(display);
  if (name === null) return null;
  const over = new AbortController();
  const opened = await within(withinMs, open(display, name, over.signal, authorityFile));
  if (opened === tooLate) over.abort();
  return opened;
}

async function open(display: string, { number, places }: DisplayName, over: AbortSignal, authorityFile?: string): Promise<XDisplay | null> {
  // biome-ignore lint/style/noProcessEnv: every X client looks there, whatever its caller was told.
  const named = authorityFile || process.env.XAUTHORITY;
  for (const place of places) {
    const socket = createConnection(place);
    const destroy = (): void => void socket.destroy();
    over.addEventListener('abort', destroy);
    const failure = await connected(socket);
    if (failure === null) {
      const ready = await introduce(socket, display, await keyTo({ number, remote: remoteOf(socket) }, named));
      if (ready === null || over.aborted) destroy();
      else over.removeEventListener('abort', destroy);
      if (ready !== null) ready.isLocalSocket = 'path' in place;
      return over.aborted ? null : ready;
    }
    destroy();
    // If there is no socket file, the server may still listen on the loopback, like that of `ssh -X`.
    if (failure !== 'ENOENT' || over.aborted) return null;
  }
  return null;
}

/** `[protocol/]host:number[.screen]` (X(7), "Display Names"); null for any other form. */
function displayNamed(display: string): DisplayName | null {
  const parts = /^(?:(unix|local|tcp|inet6?)\/)?(.*):(\d{1,5})(?:\.\d+)?$/.exec(display);
  if (parts === null) return null;
  const [, protocol = '', host = '', number = ''] = parts;
  const isLocal = protocol === 'unix' || protocol === 'local' || (protocol === '' && (host === '' || host.startsWith('/')));
  const port = firstPort + Number(number);
  const overTcp = port > 65_535 ? [] : [{ host: isLocal || host === '' ? 'localhost' : host, port }];
  if (!isLocal || process.platform === 'win32') return { number, places: overTcp };
  return { number, places: [{ path: host.startsWith('/') ? display : `/tmp/.X11-unix/X${number}` }, ...overTcp] };
}

/** Null once it is connected, otherwise why it is not. */
async function connected(socket: Socket): Promise<string | null> {
  const closed = once(socket, 'close').then(() => 'closed');
  try {
    return await Promise.race([once(socket, 'connect').then(() => null), closed]);
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}

function remoteOf({ remoteAddress, remoteFamily }: Socket): DisplayAddress['remote'] {
  if (remoteAddress === undefined || remoteAddress === '127.0.0.1' || remoteAddress === '::1') return null;
  return { address: remoteAddress, family: remoteFamily === 'IPv6' ? 'IPv6' : 'IPv4' };
}

async function introduce(
  socket: Socket,
  display: string,
  auth: { readonly name: string; readonly data: string },
): Promise<XDisplay | null> {
  // With the first display: many processes that could open one never do.
  const x11 = await import('x11').catch(() => null);
  // Closed while the key was read.
  if (x11 === null || socket.destroyed) return null;
  const ready = Promise.withResolvers<XDisplay | null>();
  socket.once('close', () => ready.resolve(null));
  try {
    const options = { display, stream: socket, shm: false, bufferRequests: { flushOnReply: false }, auth } as const;
    const client = x11.createClient(options, (error, opened) => ready.resolve(error ? null : (opened ?? null)));
    client.on('error', () => ready.resolve(null));
  } catch {
    ready.resolve(null);
  }
  return ready.promise;
}
