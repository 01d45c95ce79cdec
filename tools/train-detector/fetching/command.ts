/** Runs a program and returns its output. A program that is missing, fails or takes too long is an expected failure. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface CommandOptions {
  readonly folder?: string;
  readonly timeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export type CommandResult = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly detail: string };

/** @returns its standard output, or the last line of its error output. */
export async function runCommand(program: string, words: readonly string[], options: CommandOptions): Promise<CommandResult> {
  try {
    const { stdout } = await execute(program, [...words], {
      ...(options.folder !== undefined && { cwd: options.folder }),
      timeout: options.timeoutMs,
      maxBuffer: 512 * 1_024 * 1_024,
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...options.environment },
    });
    return { ok: true, output: stdout };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { ok: false, detail: (stderr ?? message).trim().split('\n').at(-1) ?? message };
  }
}
