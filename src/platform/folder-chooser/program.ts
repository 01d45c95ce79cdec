/** The dialog of a program: zenity(1) or kdialog(1), or what macOS and Windows have. The latter two follow their documentation and are untried. */
import { execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { done, failed } from '../../base/outcome.ts';
import type { ChooserSurroundings, ChosenFolder } from './interface.ts';

interface Program {
  readonly name: string;
  readonly words: (title: string) => readonly string[];
}

const zenity: Program = { name: 'zenity', words: (title) => ['--file-selection', '--directory', `--title=${title}`] };
const kdialog: Program = { name: 'kdialog', words: (title) => ['--title', title, '--getexistingdirectory'] };
/** https://developer.apple.com/library/archive/documentation/AppleScript/Conceptual/AppleScriptLangGuide: `choose folder`. */
const osascript: Program = {
  name: 'osascript',
  words: (title) => ['-e', `on run words\nPOSIX path of (choose folder with prompt (item 1 of words))\nend run`, title],
};
/** https://learn.microsoft.com/dotnet/api/system.windows.forms.folderbrowserdialog: it needs a thread of the kind STA. */
const powershell: Program = {
  name: 'powershell.exe',
  words: () => [
    ...['-NoProfile', '-NonInteractive', '-STA', '-Command'],
    'Add-Type -AssemblyName System.Windows.Forms; [Console]::OutputEncoding = [Text.Encoding]::UTF8; ' +
      '$dialog = New-Object System.Windows.Forms.FolderBrowserDialog; ' +
      "if ($dialog.ShowDialog() -ne 'OK') { exit 1 }; [Console]::Out.Write($dialog.SelectedPath)",
  ],
};

/** No path is longer: PATH_MAX of Linux, and of Windows in UTF-8. */
const longestPathBytes = 100_000;
const killAfterMs = 1_000;
/** The status of each of them if the user closed the dialog. */
const closedStatus = 1;

/** The program of this system that is installed; null if none is. */
export function chooserProgram({ platform, env }: ChooserSurroundings): Program | null {
  if (platform === 'darwin') return osascript;
  if (platform === 'win32') return powershell;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return null;
  const isKde = /\bKDE\b/.test(env.XDG_CURRENT_DESKTOP ?? '');
  return (isKde ? [kdialog, zenity] : [zenity, kdialog]).find(({ name }) => isOnPath(name, env.PATH ?? '')) ?? null;
}

export async function chooseByProgram(
  program: Program,
  { env, platform }: ChooserSurroundings,
  title: string,
  signal: AbortSignal,
): Promise<ChosenFolder> {
  if (signal.aborted) return done(null);
  const end = Promise.withResolvers<ChosenFolder>();
  const [name = '', ...words] = [...(await endsWithUs({ env, platform })), program.name, ...program.words(title)];
  if (signal.aborted) return done(null);
  const child = spawn(name, words, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  /** A program that it has started may live on with its output, which would never end then. */
  const giveUp = (): void => {
    child.kill('SIGKILL');
    child.stdout.destroy();
  };
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longestPathBytes) giveUp();
    else chunks.push(chunk);
  });
  child.once('error', () => end.resolve(failed('failed')));
  child.once('close', (status) => {
    if (status === 0) end.resolve(pathOf(Buffer.concat(chunks), platform));
    else end.resolve(status === closedStatus ? done(null) : failed('failed'));
  });
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill();
    late = setTimeout(giveUp, killAfterMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  const answer = await end.promise;
  signal.removeEventListener('abort', stop);
  clearTimeout(late);
  return signal.aborted ? done(null) : answer;
}

/**
 * The words before a program that let Linux end it when this process is killed, which can't close the dialog then; none where setpriv(1) does not know
 * how.
 */
async function endsWithUs({ env, platform }: Pick<ChooserSurroundings, 'env' | 'platform'>): Promise<readonly string[]> {
  if (platform !== 'linux' || !isOnPath('setpriv', env.PATH ?? '')) return [];
  const words = ['--pdeathsig', 'TERM'];
  const isKnown = await promisify(execFile)('setpriv', [...words, 'true'], { env, timeout: killAfterMs }).then(
    () => true,
    () => false,
  );
  return isKnown ? ['setpriv', ...words] : [];
}

/** Without the line end that the program adds: a folder's own name may end in one too. */
function pathOf(said: Buffer, platform: NodeJS.Platform): ChosenFolder {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(said);
  } catch {
    return failed('not-utf-8');
  }
  const line = text.endsWith('\n') ? text.slice(0, -1) : text;
  const chosen = platform === 'darwin' && line.length > 1 ? line.replace(/\/$/, '') : line;
  const isAbsolute = platform === 'win32' ? path.win32.isAbsolute(chosen) : chosen.startsWith('/');
  return isAbsolute && !chosen.includes('\0') ? done(chosen) : failed('failed');
}

function isOnPath(name: string, folders: string): boolean {
  return folders.split(':').some((folder) => folder.startsWith('/') && isProgram(path.join(folder, name)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
