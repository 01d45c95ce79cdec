/**
 * Runs a program with bytes at its standard input, within bounds: of time, and of what it writes. It is in a process group of its own, which is killed
 * at a bound. It need not read its input, and what it writes is always taken from it, so that neither side waits for the other.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { done, failed, type Outcome } from './outcome.ts';

export interface ProgramOrder {
  /** The program and its arguments; no shell reads them. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Uint8Array;
  readonly timeoutMs: number;
  /** More on standard output ends it; 0: its output goes nowhere. */
  readonly mostOutputBytes: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

export interface ProgramEnd {
  /** Null if a signal ended it. */
  readonly status: number | null;
  readonly output: Uint8Array;
  /** The first line on its standard error; empty without one. */
  readonly complaint: string;
}

export type ProgramFailure = 'no-program' | 'not-executable' | 'not-started' | 'too-late' | 'too-much' | 'stopped';

const complaintBytes = 4_096;
/** A program that it left behind may hold the output open. */
const closesWithinMs = 500;

/** Never rejects. `not-started`: the system refused for another reason. */
export function runBounded(order: ProgramOrder): Promise<Outcome<ProgramEnd, ProgramFailure>> {
  const child = tryStart(order);
  return child === null ? Promise.resolve(failed('not-started')) : ended(child, order);
}

function tryStart({ words, env, mostOutputBytes }: ProgramOrder): ChildProcess | null {
  const [program = '', ...rest] = words;
  try {
    return spawn(program, rest, {
      env,
      stdio: ['pipe', mostOutputBytes === 0 ? 'ignore' : 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch {
    return null;
  }
}

function ended(
  child: ChildProcess,
  { input, timeoutMs, mostOutputBytes, signal }: ProgramOrder,
): Promise<Outcome<ProgramEnd, ProgramFailure>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const complaints: Buffer[] = [];
    let [bytes, complained] = [0, 0];
    let closing: NodeJS.Timeout | undefined;
    const end = (outcome: Outcome<ProgramEnd, ProgramFailure>): void => {
      clearTimeout(deadline);
      clearTimeout(closing);
      signal?.removeEventListener('abort', stop);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      resolve(outcome);
    };
    const kill = (why: ProgramFailure): void => {
      killGroup(child);
      // One that waits for a dead disk ends when that is back: nobody waits for it.
      child.unref();
      end(failed(why));
    };
    const stop = (): void => kill('stopped');
    const deadline = setTimeout(() => kill('too-late'), timeoutMs);
    child.stdin?.on('error', () => {}); // EPIPE: it does not read all of it
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostOutputBytes) kill('too-much');
      else chunks.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complained < complaintBytes) complaints.push(chunk.subarray(0, complaintBytes - complained));
      complained += chunk.length;
    });
    const finish = (): void =>
      end(done({ status: child.exitCode, output: Buffer.concat(chunks), complaint: firstLine(Buffer.concat(complaints)) }));
    child.once('error', (error: NodeJS.ErrnoException) => end(failed(reasonOf(error.code))));
    child.once('exit', () => {
      closing = setTimeout(finish, closesWithinMs);
    });
    child.once('close', finish);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    else child.stdin?.end(input);
  });
}

function reasonOf(code: string | undefined): ProgramFailure {
  if (code === 'ENOENT') return 'no-program';
  return code === 'EACCES' ? 'not-executable' : 'not-started';
}

function firstLine(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').trim();
}

/** Of a program that has ended, its group may still be there. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
