/** Lists the running processes and their parents, as far as the system shows them; none on Windows. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Distinguishes two processes that had the same pid one after the other. */
  readonly start: string;
}

/** All processes that this user can see. */
export function processRows(): readonly ProcessRow[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? rowOf(name) : []));
  if (process.platform === 'win32') return [];
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { encoding: 'utf8' }).stdout ?? '';
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, start] = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), start: start ?? '' }];
  });
}

/** All descendants of `pid`. */
export function descendantsOf(pid: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const children = rows.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, rows)]);
}

/** proc_pid_stat(5): the name is in brackets and may contain anything; the state, the parent and, as the 20th field, the start time follow. */
function rowOf(pid: string): readonly ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? [] : [{ pid: Number(pid), parent: Number(fields[1]), start: fields[19] ?? '' }];
  } catch {
    return []; // it has ended meanwhile
  }
}
