/**
 * Linux: which process holds a socket? The kernel lists a socket with its inode and its owner's uid, and only a process's own list of descriptors
 * (proc_pid_fd(5)) says who holds it. So the processes of this user are looked through: those that asked lately, then the youngest, since a
 * command that asks once has just been started. Never more than one look at a time; whoever asks during one shares the next.
 */
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Deferred, deferred } from '../../base/deadline.ts';

export interface SocketHolders {
  /** The process of this user that holds the socket; null where none is found: it is closed, or its holder lets nobody look. Never rejects. */
  holderOf(inode: string): Promise<number | null>;
}

/** The event loop is given back after so long. */
const sliceMs = 3;
/** A machine with so many descriptors that this is not enough answers nobody whom it does not know. */
const lookMs = 2_000;
const mostRemembered = 16;

type Wanted = Map<string, Deferred<number | null>>;

export function socketHolders(proc: string, uid: number): SocketHolders {
  /** Who held one lately, the last one first. */
  let lately: readonly number[] = [];
  let waiting: Wanted = new Map();
  let isLooking = false;

  const look = async (wanted: Wanted): Promise<void> => {
    const endsMs = performance.now() + lookMs;
    let pauseMs = performance.now() + sliceMs;
    for (const pid of new Set([...lately, ...processesOf(proc)])) {
      for (const inode of socketsOf(proc, pid, uid)) {
        const found = inode === null ? undefined : wanted.get(inode);
        if (found !== undefined && inode !== null) {
          lately = [pid, ...lately.filter((other) => other !== pid)].slice(0, mostRemembered);
          wanted.delete(inode);
          found.resolve(pid);
          if (wanted.size === 0) return;
        }
        if (performance.now() < pauseMs) continue;
        await nextTurn();
        pauseMs = performance.now() + sliceMs;
        if (pauseMs > endsMs) return;
      }
    }
  };

  const lookForAll = async (): Promise<void> => {
    isLooking = true;
    while (waiting.size > 0) {
      const wanted = waiting;
      waiting = new Map();
      await look(wanted);
      for (const { resolve } of wanted.values()) resolve(null);
    }
    isLooking = false;
  };

  return {
    holderOf: async (inode) => {
      const asked = waiting.get(inode) ?? deferred<number | null>();
      waiting.set(inode, asked);
      if (!isLooking) void lookForAll();
      return await asked.promise;
    },
  };
}

/** The youngest first, as far as numbers tell. */
function processesOf(proc: string): readonly number[] {
  return namesIn(proc)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((one, other) => other - one);
}

/** The inodes of a process's sockets; null for each other descriptor, so that the caller may pause there too. */
function* socketsOf(proc: string, pid: number, uid: number): Generator<string | null> {
  const folder = `${proc}/${pid}`;
  // A process that lets nobody look belongs to root here. Asking first is cheaper than a refusal, which is an exception.
  if (ownerOf(folder) !== uid) {
    yield null;
    return;
  }
  for (const descriptor of namesIn(`${folder}/fd`)) yield socketAt(`${folder}/fd/${descriptor}`);
}

function ownerOf(folder: string): number | null {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.uid ?? null;
  } catch {
    return null;
  }
}

function socketAt(file: string): string | null {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(file))?.[1] ?? null;
  } catch {
    return null; // closed meanwhile
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // ended, or not to be looked at
  }
}
