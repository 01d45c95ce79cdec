/** The other end of a program that copies: its start, its orders, its answers, its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CopiedFormat, CopyingOrder } from './copying-program.ts';

const program = fileURLToPath(new URL('copying-program.ts', import.meta.url));
const startsWithinMs = 20_000;

export class CopyingPeer {
  readonly pid: number;
  readonly #socket: net.Socket;
  readonly #lines: AsyncIterator<string>;
  readonly #stop: () => Promise<void>;

  private constructor(parts: { pid: number; socket: net.Socket; lines: AsyncIterator<string>; stop: () => Promise<void> }) {
    this.pid = parts.pid;
    this.#socket = parts.socket;
    this.#lines = parts.lines;
    this.#stop = parts.stop;
  }

  static async start(): Promise<CopyingPeer> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-windows-'));
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Its output goes into a file, because under Wine a pipe would be an invalid descriptor.
    const output = openSync(path.join(folder, 'out'), 'w');
    const arrived = once(server, 'connection', { signal: AbortSignal.timeout(startsWithinMs) });
    const child = spawn(process.execPath, [program, String((server.address() as net.AddressInfo).port)], {
      stdio: ['ignore', output, output],
    });
    const stop = async (): Promise<void> => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      server.close();
      closeSync(output);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    };
    const [socket] = (await arrived) as [net.Socket];
    socket.on('error', () => {});
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const { value } = await lines.next();
    return new CopyingPeer({ pid: JSON.parse(value as string) as number, socket, lines, stop });
  }

  /** Resolves with its answer, once it is done. */
  async ask(order: CopyingOrder): Promise<unknown> {
    this.#socket.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('the program that copies has ended');
    return JSON.parse(value as string);
  }

  async copy(...formats: readonly (readonly [CopiedFormat[0], Buffer])[]): Promise<void> {
    await this.ask({ do: 'copy', formats: formats.map(([format, bytes]) => [format, bytes.toString('base64')]) });
  }

  copyText(text: string): Promise<void> {
    return this.copy([13, Buffer.from(`${text}\0`, 'utf16le')]);
  }

  async read(format: number | string): Promise<Buffer | null> {
    const base64 = (await this.ask({ do: 'read', format })) as string | null;
    return base64 === null ? null : Buffer.from(base64, 'base64');
  }

  async end(): Promise<void> {
    this.#socket.destroy();
    await this.#stop();
  }
}
