/**
 * Linux: the unit that the packages bring for systemd's user manager, which `systemctl --user enable hub` turns on by a link in the folder of a target
 * (systemd.unit(5)). Links are what decides, with and without a running manager, so that is what is read and removed here. It starts the Hub of the usual home only.
 */
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { runBounded } from '../../base/bounded-program.ts';
import { diskReason, isMissing } from '../../base/files/disk-error.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { LaunchedHub } from '../launcher.ts';
import type { AutostartFailure } from './interface.ts';

const unitName = 'hub.service';
/** Where the administrator and packages have units, whatever the environment says. */
const systemFolders: SystemFolders = {
  etc: '/etc/systemd/user',
  run: '/run/systemd/user',
  lib: ['/usr/local/lib/systemd/user', '/usr/lib/systemd/user'],
};
/** A unit of a few lines. */
const longestUnitBytes = 65_536;
const reloadedWithinMs = 3_000;
/** Of a folder: what a target wants, in every way. */
const wanting = /\.(?:wants|requires|upholds)$/;

const hubNames: ReadonlySet<string> = new Set(['hub', 'hub.js', 'hub.ts']);

export interface UserUnit {
  /** The links by which it is enabled for this user; those for everybody come last. Empty if it is off. Never rejects. */
  enabledBy(): Promise<readonly string[]>;
  /** Removes those of this user. Never rejects. */
  disable(): Promise<Outcome<null, AutostartFailure>>;
}

export interface SystemFolders {
  readonly etc: string;
  readonly run: string;
  readonly lib: readonly string[];
}
type Parts = Pick<LaunchedHub, 'env' | 'places'> & { readonly system?: SystemFolders; readonly now?: () => number };

export function userUnit({ env, places, system = systemFolders, now = Date.now }: Parts): UserUnit {
  const loaded = loadPath(env, places.userHome, system);
  const folders = loaded.map(({ folder }) => folder);
  let known: { readonly state: string; readonly looked: readonly string[]; readonly links: readonly string[] } | null = null;
  const enabledBy = async (): Promise<readonly string[]> => {
    // A folder has another time once something in it is made, renamed or removed.
    if (known !== null && (await stateOf(known.looked)).state === known.state) return known.links;
    const inFolders = await Promise.all(folders.map(readNames));
    const inAll = inFolders.flatMap((names, at) => names.map((name) => path.join(folders[at] ?? '', name)));
    const wants = inAll.filter((file) => wanting.test(file));
    const looked = [...folders, ...wants, ...inAll.filter((file) => path.basename(file) === unitName)];
    const { state, changedMs } = await stateOf(looked);
    const found = (await Promise.all(wants.map(linkIn))).filter((link) => link !== null);
    const links = found.length > 0 && (await isHub(folders)) ? found : [];
    known = now() - changedMs > settledAfterMs ? { state, looked, links } : null;
    return links;
  };
  return {
    enabledBy,
    disable: async () => {
      const links = await enabledBy();
      const ofUser = links.filter((link) => loaded.some(({ folder, isOfUser }) => isOfUser && link.startsWith(`${folder}${path.sep}`)));
      for (const link of ofUser) {
        try {
          await unlink(link);
        } catch (error) {
          if (!isMissing(error)) return failed(diskReason(error));
        }
      }
      if (ofUser.length > 0) await reload(env);
      return links.length > ofUser.length ? failed('for-everybody') : done(null);
    },
  };
}

interface LoadedFolder {
  readonly folder: string;
  readonly isOfUser: boolean;
}

