/** A lock, so that only one setup of a checkout runs at a time. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SetupError } from './failure.mjs';
import { runtime, say } from './places.mjs';

const retryEveryMs = 250;
/** Long enough for a slow connection and a slow disk. A setup that was killed is not waited for. */
const waitWithinMs = 30 * 60_000;

/**
 * Runs `work` while no other setup of this checkout is running. A setup that was killed does not hold the lock.
 *
 * Each setup creates a file in the folder, named by its process, and then looks for the files of others. If two start at the same time, at least one
 * sees the other, and backs off. No file name is used twice, so removing the file of a killed setup never removes that of a running one.
 * @param {() => void} work
 * @param {string} [folder]
 * @throws SetupError if the other setup takes longer than half an hour.
 */
export function withSetupLock(work, folder = path.join(runtime, 'setting-up-now')) {
  mkdirSync(folder, { recursive: true });
  const entry = path.join(folder, `${process.pid}-${randomUUID()}`);
  const endMs = performance.now() + waitWithinMs;
  for (let waits = false; ; waits = true) {
    writeFileSync(entry, '', { flag: 'wx' });
    const other = otherIn(folder, entry);
    if (other === null) break;
    rmSync(entry, { force: true });
    if (!waits) say('waiting for another setup of this checkout to finish');
    if (performance.now() > endMs)
      throw new SetupError(
        `another setup of this checkout seems to be running: process ${other}. If it is another program, remove ${folder}`,
      );
    // A random pause, so that two setups that have seen each other do not collide again every time.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryEveryMs * (0.5 + Math.random()));
  }
  try {
    work();
  } finally {
    rmSync(entry, { force: true });
  }
}

/**
 * The process id of another setup that is running, or null. Removes the files of setups that are no longer running.
 * @param {string} folder
 * @param {string} entry
 */
function otherIn(folder, entry) {
  for (const name of readdirSync(folder)) {
    if (name === path.basename(entry)) continue;
    const pid = Number.parseInt(name, 10);
    if (isAlive(pid, path.join(folder, name))) return pid;
    rmSync(path.join(folder, name), { force: true });
  }
  return null;
}

/**
 * A file that is older than the machine's start is of no running process, whoever has its number now.
 * @param {number} pid
 * @param {string} file
 */
function isAlive(pid, file) {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined || facts.mtimeMs < Date.now() - os.uptime() * 1_000) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
