/** The way to show a folder on this system. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { tooLate, within } from '../../base/deadline.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { FolderOpener, OpenFolderFailure } from './interface.ts';

export type * from './interface.ts';

export interface OpenerSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** xdg-open(1), open(1) of macOS, and Explorer: each takes what is to be opened as its only argument, and no shell reads it. */
const programs: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open', win32: 'explorer.exe' };

/** An opener that has nothing to offer says so at once; one that succeeds may live as long as the window that it opened. */
const givesUpWithinMs = 1_000;

/** No path or address is longer: Linux ends one argument at 128 KiB, Windows a command line at 32,767 characters. */
const longestTarget = 32_000;

/** The opener for these surroundings. macOS and Windows follow their documentation and are untried. */
export function folderOpener({ platform, env }: OpenerSurroundings): FolderOpener {
  const program = programs[platform];
  // Without a display xdg-open would start a text browser in our terminal.
  const blind = platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  const show = async (target: string, words: readonly string[] = [target]): Promise<Outcome<null, OpenFolderFailure>> => {
    if (program === undefined) return failed('no-opener');
    if (blind) return failed('no-display');
    if (target.includes('\0') || target.length > longestTarget) return failed('refused');
    const child = tryStart(program, words, env);
    return child === null ? failed('refused') : outcomeOf(child, platform);
  };
  return {
    open: (folder) => show(folder),
    reveal: (file) => show(file, revealing(file, platform)),
    openFile: (file) => show(file),
    openAddress: async (address) => (/^https?:\/\/[^\s/]/i.test(address) ? show(address) : failed('refused')),
  };
}

/** In a group of its own, so that what it shows stays when Hub ends. Null where the system refuses. */
function tryStart(program: string, words: readonly string[], env: OpenerSurroundings['env']): ChildProcess | null {
  try {
    const child = spawn(program, words, { env, stdio: 'ignore', detached: true });
    child.unref();
    return child;
  } catch {
    return null;
  }
}

/** xdg-open has no way to mark a file in its folder. */
function revealing(file: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['-R', file];
  return platform === 'win32' ? [`/select,${file}`] : [path.dirname(file)];
}

async function outcomeOf(child: ChildProcess, platform: NodeJS.Platform): Promise<Outcome<null, OpenFolderFailure>> {
  try {
    const ended = await within(givesUpWithinMs, once(child, 'exit'));
    // Explorer ends with 1 when it has shown the folder in a process that was there already.
    return ended === tooLate || ended[0] === 0 || platform === 'win32' ? done(null) : failed('refused');
  } catch {
    return failed('no-opener');
  }
}
