/**
 * A command that goes to the background (`xclip`, `xsel`) leaves its connection to a child process and exits: the server knows the connection by a
 * process that no longer exists, and can't say which process has it now. What is certain: that process started later, and was forked without running
 * another program since, which would have closed the connection (Xlib and XCB make sure of that). If all processes of this kind run one program, it
 * is the owner's. Otherwise the possible programs are known, and if no rule matches any of them, the copy is as safe as one whose program is known.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '../../../process-executable.ts';

/** A process as described by /proc. `executable`: the path of its file; null if that can't be read, as for another user's process. */
export interface LivingProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Its process name (comm, proc_pid_comm(5)): at most 15 characters. */
  readonly calledName: string;
  readonly executable: string | null;
  /** It still has what it was forked with, such as a socket; true also if that can't be checked. */
  readonly mayHaveInherited: boolean;
}

/** The process that has the connection now. `pid`: null if several processes run the program. */
export interface Heir {
  readonly pid: number | null;
  readonly executable: string;
}

/** What happened to the connection of a process that has exited. Valid if the connection still exists after the processes were checked. */
export interface Heirs {
  /** Null if that is not certain. */
  readonly heir: Heir | null;
  /** Names of the programs that may have it; null if it may be any. */
  readonly mayBe: readonly string[] | null;
}

const kernelThreads = 2;
const longestCalledName = 15;
/** PF_FORKNOEXEC (linux/sched.h), in field 9 of proc_pid_stat(5). */
const forkedOnly = 0x40;

const nobodyCanTell: Heirs = { heir: null, mayBe: null };

/**
 * What is known about the connection of the process `dead`. `last` is the pid that was assigned last: if it is lower, pids have started over, and a
 * later process may have a lower one. Pure.
 */
export function heirsAmong(processes: readonly LivingProcess[], dead: number, last: number): Heirs {
  if (last < dead) return nobodyCanTell;
  const later = processes.filter(({ pid, parent }) => pid > dead && parent !== kernelThreads);
  return { heir: heirAmong(later, dead), mayBe: programsOf(later) };
}

/** A group or session with the pid of the dead process was left behind by it: its members come before all others. */
function heirAmong(later: readonly LivingProcess[], dead: number): Heir | null {
  const able = later.filter(({ mayHaveInherited }) => mayHaveInherited);
  const left = able.filter(({ group, session }) => group === dead || session === dead);
  const [first, ...others] = left.length > 0 ? left : able;
  if (first === undefined || first.executable === null) return null;
  const { pid, executable } = first;
  return others.every((other) => other.executable === executable) ? { pid: others.length === 0 ? pid : null, executable } : null;
}

function programsOf(later: readonly LivingProcess[]): readonly string[] | null {
  const names = later.map(({ executable, calledName }) => {
    if (executable !== null) return path.basename(executable);
    return calledName.length < longestCalledName ? calledName : null;
  });
  return names.length === 0 || names.includes(null) ? null : [...new Set(names as string[])];
}

/** The same for this machine. Null if the process still lives, or that is unknown. */
export function heirsOf(dead: number): Heirs | null {
  if (process.platform !== 'linux' || isAlive(dead)) return null;
  try {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > dead);
    // proc_loadavg(5), the fifth field.
    const last = Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[4]);
    return heirsAmong(pids.flatMap(look), dead, last);
  } catch {
    return nobodyCanTell;
  }
}

/** Null for one that has exited. */
function look(pid: number): readonly LivingProcess[] {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null || hasEnded(stat)) return [];
  const [, parent, group, session, , , flags] = fieldsOf(stat).map(Number);
  return [
    {
      pid,
      parent: parent ?? 0,
      group: group ?? 0,
      session: session ?? 0,
      calledName: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      executable: executableOf(pid),
      mayHaveInherited: ((flags ?? 0) & forkedOnly) !== 0 && mayHaveSocket(pid),
    },
  ];
}

function mayHaveSocket(pid: number): boolean {
  const open = tryRead(() => readdirSync(`/proc/${pid}/fd`));
  return open === null || open.some((each) => tryRead(() => readlinkSync(`/proc/${pid}/fd/${each}`))?.startsWith('socket:') === true);
}

/** Another user's process counts as alive too, although it can't be inspected. */
function isAlive(pid: number): boolean {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat !== null) return !hasEnded(stat);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * By its line in /proc. A process of which only the first thread has exited looks the same except for its number of threads (field 20), and lives on.
 * Pure.
 */
export function hasEnded(stat: string): boolean {
  const fields = fieldsOf(stat);
  return ['Z', 'X', 'x'].includes(fields[0] ?? '') && Number(fields[17]) <= 1;
}

/** From the state on (proc_pid_stat(5), field 3): the name before it may contain any character. */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function tryRead<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null; // it has exited meanwhile, or is another user's
  }
}
