/**
 * The place of a pipe: a socket file in a folder of this user's, or a name on Windows. It is taken whole or not at all (bound under another
 * name, closed to others, then renamed over the old one), never from a live server, and never over anything that is not a socket of this
 * user's. Where the file is lost later (a cleaner of old files, another server that closed late), it is made again within seconds.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, type Stats, unlinkSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onEachBeat } from './beats.ts';
import { tooLate, within } from './deadline.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { isSocketFile } from './pipe-lines.ts';

/** `in-use`: somebody serves it. `not-a-socket`, `not-ours`: what is there is left alone. `not-protected`: others could have used it. */
export type PlaceFailure = 'in-use' | 'not-a-socket' | 'not-ours' | 'not-protected';

export interface PipePlace {
  readonly path: string;
  /** Keeps others out of a pipe that is no file (Windows), once it is there and before anybody is served. */
  readonly protect?: (pipe: string) => boolean;
  /** The file was lost and is there again, or somebody else serves one in its place, which is left to them. */
  readonly onDisturbed?: (what: 'bound-again' | 'taken') => void;
  /** How often the file is looked after. */
  readonly lookEveryMs?: number;
}

const usualLookEveryMs = 3_600;
/** A connection to a live server of the same machine takes no time; one whose queue is full is alive as well. */
const probeMs = 1_000;
const protectTries = 20;
const protectAgainMs = 25;
/** Names that files have until they are in their place. One that is older than this was left by a process that was killed. */
const unfinished = /^\.[0-9a-f]{8}\.sock$/;
const unfinishedMs = 60_000;

/** Listens at the place and gives each client to `serve`. Disposing ends that, and removes the file if it is still ours. */
export async function takePlace(place: PipePlace, serve: (socket: net.Socket) => void): Promise<Outcome<AsyncDisposable, PlaceFailure>> {
  if (!isSocketFile(place.path)) return takeName(place, serve);
  const obstacle = await obstacleAt(place.path);
  if (obstacle !== null) return failed(obstacle, place.path);
  removeUnfinished(path.dirname(place.path));
  let held = await bind(place.path, serve);
  let toldOf: number | undefined;
  const look = async (): Promise<void> => {
    const facts = await lstat(place.path).catch(() => undefined); // a disk may take its time over it
    if (facts?.ino === held.inode) return; // no other file has that number as long as ours is listened to
    if ((await obstacleAt(place.path)) !== null) {
      if (facts?.ino !== toldOf) place.onDisturbed?.('taken');
      toldOf = facts?.ino;
      return; // it may go, or its server may die: looked at again
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
      // A disk that does not answer is not asked once more: the next server takes over what is left.
      const isAnswered = looking === null || (await within(probeMs, looking)) !== tooLate;
      if (isAnswered && lstatSync(place.path, { throwIfNoEntry: false })?.ino === held.inode) unlinkSync(place.path);
      await closed(held.server);
    },
  });
}

/** Why the place can't be had; null where nothing is there, or what a dead process of this user's left. */
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

/** Whether somebody listens: only a refused connection says that nobody does. */
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

/** A server whose file appears at once, complete, in the place of what was there. */
async function bind(file: string, serve: (socket: net.Socket) => void): Promise<Held> {
  const made = path.join(path.dirname(file), `.${randomBytes(4).toString('hex')}.sock`);
  const server = await listen(made, serve);
  chmodSync(made, 0o600); // its folder keeps others out; this says so
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
    // Clients may have taken the instances that Node has ready, and lose them when this loop turns.
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

/** Half open: a client that has asked and ended its side still gets its answers. */
async function listen(at: string, serve: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer({ allowHalfOpen: true }, serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  server.on('error', () => {}); // a failed accept (too many descriptors) costs that client, never the server
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
