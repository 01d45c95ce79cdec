/** The processes of one Hub as the system knows them, independent of what that Hub believes: by their environment (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

export interface HubProcess {
  readonly pid: number;
  /** The program's file, as `save-worker/main.ts`. */
  readonly program: string;
}

/** All running processes that have this home in their environment; zombies do not count. */
export function hubProcesses(home: string): readonly HubProcess[] {
  const found: HubProcess[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HUB_HOME=${home}`)) continue;
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const program = words.find((word) => word.endsWith('.ts')) ?? words[0] ?? '';
      found.push({ pid, program: program.split('/').slice(-2).join('/') });
    } catch {
      // it has exited, or we may not inspect it
    }
  }
  return found;
}
