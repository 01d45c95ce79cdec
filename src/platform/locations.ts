/**
 * The paths of one Hub. Every path of the program comes from here, so that two Hubs with different homes never interfere. Pure: it gets the
 * environment and touches nothing.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';

export const pipeNames = ['supervisor', 'single-instance', 'settings-host', 'web-listener'] as const;
export type PipeName = (typeof pipeNames)[number];

/** What the paths depend on. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly userHome: string;
  /** Relative paths in the environment are resolved against this folder. */
  readonly workingFolder: string;
  readonly temporaryFolder: string;
  /** The uid on Unix, the SID on Windows. */
  readonly userId: string;
}

export interface Places {
  readonly home: string;
  readonly logs: string;
  readonly journal: string;
  readonly blobs: string;
  /** The database of the files in the WorkSpaces. */
  readonly index: string;
  /** The time that the clock showed last. */
  readonly clock: string;
  /** The folder of the languages that were installed for recognizing text in pictures. */
  readonly languages: string;
  /** What the indexer is at. */
  readonly indexing: string;
  /** The last valid version of each document. */
  readonly lastGood: string;
  /** The records of what retention deleted. */
  readonly retention: string;
  /** Support bundles and evidence of retention that the window has exported. */
  readonly exports: string;
  /** The digests of the saved commands that the user allowed to run. */
  readonly allowedCommands: string;
  /** The extensions of browsers that are paired, and the digests of their tokens. */
  readonly pairedExtensions: string;
  readonly run: string;
  /** A mark that exists while capture is paused. */
  readonly capturePaused: string;
  /** A mark that exists while the next copy is to be ignored. */
  readonly ignoreNext: string;
  /** What either mark becomes at its end: the current clipboard content may have been copied during the pause. The monitor removes it. */
  readonly capturePassedOver: string;
  /** The folder of the sockets; null on Windows, where pipes have no folder. */
  readonly sockets: string | null;
  /** Whether they are not in the usual folder, because the path there would be too long for a socket. */
  readonly socketsMoved: boolean;
  readonly pipe: (name: PipeName) => string;
  readonly document: (file: string) => string;
  /** The WorkSpace in `HUB_WORKSPACE`, or null if the catalog decides. */
  readonly workspaceOverride: string | null;
  /** A variable with a relative path, which would be another folder for each program: no process of Hub starts with it. Null if there is none. */
  readonly relativeVariable: RelativeVariable | null;
  readonly defaultWorkspace: string;
  readonly userHome: string;
  /** What an installed Hub keeps outside of its home, for all homes of its user: compiled code, which may be deleted at any time. */
  readonly cache: string;
}

/** Bytes that fit into `sun_path` with its NUL: 108 on Linux (unix(7)), 104 on macOS. */
const socketPathBytes = 103;

type RelativeVariable = 'HUB_HOME' | 'HUB_WORKSPACE';

/** The sentence with which every program refuses it. */
export function relativeVariableRefusal(name: RelativeVariable): string {
  return `${name} must be an absolute path`;
}

/** The paths for this system and environment. A relative `HUB_HOME` is made absolute, a relative `HUB_WORKSPACE` ignored; `relativeVariable` tells. */
export function locatePlaces(surroundings: Surroundings): Places {
  const { env, platform, userHome } = surroundings;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const home = env.HUB_HOME
    ? paths.resolve(surroundings.workingFolder, env.HUB_HOME)
    : paths.join(dataFolder(surroundings, paths), platform === 'linux' ? 'hub' : 'Hub');
  const key = createHash('sha256').update(home).digest('hex').slice(0, 8);
  const run = paths.join(home, 'run');
  const { sockets, socketsMoved } = platform === 'win32' ? { sockets: null, socketsMoved: false } : socketFolder(surroundings, key, run);
  return {
    home,
    logs: paths.join(home, 'Logs'),
    journal: paths.join(home, 'data', 'hub.db'),
    blobs: paths.join(home, 'data', 'blobs'),
    index: paths.join(home, 'data', 'index.db'),
    clock: paths.join(home, 'data', 'clock.json'),
    languages: paths.join(home, 'data', 'languages'),
    indexing: paths.join(home, 'data', 'indexing'),
    lastGood: paths.join(home, 'data', 'last-good'),
    retention: paths.join(home, 'data', 'retention'),
    exports: paths.join(home, 'exports'),
    allowedCommands: paths.join(home, 'data', 'allowed-commands.json'),
    pairedExtensions: paths.join(home, 'data', 'paired-extensions.json'),
    run,
    capturePaused: paths.join(run, 'capture-paused'),
    ignoreNext: paths.join(run, 'ignore-next-copy'),
    capturePassedOver: paths.join(run, 'capture-passed-over'),
    sockets,
    socketsMoved,
    pipe: (name) => (sockets === null ? `\\\\.\\pipe\\hub-${surroundings.userId}-${key}-${name}` : paths.join(sockets, `${name}.sock`)),
    document: (file) => paths.join(home, file),
    workspaceOverride: env.HUB_WORKSPACE && paths.isAbsolute(env.HUB_WORKSPACE) ? paths.resolve(env.HUB_WORKSPACE) : null,
    relativeVariable: (['HUB_HOME', 'HUB_WORKSPACE'] as const).find((name) => env[name] && !paths.isAbsolute(env[name])) ?? null,
    defaultWorkspace: paths.join(userHome, 'WorkSpace'),
    userHome,
    cache: cacheFolder(surroundings, paths),
  };
}

/** As the commands of all packages have it: `tools/package/desktop/launcher.ts` and, for macOS and Windows, `tools/package/formats/`. */
function cacheFolder({ env, platform, userHome }: Surroundings, paths: typeof path.posix): string {
  if (platform === 'win32') return paths.join(env.LOCALAPPDATA || paths.join(userHome, 'AppData', 'Local'), 'hub-desktop', 'compiled');
  if (platform === 'darwin') return paths.join(userHome, 'Library', 'Caches', 'hub-desktop');
  return paths.join(absolute(env.XDG_CACHE_HOME) ?? paths.join(userHome, '.cache'), 'hub-desktop');
}

function dataFolder({ env, platform, userHome }: Surroundings, paths: typeof path.posix): string {
  if (platform === 'win32') return env.LOCALAPPDATA || paths.join(userHome, 'AppData', 'Local');
  if (platform === 'darwin') return paths.join(userHome, 'Library', 'Application Support');
  return absolute(env.XDG_DATA_HOME) ?? paths.join(userHome, '.local', 'share');
}

/** The first of the session's runtime folder, the home and the temporary folder whose paths are short enough: a longer one can't be bound. */
function socketFolder(
  { env, temporaryFolder, userId }: Surroundings,
  key: string,
  run: string,
): Pick<Places, 'socketsMoved'> & { sockets: string } {
  const runtime = absolute(env.XDG_RUNTIME_DIR);
  const wanted = runtime === null ? run : path.posix.join(runtime, `hub-${key}`);
  const fits = (folder: string): boolean => Buffer.byteLength(path.posix.join(folder, 'single-instance.sock')) <= socketPathBytes;
  const sockets = [wanted, run].find(fits) ?? path.posix.join(temporaryFolder, `hub-${userId}-${key}`);
  return { sockets, socketsMoved: sockets !== wanted };
}

/** A relative path in one of the XDG variables is to be ignored (XDG Base Directory Specification). */
function absolute(folder: string | undefined): string | null {
  return folder !== undefined && path.posix.isAbsolute(folder) ? folder : null;
}
