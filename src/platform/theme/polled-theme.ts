/** The theme of a system that is read by running a program, because it reports changes only to windows: at the start, and when `look` is called. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FollowedTheme } from './followed-theme.ts';
import type { SystemTheme, SystemThemeName } from './interface.ts';

const run = promisify(execFile);
const answersWithinMs = 3_000;

/** A program's standard output; null if it is missing, failed, or did not finish in time. */
export type AskProgram = (program: string, args: readonly string[]) => Promise<string | null>;

export const askProgram: AskProgram = async (program, args) => {
  try {
    return (await run(program, [...args], { timeout: answersWithinMs, windowsHide: true })).stdout;
  } catch {
    return null;
  }
};

/** A theme that is read by `read`. */
export async function openPolledTheme(read: () => Promise<SystemThemeName>): Promise<SystemTheme> {
  const followed = new FollowedTheme();
  const look = async () => followed.become(await read());
  const close = async () => followed.silence();
  await look();
  return {
    current: () => followed.theme,
    onChanged: (hear) => followed.onChanged(hear),
    look,
    close,
    [Symbol.asyncDispose]: close,
  };
}
