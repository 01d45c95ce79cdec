/**
 * The place of a pipe: a socket file in a folder of this user's, or a name on Windows. It is taken completely or not at all (bound under another
 * name, closed to others, then renamed over the old one), never from a live server, and never over anything that is not a socket of this user. If the
 * file is lost later (by a cleaner of old files, or another server that closed late), it is created again within seconds.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, type Stats, unlinkSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onEachBeat } from '../aligned-interval.ts';
import { tooLate, within } from '../deadline.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { isSocketFile } from './pipe-lines.ts';

/**
 * `in-use`: another server has it. `not-a-socket`, `not-ours`: something else is there and is left alone. `not-protected`: others could have used it.
 */
export type PlaceFailure = 'in-use' | 'not-a-socket' | 'not-ours' | 'not-protected';

export interface PipePlace {
  readonly path: string;
  /** Closes a pipe that is not a file (Windows) to others, once it exists and before it serves anyone. */
  readonly protect?: (pipe: string) => boolean;
  /** The file was lost and created again, or another server has the place, which is left alone. */
  readonly onDisturbed?: (what: 'bound-again' | 'taken') => void;
  /** How often the file is checked. */
  readonly lookEveryMs?: number;
}

const usualLookEveryMs = 3_600;
/** Connecting to a live server on the same machine takes no time; a server whose queue is full is alive too. */
const probeMs = 1_000;
const protectTries = 20;
const protectAgainMs = 25;
/** Temporary names of files. One older than this was left by a process that was killed. */
const unfinished = /^\.[0-9a-f]{8}\.sock$/;
const unfinishedMs = 60_000;

/** Listens at the place and gives each client to `serve`. Disposing stops that, and removes the file if it is still ours. */
export async function takePlace(place: PipePlace, serve: (socket: net.Socket) => void): Promise<Outcome<AsyncDisposable, PlaceFailure>> {
  if (!isSocketFile(place.path)) return takeName(place, serve);
  const obstacle = await obstacleAt(place.path);
  if (obstacle !== null) return failed(obstacle, place.path);
  removeUnfinished(path.dirname(place.path));
  let held = await bind(place.path, serve);
  let toldOf: number | undefined;
  const look = async (): Promise<void> => {
    const facts = await lstat(place.path).catch(() => undefined); // a slow disk may delay it
    if (facts?.ino === held.inode) return; // no other file has that inode as long as ours has a listener
    if ((await obstacleAt(place.path)) !== null) {
      if (facts?.ino !== toldOf) place.onDisturbed?.('taken');
      toldOf = facts?.ino;
      return; // it may disappear, or its server may die: checked again
    }
    const lost = held.server;
    held = await bind(place.path, serve);
    toldOf = undefined;
    lost.close();
    place.onDisturbed?.('bound-again');
  };
  let looking: Promise<void> | null = null;
  const looks = onEachBeat(place.lookEveryMs ?? usualLookEveryMs, () => {
    looking ??= look()
      .catch(() => {}) // a folder that is gone: looked for again
      .finally(() => {
        looking = null;
      });
  }).unref();
  return done({
    [Symbol.asyncDispose]: async () => {
      looks[Symbol.dispose]();
      // Does not ask an unresponsive disk again: the next server takes over what is left.
      const isAnswered = looking === null || (await within(probeMs, looking)) !== tooLate;
      if (isAnswered && lstatSync(place.path, { throwIfNoEntry: false })?.ino === held.inode) unlinkSync(place.path);
      await closed(held.server);
    },
  });
}

/** Why the place can't be taken; null if nothing is there, or only the rest of a dead process of this user. */
async function obstacleAt(file: string): Promise<PlaceFailure | null> {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  if (!facts.isSocket()) return 'not-a-socket';
  if (!isOwn(facts)) return 'not-ours';
  return (await isServed(file)) ? 'in-use' : null;
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** Whether a server listens: only a refused connection means that none does. */
async function isServed(file: string): Promise<boolean> {
  const socket = net.connect(file);
  const answer = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'));
  });
  const served = await within(probeMs, answer);
  socket.destroy();
  return served !== false;
}

interface Held {
  readonly server: net.Server;
  readonly inode: number;
}

/** A server whose file replaces what was there, at once and complete. */
async function bind(file: string, serve: (socket: net.Socket) => void): Promise<Held> {
  const made = path.join(path.dirname(file), `.${randomBytes(4).toString('hex')}.sock`);
  const server = await listen(made, serve);
  chmodSync(made, 0o600); // its folder keeps others out; this makes it explicit
  const inode = lstatSync(made).ino;
  renameSync(made, file);
  return { server, inode };
}

async function takeName(place: PipePlace, serve: (socket: net.Socket) => void): Promise<Outcome<AsyncDisposable, PlaceFailure>> {
  // Windows gives a name to its first server alone; Wine does not.
  if (await isServed(place.path)) return failed('in-use', place.path);
  let isProtected = place.protect === undefined;
  try {
    const server = await listen(place.path, (socket) => (isProtected ? serve(socket) : socket.destroy()));
    // Clients may have taken the instances that Node has ready, and lose them in the next turn of the event loop.
    for (let left = protectTries; left > 0 && !isProtected; left -= 1) {
      isProtected = place.protect?.(place.path) ?? false;
      if (!isProtected) await pause(protectAgainMs);
    }
    if (isProtected) return done({ [Symbol.asyncDispose]: () => closed(server) });
    await closed(server);
    return failed('not-protected', place.path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return failed('in-use', place.path);
    throw error;
  }
}

/** Half open: a client that has sent its request and closed its side still gets its answers. */
async function listen(at: string, serve: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer({ allowHalfOpen: true }, serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  server.on('error', () => {}); // a failed accept (too many descriptors) loses that client, never the server
  return server;
}

function closed(server: net.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!unfinished.test(name)) continue;
    const file = path.join(folder, name);
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts?.isSocket() && isOwn(facts) && Date.now() - facts.mtimeMs > unfinishedMs) unlinkSync(file);
  }
}
