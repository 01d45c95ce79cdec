/** The priority of a process that somebody else waits for less: the monitor's turn comes before it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../base/log.ts';

/** The kernel takes one such write in a tenth of a second from all users together. */
const autogroupTries = 20;
const autogroupPauseMs = 110;

/**
 * Lowers the priority of a process that leads its own session, and of all that it has started and will start. `niceness` is from 1 to 19. It never
 * fails: a system that refuses leaves the priority as it is, and a process that is gone needs none.
 */
export async function lowerPriority(pid: number, niceness: number): Promise<void> {
  if (process.platform !== 'linux') return tryLower(pid, niceness);
  lowerTree(pid, niceness);
  await lowerSession(pid, niceness);
}

/** Linux counts a priority by thread. What a thread starts has its priority; those that it started before have not. */
function lowerTree(pid: number, niceness: number): void {
  const threads = threadsOf(pid);
  for (const thread of threads) tryLower(thread, niceness);
  for (const thread of threads) for (const child of childrenOf(pid, thread)) lowerTree(child, niceness);
}

function tryLower(id: number, niceness: number): void {
  try {
    os.setPriority(id, niceness);
  } catch {} // it is gone, or the system does not let us
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

function childrenOf(pid: number, thread: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/**
 * With autogroups (sched(7)) the scheduler shares the processor out among sessions, and priorities count within a session alone: the session has
 * one of its own.
 */
async function lowerSession(pid: number, niceness: number): Promise<void> {
  for (let tries = 0; tries < autogroupTries; tries += 1) {
    try {
      return writeFileSync(`/proc/${pid}/autogroup`, `${niceness}`);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') return; // a system without them, or a process that is gone
    }
    await pause(autogroupPauseMs, undefined, { ref: false });
  }
}
