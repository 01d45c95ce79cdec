/**
 * Runs the saved commands that the user chooses in the window, each by a `hub command` of its own: that process reads the copy, asks whether the command
 * may run, and holds its limits. It has the usual priority, and goes on when Hub ends. Nothing of a copy goes through a log here.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { CommandResponse, runCommandRequest } from '../../../contract/supervisor.ts';

export interface CommandRunsParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file of the command, for tests. */
  readonly program?: string;
  /** Beyond the time limit of a command, which its own process holds. */
  readonly graceMs?: number;
}

type Asked = Pick<z.infer<typeof runCommandRequest>, 'command' | 'fragmentId' | 'timeoutMs'>;

/** Each is a process of Node; `hub command` itself runs no more. */
const mostAtOnce = 4;
/** For its start, for the content filter, and to kill what hangs. */
const usualGraceMs = 30_000;
/** It may still have to end its program. */
const endsWithinMs = 2_000;
/** A notice has no room for more. In UTF-16 units. */
const shownCharacters = 1_000;
/** JSON writes a character in up to twelve bytes. */
const mostAnswerBytes = 32_768;

const hubProgram = path.join(import.meta.dirname, '../../../../bin/hub.ts');

/** What `hub command --json` prints. */
const printed = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), output: z.string().optional(), newCopy: z.string().max(16).optional() }),
  z.object({ ok: z.literal(false), error: z.string().max(64), detail: z.string().optional() }),
]);

/** Runs one command, and resolves when it has ended. Never rejects. */
export function commandRuns({
  env,
  program = hubProgram,
  graceMs = usualGraceMs,
}: CommandRunsParts): (asked: Asked) => Promise<CommandResponse> {
  let running = 0;
  return async ({ command, fragmentId, timeoutMs }) => {
    if (running >= mostAtOnce) return { ok: false, error: 'busy' };
    running += 1;
    try {
      const words = [program, 'command', '--json', '--shown', String(shownCharacters), '--', command, fragmentId];
      return responseOf(await outputOf(words, env, timeoutMs + graceMs));
    } finally {
      running -= 1;
    }
  };
}

/** What it prints; null if it can't be started, prints too much, or does not end in time. It holds nobody who wants to exit. */
function outputOf(words: readonly string[], env: CommandRunsParts['env'], withinMs: number): Promise<string | null> {
  const child = tryStart(words, env);
  if (child?.stdout == null) return Promise.resolve(null);
  const { stdout } = child;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (text: string | null): void => {
      clearTimeout(deadline);
      stdout.destroy();
      resolve(text);
    };
    const give = (): void => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref();
      end(null);
    };
    const deadline = setTimeout(give, withinMs).unref();
    stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostAnswerBytes) give();
      else chunks.push(chunk);
    });
    stdout.on('error', () => {});
    child.once('error', () => end(null));
    child.once('close', () => end(Buffer.concat(chunks).toString('utf8')));
    child.unref();
    (stdout as Readable & { unref?: () => void }).unref?.();
  });
}

function tryStart([...words]: readonly string[], env: CommandRunsParts['env']): ChildProcess | null {
  try {
    return spawn(process.execPath, words, {
      env: { ...env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch {
    return null;
  }
}

function responseOf(text: string | null): CommandResponse {
  const found = printed.safeParse(tryParse(text ?? ''));
  if (!found.success) return { ok: false, error: 'failed' };
  if (found.data.ok) {
    const { output, newCopy } = found.data;
    return { ok: true, ...(output === undefined ? {} : { output: cut(output) }), ...(newCopy === undefined ? {} : { newCopy }) };
  }
  const { error, detail } = found.data;
  return { ok: false, error, ...(detail === undefined ? {} : { detail: cut(detail) }) };
}

function cut(text: string): string {
  return text.slice(0, shownCharacters);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
