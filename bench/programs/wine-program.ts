/**
 * A program in Wine, driven by lines over a socket, because under Wine a pipe would be an invalid descriptor: as `program.ts` otherwise. It ends with the
 * socket.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { type NodeInWine, onWine } from '../../tools/wine.ts';

/** A system of Wine that has just started is slow, above all on a busy machine. */
const startsWithinMs = 60_000;

export class WineProgram<Command, Reply> implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #socket: net.Socket;
  readonly #replies: AsyncIterator<string>;

  private constructor(child: ChildProcess, socket: net.Socket, replies: AsyncIterator<string>) {
    this.#child = child;
    this.#socket = socket;
    this.#replies = replies;
  }

  /** Starts a file with Node for Windows; its first word is the port of the socket. Resolves when it has said that it is ready. */
  static async start<Command, Reply>(
    { program, env }: NodeInWine,
    file: string,
    words: readonly string[] = [],
  ): Promise<WineProgram<Command, Reply>> {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const arrived = once(server, 'connection', { signal: AbortSignal.timeout(startsWithinMs) });
    const child = spawn('wine', [program, onWine(file), String(port), ...words], { env, stdio: 'ignore' });
    try {
      const [socket] = (await arrived) as [net.Socket];
      socket.on('error', () => {});
      const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
      const started = new WineProgram<Command, Reply>(child, socket, replies);
      await started.#reply();
      return started;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      server.close();
    }
  }

  /** Of Linux: in Wine a process of Windows is one of Linux. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Throws if the program ends without an answer. */
  async ask(command: Command): Promise<Reply> {
    this.#socket.write(`${JSON.stringify(command)}\n`);
    return (await this.#reply()) as Reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const isGone = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const gone = isGone ? null : once(this.#child, 'exit');
    this.#socket.destroy();
    this.#child.kill('SIGKILL');
    await gone;
  }

  async #reply(): Promise<unknown> {
    const line = await this.#replies.next();
    if (line.done) throw new Error('a program in Wine ended early');
    return JSON.parse(line.value);
  }
}

/** The program's side: says that it is ready, then answers each command in turn until the socket ends. */
export async function answerOverSocket<Command, Reply>(port: number, answer: (command: Command) => Reply | Promise<Reply>): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  const say = (value: unknown): void => void socket.write(`${JSON.stringify(value)}\n`);
  say({});
  for await (const line of createInterface({ input: socket })) say(await answer(JSON.parse(line) as Command));
}
