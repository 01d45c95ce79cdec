/**
 * Shows things to the user, in the desktop's programs for them: a folder, a file in its folder, a web page, and a file itself. Opening a file may run
 * whatever is registered for its type: the caller decides which ones may be opened (`domain/openable-files.ts`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { tooLate, within } from '../../base/deadline.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';

/** `no-display`: there is no desktop to show it on. `no-opener`: the system has no program for it. `refused`: that program failed; the detail is its name and exit status, if it ended with one. */
export type OpenFolderFailure = 'no-display' | 'no-opener' | 'refused';

export interface FolderOpener {
  /** Resolves once the program has finished successfully, or has run for a second (for a page, four); what it does later is not observed. Never rejects. */
  open(folder: string): Promise<Outcome<null, OpenFolderFailure>>;
  /** Shows the folder of a file, with the file selected if the system can do that. */
  reveal(file: string): Promise<Outcome<null, OpenFolderFailure>>;
  /** Opens a file in the program for its type. */
  openFile(file: string): Promise<Outcome<null, OpenFolderFailure>>;
  /** Opens a page in the browser, or a mail to `mailto:` addresses in its program. `refused` for anything but http, https and such a mail alone. */
  openAddress(address: string): Promise<Outcome<null, OpenFolderFailure>>;
}

export interface OpenerSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** xdg-open(1), open(1) of macOS, and Explorer: each takes what is to be opened as its only argument, and no shell reads it. */
const programs: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open', win32: 'explorer.exe' };

/** An opener that can open nothing fails at once; a successful one may live as long as the window that it opened. */
const givesUpWithinMs = 1_000;
/** That it looked for a browser in vain takes longer: xdg-open tries one after the other. */
const givesUpOnAddressWithinMs = 4_000;

/** No path or address is longer: Linux limits an argument to 128 KiB, Windows a command line to 32,767 characters. */
const longestTarget = 32_000;

/** The opener for this system. The code for macOS and Windows follows their documentation and is untested. */
export function folderOpener({ platform, env }: OpenerSurroundings): FolderOpener {
  const program = programs[platform];
  // Without a display xdg-open would start a text browser in our terminal. The environment may get one later.
  const isBlind = (): boolean => platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  const show = async (
    target: string,
    words: readonly string[] = [target],
    withinMs = givesUpWithinMs,
  ): Promise<Outcome<null, OpenFolderFailure>> => {
    if (program === undefined) return failed('no-opener');
    if (isBlind()) return failed('no-display');
    if (target.includes('\0') || target.length > longestTarget) return failed('refused');
    const child = tryStart(program, words, env);
    return child === null ? failed('refused') : outcomeOf({ child, program }, platform, withinMs);
  };
  return {
    open: (folder) => show(folder),
    reveal: (file) => show(file, revealing(file, platform)),
    openFile: (file) => show(file),
    openAddress: async (address) => (isAddress(address) ? show(address, [address], givesUpOnAddressWithinMs) : failed('refused')),
  };
}

/** A mail has nothing but its addresses: some programs attach files that a `mailto:` names (RFC 6068, 7). */
function isAddress(address: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(address) || /^mailto:[^\s?&]+$/i.test(address);
}

/** In a process group of its own, so that what it shows stays when Hub ends. Null if the system refuses. */
function tryStart(program: string, words: readonly string[], env: OpenerSurroundings['env']): ChildProcess | null {
  try {
    const child = spawn(program, words, { env, stdio: 'ignore', detached: true });
    child.unref();
    return child;
  } catch {
    return null;
  }
}

/** xdg-open can't select a file in its folder. */
function revealing(file: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['-R', file];
  return platform === 'win32' ? [`/select,${file}`] : [path.dirname(file)];
}

async function outcomeOf(
  { child, program }: { readonly child: ChildProcess; readonly program: string },
  platform: NodeJS.Platform,
  withinMs: number,
): Promise<Outcome<null, OpenFolderFailure>> {
  try {
    const ended = await within(withinMs, once(child, 'exit'));
    // Explorer exits with 1 when it has shown the folder in an existing process.
    if (ended === tooLate || ended[0] === 0 || platform === 'win32') return done(null);
    return typeof ended[0] === 'number' ? failed('refused', `${program}, status ${ended[0]}`) : failed('refused', program);
  } catch {
    return failed('no-opener');
  }
}
