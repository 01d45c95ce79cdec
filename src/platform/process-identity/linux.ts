/**
 * Linux: a process is identified by its pid, the tick of its start (proc_pid_stat(5), field 22, counted from the boot of the machine) and the boot
 * itself (`/proc/sys/kernel/random/boot_id`, random(4)).
 */
import { readFileSync } from 'node:fs';
import type { ProcessIdentity } from './interface.ts';

export function linuxProcessIdentity(proc = '/proc'): ProcessIdentity {
  let boot: string | undefined;
  return {
    startOf: (pid) => {
      boot ??= tryRead(`${proc}/sys/kernel/random/boot_id`)?.toString('latin1').trim();
      const stat = tryRead(`${proc}/${pid}/stat`)?.toString('latin1');
      const tick = stat === undefined ? null : startTick(stat);
      return tick === null || !boot ? null : `linux:${boot}:${tick}:${pid}`;
    },
    wasGiven: (pid, name, value) => {
      const environment = tryRead(`${proc}/${pid}/environ`);
      // It is empty while a program is being loaded, and for an exiting one.
      return environment === undefined || environment.length === 0 ? null : `\0${environment}\0`.includes(`\0${name}=${value}\0`);
    },
  };
}

/**
 * Field 22 of a line of `/proc/<pid>/stat`, in ticks. Null for a process that has exited, and for a malformed line. The name, field 2, is in
 * parentheses and may contain any character, including parentheses and spaces: parsing starts after the last one.
 */
export function startTick(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, tick] = [fields[0] ?? '', fields[19] ?? ''];
  return /^[A-Z]$/i.test(state) && !['Z', 'X', 'x'].includes(state) && /^\d+$/.test(tick) ? tick : null;
}

function tryRead(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined; // no such process, or another user's
  }
}
