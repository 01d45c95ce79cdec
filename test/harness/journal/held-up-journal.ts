/** Two causes that delay writes into the journal: another program that holds its lock, and a disk with slow flushes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Resolves once another process holds the write lock of this database. Disposing releases it. */
export async function lockJournal(database: string): Promise<AsyncDisposable> {
  const program = fileURLToPath(new URL('./journal-lock-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, database], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** A disk whose flushes take seconds while it is slow. Processes started with `env` have this disk. */
export interface SlowDisk {
  readonly env: Readonly<Record<string, string>>;
  slow(): void;
  quick(): void;
}

const source = `
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static void wait_if_slow(void) {
  const char *sign = getenv("HUB_TEST_SLOW_DISK");
  if (sign && access(sign, F_OK) == 0) usleep(5000000);
}
int fsync(int file) { wait_if_slow(); return syscall(SYS_fsync, file); }
int fdatasync(int file) { wait_if_slow(); return syscall(SYS_fdatasync, file); }
`;

/** Null if no C compiler is installed. */
export function slowDisk(folder: string): SlowDisk | null {
  const [library, sign] = [path.join(folder, 'slow-disk.so'), path.join(folder, 'slow')];
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-x', 'c', '-', '-o', library], { input: source });
  if (compiled.status !== 0) return null;
  return {
    env: { LD_PRELOAD: library, HUB_TEST_SLOW_DISK: sign },
    slow: () => writeFileSync(sign, ''),
    quick: () => rmSync(sign, { force: true }),
  };
}
