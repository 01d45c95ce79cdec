/**
 * A command that goes to the background (`xclip`, `xsel`) leaves its connection to a child of its own, and ends: the server knows the connection
 * by a process that is no more. Which process has it now the server can't say. What is certain: it began later, and it was forked without running
 * another program since, which would have closed the connection (Xlib and XCB see to that). Where all processes of this kind run one program,
 * that is the owner's. Else it can be said which programs it may be, and a copy in which no rule can mean any of them is as innocent as one whose
 * program is known.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '../x11/window-facts.ts';

/** A process as /proc has it. `executable`: the path of its file; null where that is not to be read, as with another user's. */
export interface LivingProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The name it goes by (comm, proc_pid_comm(5)): at most 15 characters. */
  readonly calledName: string;
  readonly executable: string | null;
  /** It has what it was forked with, a socket among it; true also where nobody may look. */
  readonly mayHaveInherited: boolean;
}

/** The process that has the connection now. `pid`: null where several run the program. */
export interface Heir {
  readonly pid: number | null;
  readonly executable: string;
}

/** What became of the connection of a process that has ended. It holds where the connection is there still, once the processes were looked at. */
export interface Heirs {
  /** Null where nobody can say for certain. */
  readonly heir: Heir | null;
  /** Names of the programs that may have it; null where it may be any. */
  readonly mayBe: readonly string[] | null;
}

const kernelThreads = 2;
const longestCalledName = 15;
/** PF_FORKNOEXEC (linux/sched.h), in field 9 of proc_pid_stat(5). */
const forkedOnly = 0x40;

const nobodyCanTell: Heirs = { heir: null, mayBe: null };

/**
 * What can be said of the connection of the process `dead`. `last` is the number of the process that was started last: one that is lower says that
 * numbers have begun anew, and that what began later may have a lower one. Pure.
 */
export function heirsAmong(processes: readonly LivingProcess[], dead: number, last: number): Heirs {
  if (last < dead) return nobodyCanTell;
  const later = processes.filter(({ pid, parent }) => pid > dead && parent !== kernelThreads);
  return { heir: heirAmong(later, dead), mayBe: programsOf(later) };
}

/** A group or session that has the number of the dead is what it left: one of these goes before all others. */
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

/** The same of this machine. Null where the process still lives, or nobody can tell. */
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

/** None for one that has ended. */
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

/** Another user's process lives too, though it may not be looked at. */
function isAlive(pid: number): boolean {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat !== null) return !hasEnded(stat);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** By its line in /proc. One whose first thread alone has ended looks the same but for the number of its threads (field 20), and lives on. Pure. */
export function hasEnded(stat: string): boolean {
  const fields = fieldsOf(stat);
  return ['Z', 'X', 'x'].includes(fields[0] ?? '') && Number(fields[17]) <= 1;
}

/** From the state on (proc_pid_stat(5), field 3): the name before it may hold any character. */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function tryRead<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null; // it has ended meanwhile, or is another user's
  }
}
