/** Other programs that restart processes: how soon each of them restarts a bare Node process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const rounds = 10;
/** Both rivals wait for a second between two starts, and longer if a process ends at once. */
const livesMs = 1_500;
const backWithinMs = 20_000;

export interface RivalTimes {
  readonly name: string;
  /** From the kill to the line about it in the rival's log, in milliseconds. Empty if there is no such log. */
  readonly seenMs: readonly number[];
  /** From the kill to the first output of the next process, in milliseconds. */
  readonly backMs: readonly number[];
}

/** The rivals that are installed; `missing` names the others. What they start is in `parts`, so that an interruption leaves nothing behind. */
export async function measureRivals(parts: AsyncDisposableStack, missing: (program: string) => void): Promise<readonly RivalTimes[]> {
  const times: RivalTimes[] = [];
  for (const [program, rival] of Object.entries({ supervisord, 's6-supervise': s6 })) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-rival-'));
    parts.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const running = rival(folder);
    if (running === null) missing(program);
    else times.push(await killAndWait(parts, running, path.join(folder, 'word')));
  }
  return times;
}

interface Rival {
  readonly name: string;
  readonly words: readonly [program: string, ...words: string[]];
  /** The times at which it noticed that a process had ended (Unix time). */
  readonly seenAtMs: () => readonly number[];
}

/** Prints its pid and the time as soon as it runs. */
function programOf(folder: string): string {
  const file = path.join(folder, 'program.cjs');
  const word = JSON.stringify(path.join(folder, 'word'));
  writeFileSync(
    file,
    `const fs = require('fs'); fs.writeFileSync(${word} + '.new', process.pid + ' ' + Date.now()); fs.renameSync(${word} + '.new', ${word}); setInterval(() => {}, 1000);`,
  );
  return file;
}

function supervisord(folder: string): Rival | null {
  const version = versionOf('supervisord', ['--version']);
  if (version === null) return null;
  const program = `${process.execPath} ${programOf(folder)}`;
  const settings = path.join(folder, 'supervisord.conf');
  writeFileSync(
    settings,
    `[supervisord]\nnodaemon=true\nlogfile=${folder}/log\npidfile=${folder}/pid\nuser=${os.userInfo().username}\n[program:bare]\ncommand=${program}\nautorestart=true\nstartsecs=0\nstdout_logfile=NONE\nstderr_logfile=NONE\n`,
  );
  return { name: `supervisord ${version}`, words: ['supervisord', '-c', settings], seenAtMs: () => exitsIn(path.join(folder, 'log')) };
}

function s6(folder: string): Rival | null {
  if (!existsSync('/usr/bin/s6-supervise')) return null;
  const service = path.join(folder, 'service');
  mkdirSync(service);
  writeFileSync(path.join(service, 'run'), `#!/bin/sh\nexec ${process.execPath} ${programOf(folder)}\n`);
  chmodSync(path.join(service, 'run'), 0o755);
  return { name: 's6-supervise', words: ['s6-supervise', service], seenAtMs: () => [] };
}

function versionOf(program: string, words: readonly string[]): string | null {
  try {
    return execFileSync(program, [...words], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** Its lines begin with the local time, as `2026-11-21 09:00:00,123`. */
function exitsIn(file: string): readonly number[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.includes(' exited: bare'))
    .map((line) => Date.parse(line.slice(0, 23).replace(' ', 'T').replace(',', '.')));
}

async function killAndWait(parts: AsyncDisposableStack, { name, words, seenAtMs }: Rival, word: string): Promise<RivalTimes> {
  const [program, ...rest] = words;
  const rival = spawn(program, rest, { stdio: 'ignore' });
  parts.defer(() => end(rival, word));
  const [killsAtMs, backMs]: [number[], number[]] = [[], []];
  let present = await nextWord(word, 0);
  for (let round = 0; round < rounds; round += 1) {
    await pause(livesMs);
    const killedAtMs = Date.now();
    killsAtMs.push(killedAtMs);
    process.kill(present.pid, 'SIGKILL');
    present = await nextWord(word, present.pid);
    backMs.push(present.atMs - killedAtMs);
  }
  await end(rival, word);
  const seenMs = seenAtMs().flatMap((atMs) => atMs - (killsAtMs.findLast((killedAtMs) => killedAtMs <= atMs) ?? Number.NaN));
  return { name, seenMs: seenMs.slice(0, rounds), backMs };
}

interface Word {
  readonly pid: number;
  readonly atMs: number;
}

async function nextWord(file: string, after: number): Promise<Word> {
  const endMs = performance.now() + backWithinMs;
  for (;;) {
    const word = tryWord(file);
    if (word !== null && word.pid !== after) return word;
    if (performance.now() > endMs) throw new Error('a rival did not start its process again');
    await pause(5);
  }
}

function tryWord(file: string): Word | null {
  try {
    const [pid, atMs] = readFileSync(file, 'utf8').split(' ').map(Number);
    return pid === undefined || atMs === undefined ? null : { pid, atMs };
  } catch {
    return null;
  }
}

/** Kills it, and the process that it watches if that outlives it. */
async function end(rival: ChildProcess, word: string): Promise<void> {
  if (rival.exitCode !== null || rival.signalCode !== null) return;
  const gone = once(rival, 'exit');
  rival.kill('SIGTERM');
  const timer = setTimeout(() => rival.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(timer);
  const left = tryWord(word);
  if (left !== null) tryKill(left.pid);
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended with its supervisor
  }
}
