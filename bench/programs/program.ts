/** A benchmark program in its own process: one JSON object per line in and out. It ends when its standard input ends, and so with this process. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { lowerPriority } from '../../src/platform/process-priority.ts';

export interface ProgramSurroundings {
  /** Options of Node. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The priority of the component that it is compared with; it then leads a session of its own, as components do. Null: it shares ours. */
  readonly niceness?: number | null;
}

export class Program<Command, Reply> implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #replies: AsyncIterator<string>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    this.#replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Starts a file of this folder; resolves when it has printed the line that says that it is ready. */
  static async start<Command, Reply>(
    file: string,
    words: readonly string[] = [],
    { flags = [], env = process.env, niceness = null }: ProgramSurroundings = {},
  ): Promise<Program<Command, Reply>> {
    const child = spawn(process.execPath, [...flags, path.join(import.meta.dirname, file), ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env,
      detached: niceness !== null,
    });
    const program = new Program<Command, Reply>(child);
    await program.#reply();
    if (niceness !== null) await lowerPriority(program.pid, niceness);
    return program;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Throws if the program ends without an answer. */
  async ask(command: Command): Promise<Reply> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    return await this.#reply();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  async #reply(): Promise<Reply> {
    const line = await this.#replies.next();
    if (line.done) throw new Error('a program of the bench ended early');
    return JSON.parse(line.value) as Reply;
  }
}

/** The program's side: prints that it is ready, then answers each command in turn until its standard input ends. */
export async function answerCommands<Command, Reply>(answer: (command: Command) => Reply | Promise<Reply>): Promise<void> {
  const say = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  say({});
  for await (const line of createInterface({ input: process.stdin })) say(await answer(JSON.parse(line) as Command));
}
