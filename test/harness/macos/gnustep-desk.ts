/** A pasteboard of GNUstep with its server, and a second program that copies and pastes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missingPrograms } from '../desktop/session-bus.ts';
import { startXDisplay, withoutXvfb } from '../desktop/x-display.ts';
import { temporaryHome } from '../temporary-home.ts';
import { until } from '../until.ts';
import type { CopyingOrder } from './copying-program.ts';

const program = fileURLToPath(new URL('copying-program.ts', import.meta.url));

/** Where Hub's own thread of these tests is. */
export const gnustepThread = new URL('pasteboard-thread-program.ts', import.meta.url);

/** Why it is not available, or false: a value for `skip` of `node:test`. */
export function withoutGnustep(): string | false {
  return withoutXvfb() || missingPrograms('gpbs');
}

export interface GnustepDesk {
  /** Types and their contents. */
  copy(types: readonly (readonly [string, string | Buffer | readonly string[]])[]): Promise<void>;
  paste(type: string): Promise<Buffer | null>;
}

/** The environment of this process is changed: GNUstep reads it. */
export async function startGnustep(t: TestContext): Promise<GnustepDesk> {
  const display = await startXDisplay();
  process.env.DISPLAY = display.name;
  process.env.HOME = temporaryHome(t);
  const server = spawn('gpbs', ['--no-fork'], { stdio: 'ignore' });
  const peer = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  const ask = async (order: CopyingOrder): Promise<string | null> => {
    peer.stdin.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the program that copies has ended');
    return (JSON.parse(value) as { answer: string | null }).answer;
  };
  t.after(async () => {
    for (const child of [peer, server]) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await display.kill();
  });
  const desk: GnustepDesk = {
    copy: async (types) => {
      const encoded = types.map(([type, content]) => [type, inBase64(content)] as const);
      await ask({ do: 'copy', types: encoded });
    },
    paste: async (type) => {
      const pasted = await ask({ do: 'paste', type });
      return pasted === null ? null : Buffer.from(pasted, 'base64');
    },
  };
  // Until the server answers, a pasteboard is its program's own.
  await until('server of pasteboards', async () => {
    await desk.copy([['public.utf8-plain-text', 'here']]);
    return (await desk.paste('public.utf8-plain-text'))?.toString() === 'here';
  });
  return desk;
}

function inBase64(content: string | Buffer | readonly string[]): string | readonly string[] {
  if (Buffer.isBuffer(content) || typeof content === 'string') return Buffer.from(content).toString('base64');
  return content;
}
