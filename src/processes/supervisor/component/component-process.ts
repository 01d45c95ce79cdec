/**
 * One process of a component: its start, its channel, its output, its end. It makes no decisions. The output may contain content: it is read, so that
 * the process never waits for a full pipe, and discarded.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { within } from '../../../base/deadline.ts';
import { errorCode, type Log, type Vetted } from '../../../base/log.ts';
import { limitedLine } from '../../../base/log-rate-limit.ts';
import { memoryFlags } from '../../../base/memory.ts';
import { type ComponentId, kindOf, type ToComponent } from '../../../contract/components.ts';
import { lowerPriority } from '../../../platform/process-priority.ts';
import { fatalOutput, StreamEnd } from './fatal-output.ts';

export interface ComponentProcessOptions {
  readonly programFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether its output is shown on ours. */
  readonly showOutput: boolean;
  /** Called with every message of the process, in any form. */
  readonly hear: (message: unknown) => void;
}

/** How a process ended. With neither code nor signal it never started, and `lastWords` is the system's code for the reason. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lastWords: Vetted | null;
}

/** Node's flags for every component. No debugger by signal. */
const nodeFlags = [...memoryFlags, ...(process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : [])];

/** From its exit to the end of its output, which a process that left its group could keep open forever. */
const outputEndsWithinMs = 100;

export class ComponentProcess {
  readonly #child: ChildProcess | null;
  readonly #gone = Promise.withResolvers<ProcessEnd>();
  readonly #saidLast = new StreamEnd();
  readonly #showOutput: boolean;

  /** Starts it. Never throws: if the system refuses the start, that counts as an end. */
  constructor({ programFile, env, showOutput, hear }: ComponentProcessOptions) {
    this.#showOutput = showOutput;
    this.#child = this.#spawn(programFile, env);
    const child = this.#child;
    if (child === null) return;
    child.on('message', hear);
    child.on('error', (error) => {
      if (child.pid === undefined) this.#neverBegan(error);
    });
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.once('exit', (code, signal) => {
      this.kill(); // whatever it started and left behind
      void within(outputEndsWithinMs, closed).then(() => this.#gone.resolve({ code, signal, lastWords: fatalOutput(this.#saidLast.text) }));
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('error', () => {}); // there is nothing more to read
    child.stdout?.on('data', (chunk: Buffer) => this.#show(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#saidLast.add(chunk);
      this.#show(chunk);
    });
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Resolves when it is gone, within 0.1 s, with its whole process group. */
  get gone(): Promise<ProcessEnd> {
    return this.#gone.promise;
  }

  /** Sends a message that may be lost. */
  send(message: ToComponent): void {
    if (this.#child?.connected) this.#child.send(message, () => {}); // a dying process accepts no more
  }

  /** Sends, and resolves to whether the channel accepted it. */
  async hand(message: ToComponent): Promise<boolean> {
    const child = this.#child;
    if (!child?.connected) return false;
    return new Promise((resolve) => child.send(message, (error) => resolve(error === null)));
  }

  /** Lowers its CPU priority by this much, with everything that it starts; 0 leaves it as it is. */
  standBack(niceness: number): void {
    const { pid } = this;
    if (pid !== null && niceness > 0) void lowerPriority(pid, niceness);
  }

  /** Kills its process group without warning. */
  kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined || pid <= 1) return;
    try {
      if (process.platform === 'win32') this.#child?.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      this.#child?.kill('SIGKILL'); // the group is gone already
    }
  }

  #spawn(programFile: string, env: ComponentProcessOptions['env']): ChildProcess | null {
    try {
      return spawn(process.execPath, [...nodeFlags, programFile], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...env, NODE_OPTIONS: '' },
        // A group of its own: whatever it starts ends with it. (On Windows this would take it out of our job object.)
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (error) {
      this.#neverBegan(error); // some refusals, such as ENOMEM, are thrown
      return null;
    }
  }

  #neverBegan(error: unknown): void {
    this.#gone.resolve({ code: null, signal: null, lastWords: errorCode(error) });
  }

  /** A terminal that does not read loses output, and nothing else: neither our memory nor the component is affected. */
  #show(chunk: Buffer): void {
    if (this.#showOutput && !process.stderr.writableNeedDrain) process.stderr.write(chunk);
  }
}

/** At most one log line per interval about messages of an unknown form. */
const malformedEveryMs = 60_000;

/** Logs that this component sent what nobody understands, and nothing of what it says: a bug of it, or a mix of two versions. */
export function malformedMessages(log: Log, id: ComponentId): (heard: unknown) => void {
  const due = limitedLine(malformedEveryMs);
  return (heard) => {
    const line = due.due();
    if (line !== null) log.warn('message not understood', { of: id, kind: kindOf(heard), ...line });
  };
}
