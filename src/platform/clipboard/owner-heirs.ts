/**
 * A command that goes to the background (`xclip`, `xsel`) leaves its connection to a child of its own, and ends: the server knows the connection
 * by a process that is no more. Which process has it now nobody can say; that it is one which began later is certain. So it can be said which
 * programs it may be, and a copy in which no rule can mean any of them is as innocent as one whose program is known.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** A process as /proc has it. `program`: what its file is called; null where that is not to be read, as with another user's. */
export interface LivingProcess {
  readonly pid: number;
  readonly parent: number;
  /** The name it goes by (comm, proc_pid_comm(5)): at most 15 characters. */
  readonly calledName: string;
  readonly program: string | null;
}

const kernelThreads = 2;
const longestCalledName = 15;

/**
 * Names of the programs that may have the connection of the process `dead`; null where that can't be told: then it may be any. `last` is the number
 * of the process that was started last: one that is lower says that numbers have begun anew, and that what began later may have a lower one. Pure.
 */
export function heirsAmong(processes: readonly LivingProcess[], dead: number, last: number): readonly string[] | null {
  if (last < dead) return null;
  const later = processes.filter(({ pid, parent }) => pid > dead && parent !== kernelThreads);
  const names = later.map(({ program, calledName }) => program ?? (calledName.length < longestCalledName ? calledName : null));
  return names.length === 0 || names.includes(null) ? null : [...new Set(names as string[])];
}

/** The same of this machine. Null also where the process still lives: its own name will be known. */
export function heirsOf(dead: number): readonly string[] | null {
  if (process.platform !== 'linux' || isAlive(dead)) return null;
  try {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > dead);
    // proc_loadavg(5), the fifth field.
    const last = Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[4]);
    return heirsAmong(pids.flatMap(look), dead, last);
  } catch {
    return null;
  }
}

/** None for one that has ended. */
function look(pid: number): readonly LivingProcess[] {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null || hasEnded(stat)) return [];
  const file = tryRead(() => readlinkSync(`/proc/${pid}/exe`));
  const program = file === null ? null : path.basename(file.replace(/ \(deleted\)$/, ''));
  const calledName = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return [{ pid, parent: Number(fieldsOf(stat)[1]), calledName, program }];
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

function tryRead(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null; // it has ended meanwhile, or is another user's
  }
}
