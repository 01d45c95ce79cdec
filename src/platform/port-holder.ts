/** Which program listens on a port of this machine: for a message to the person who has to end it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface PortHolder {
  readonly pid: number;
  readonly program: string | null;
  /** Its command line, in words; empty if unknown. */
  readonly words: readonly string[];
  /** Of the variables that it was started with, the one that is asked for; null if it is not set, or can't be read. */
  variable(name: string): string | null;
}

/** proc(5): state `0A` of /proc/net/tcp is LISTEN. */
const listening = '0A';

/** The listener on a TCP port, if it can be found: on Linux, and only a process that this user may inspect. Otherwise null. */
export function readPortHolder(port: number): PortHolder | null {
  if (process.platform !== 'linux') return null;
  try {
    const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listenersOn(readFileSync(file, 'latin1'), port)));
    return inodes.size === 0 ? null : holderOf(inodes);
  } catch {
    return null;
  }
}

/** Socket inodes of the listeners on `port` in a table of /proc/net. */
export function listenersOn(table: string, port: number): readonly string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([, local, , state, , , , , , inode]) =>
    local?.endsWith(wanted) && state === listening && inode !== undefined ? [inode] : [],
  );
}

function holderOf(inodes: ReadonlySet<string>): PortHolder | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (holdsOneOf(pid, inodes))
      return { pid: Number(pid), program: programOf(pid), words: wordsOf(pid), variable: (name) => variableOf(pid, name) };
  }
  return null;
}

function holdsOneOf(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((descriptor) =>
      inodes.has(/^socket:\[(\d+)\]$/.exec(linkOf(path.join(folder, descriptor)))?.[1] ?? ''),
    );
  } catch {
    return false; // exited, or another user's
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function variableOf(pid: string, name: string): string | null {
  try {
    const set = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return set.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  } catch {
    return null;
  }
}

function programOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}