/** The folders of systemd.unit(5), "Unit File Load Path", the first of which counts, without those that programs write anew at each login (generators). */
function loadPath(env: LaunchedHub['env'], userHome: string, { etc, run, lib }: SystemFolders): readonly LoadedFolder[] {
  const config = absolute(env.XDG_CONFIG_HOME) ?? path.join(userHome, '.config');
  const data = absolute(env.XDG_DATA_HOME) ?? path.join(userHome, '.local', 'share');
  const runtime = absolute(env.XDG_RUNTIME_DIR);
  const below = (folder: string | null, name: string): readonly string[] => (folder === null ? [] : [path.join(folder, 'systemd', name)]);
  const ofAll = (list: string | undefined, usual: string): readonly string[] =>
    (list || usual).split(':').flatMap((folder) => below(absolute(folder), 'user'));
  const ofUser = (all: readonly string[]): readonly LoadedFolder[] => all.map((folder) => ({ folder, isOfUser: true }));
  const ofOthers = (all: readonly string[]): readonly LoadedFolder[] => all.map((folder) => ({ folder, isOfUser: false }));
  const inOrder = [
    ...ofUser([...below(config, 'user.control'), ...below(runtime, 'user.control'), ...below(config, 'user')]),
    ...ofOthers([...ofAll(env.XDG_CONFIG_DIRS, '/etc/xdg'), etc]),
    ...ofUser(below(runtime, 'user')),
    ...ofOthers([run]),
    ...ofUser(below(data, 'user')),
    ...ofOthers([...ofAll(env.XDG_DATA_DIRS, '/usr/local/share:/usr/share'), ...lib]),
  ];
  return inOrder.filter(({ folder }, at) => inOrder.findIndex((other) => other.folder === folder) === at);
}

/** Two changes within the resolution of a disk's times are one for who compares them, so that what has just changed is not remembered. */
const settledAfterMs = 2_000;

interface FolderState {
  /** Which version of the folders and of the units in them is there. */
  readonly state: string;
  /** The last change, a Unix time in ms. */
  readonly changedMs: number;
}

/** Asks for times only, and opens no folder. */
async function stateOf(looked: readonly string[]): Promise<FolderState> {
  const facts = await Promise.all(looked.map((file) => stat(file, { bigint: true }).catch(() => null)));
  const state = facts.map((one) => (one === null ? '-' : `${one.dev}:${one.ino}:${one.ctimeNs}`)).join(' ');
  return { state, changedMs: Math.max(0, ...facts.map((one) => (one === null ? 0 : Number(one.ctimeMs)))) };
}

async function readNames(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch((): readonly string[] => [])).toSorted();
}

/** Null if this target does not want Hub. */
async function linkIn(target: string): Promise<string | null> {
  const link = path.join(target, unitName);
  return (await isLink(link)) ? link : null;
}

/** A file there is somebody's own, and stays. */
async function isLink(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null))?.isSymbolicLink() === true;
}

/** Whether the unit of that name starts Hub: another program may have one, this one may be masked (a link to /dev/null), and the package may be gone. */
async function isHub(folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const text = await tryRead(path.join(folder, unitName));
    if (text !== null) return startsHub(text);
  }
  return false;
}

/** By the command hub, or by a program such as Node with it. A word may be quoted (systemd.service(5), "Command Lines"). */
function startsHub(unit: string): boolean {
  const line = unit.split('\n').find((one) => one.startsWith('ExecStart=')) ?? '';
  const words = line.slice('ExecStart='.length).match(/"[^"]*"|[^\s"]+/g) ?? [];
  const names = words.slice(0, 3).map((word) => path.posix.basename(word.replaceAll('"', '').replace(/^[-@:+!]+/, '')));
  return [0, 1].some((at) => hubNames.has(names[at] ?? '') && words[at + 1] === 'run');
}

/** Null if there is none; empty for what is no file. */
async function tryRead(file: string): Promise<string | null> {
  try {
    const facts = await stat(file);
    return facts.isFile() && facts.size <= longestUnitBytes ? await readFile(file, 'utf8') : '';
  } catch {
    return null;
  }
}

/** A manager that outlives a log-out has read the links: it would start Hub at the next login all the same. */
async function reload(env: LaunchedHub['env']): Promise<void> {
  const runtime = absolute(env.XDG_RUNTIME_DIR);
  if (runtime === null || !existsSync(path.join(runtime, 'systemd', 'private'))) return;
  const words = ['systemctl', '--user', 'daemon-reload'];
  await runBounded({ words, env, input: new Uint8Array(), timeoutMs: reloadedWithinMs, mostOutputBytes: 0 });
}

/** A relative path in one of these variables is to be ignored (XDG Base Directory Specification). */
function absolute(folder: string | undefined): string | null {
  return folder !== undefined && path.isAbsolute(folder) ? folder : null;
}
