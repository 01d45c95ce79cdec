/** Starts Hub as a background process, which outlives the command. */
import { spawn } from 'node:child_process';
import { say } from '../../domain/language/say.ts';

/**
 * `started`: it runs. `ended`: it exited successfully, because another Hub has the home and took over. `refused`: it exited, with or without a
 * reason.
 */
export type LaunchState = { readonly is: 'started' | 'ended' } | { readonly is: 'refused'; readonly because: string | null };

export interface LaunchedHub {
  state(): LaunchState;
  /** Releases it: the command may exit. */
  release(): void;
}

const keptCharacters = 4_000;

/** `program` is the command's own file. */
export function launchHub(program: string, words: readonly string[]): LaunchedHub {
  let said = '';
  let state: LaunchState = { is: 'started' };
  const child = spawn(process.execPath, [...process.execArgv, program, 'run', ...words], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptCharacters);
  });
  child.once('error', () => {
    state = { is: 'refused', because: say('the system could not start another process') };
  });
  child.once('close', (code) => {
    if (state.is === 'started') state = code === 0 ? { is: 'ended' } : { is: 'refused', because: reasonIn(said) };
  });
  return {
    state: () => state,
    release: () => {
      child.stderr.destroy();
      child.unref();
    },
  };
}

/** The line that Hub printed for the user; anything else is the output of a crash, and in its logs. */
function reasonIn(said: string): string | null {
  return /^hub: (.+)$/m.exec(said)?.[1] ?? null;
}
