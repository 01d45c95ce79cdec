/** The CPU priority of a process that is less urgent than the monitor. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../base/log.ts';

/** The kernel accepts one such write per tenth of a second from all users together. */
const autogroupTries = 20;
const autogroupPauseMs = 110;

/**
 * Lowers the priority of a process that leads its own session, and of everything that it has started and will start. `niceness` is from 1 to 19.
 * Never fails: if the system refuses, the priority stays as it is.
 */
export async function lowerPriority(pid: number, niceness: number): Promise<void> {
  if (process.platform !== 'linux') return tryLower(pid, niceness);
  lowerTree(pid, niceness);
  await lowerSession(pid, niceness);
}

/** On Linux each thread has a priority. New threads inherit it; existing ones do not. */
function lowerTree(pid: number, niceness: number): void {
  const threads = threadsOf(pid);
  for (const thread of threads) tryLower(thread, niceness);
  for (const thread of threads) for (const child of childrenOf(pid, thread)) lowerTree(child, niceness);
}

function tryLower(id: number, niceness: number): void {
  try {
    os.setPriority(id, niceness);
  } catch {} // it has exited, or the system refuses
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
 * With autogroups (sched(7)) the scheduler shares the processor among sessions, and priorities apply only within a session: each session has its own
 * priority.
 */
async function lowerSession(pid: number, niceness: number): Promise<void> {
  for (let tries = 0; tries < autogroupTries; tries += 1) {
    try {
      return writeFileSync(`/proc/${pid}/autogroup`, `${niceness}`);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') return; // a system without autogroups, or the process has exited
    }
    await pause(autogroupPauseMs, undefined, { ref: false });
  }
}
