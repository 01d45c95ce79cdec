/**
 * Linux: which process holds a socket? The kernel lists a socket with its inode and its owner's uid, and only a process's own list of descriptors
 * (proc_pid_fd(5)) shows who holds it. So the processes of this user are searched: those that connected recently, then the youngest, because a
 * command that sends one request has just been started. Only one search at a time; callers that arrive during one share the next.
 */
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface SocketHolders {
  /** The process of this user that holds the socket; null if none is found: it is closed, or its holder can't be inspected. Never rejects. */
  holderOf(inode: string): Promise<number | null>;
}

/** The search yields to the event loop after this time. */
const sliceMs = 3;
/** On a machine with so many descriptors that this is not enough, only known processes are found. */
const usualLookMs = 2_000;
const mostRemembered = 16;

type Wanted = Map<string, PromiseWithResolvers<number | null>>;

export function socketHolders(proc: string, uid: number, lookMs: number = usualLookMs): SocketHolders {
  /** The recent holders, the last one first. */
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
      const asked = waiting.get(inode) ?? Promise.withResolvers<number | null>();
      waiting.set(inode, asked);
      if (!isLooking) void lookForAll();
      return await asked.promise;
    },
  };
}

/** The youngest first, as far as pids show that. */
function processesOf(proc: string): readonly number[] {
  return namesIn(proc)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((one, other) => other - one);
}

/** The inodes of a process's sockets; null for each other descriptor, so that the caller may pause there too. */
function* socketsOf(proc: string, pid: number, uid: number): Generator<string | null> {
  const folder = `${proc}/${pid}`;
  // A process that can't be inspected belongs to root here. Checking first is cheaper than a refusal, which is an exception.
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
    return []; // exited, or not accessible
  }
}
