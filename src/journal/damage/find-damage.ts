/**
 * Looks for damage in a journal that was marked as damaged before the start: a sound backup may have been copied into the same file since. SQLite looks
 * through the whole database in one step that nothing interrupts, so a process of its own does it (`find-damage-program.ts`), which can be killed.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The status that the process exits with if it finds damage. */
export const damagedStatus = 9;
/** If it can't look: nothing is known then. */
export const unreadableStatus = 10;
/** The start of Hub waits for it. Some hundred megabytes take this long. */
const usualWithinMs = 5_000;

/**
 * Whether SQLite finds the journal damaged. False also without an answer in time: if it is damaged, the first statement that meets the damage marks it
 * again, while putting a sound journal aside would leave most of a long history out.
 */
export function isFoundDamaged(file: string, withinMs = usualWithinMs): boolean {
  const program = fileURLToPath(new URL('./find-damage-program.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [program, file], {
    timeout: withinMs,
    killSignal: 'SIGKILL',
    stdio: 'ignore',
    windowsHide: true,
  });
  return status === damagedStatus;
}
