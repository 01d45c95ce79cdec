/** What Hub needs of the desktop: a clipboard that answers, services on the message bus, libraries and fonts for the window. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runBounded } from '../../base/bounded-program.ts';
import { sayList } from '../../domain/language/numbers.ts';
import { say } from '../../domain/language/say.ts';
import { autostart } from '../../platform/autostart/index.ts';
import { waylandSocket } from '../../platform/clipboard/display-place.ts';
import { askWaylandClipboard } from '../../platform/clipboard/wayland/ask-wayland-clipboard.ts';
import { type Bus, openBus } from '../../platform/dbus/bus.ts';
import { listOwner } from '../../platform/launcher.ts';
import { askClipboard } from '../../platform/x11/ask-clipboard.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note } from './check.ts';
import { lookAtDisplay } from './display/display-check.ts';
import { setup } from './runtime-checks.ts';
import { type Installer, installCommand, installerOn, portalPart, type SystemPart } from './system-packages.ts';

const isLinux = process.platform === 'linux';

/** A busy machine may take this long. */
const compositorWithinMs = 3_000;

function isEmpty(): CheckFinding {
  return fine(say('is empty'), 'empty');
}

async function lookAtClipboard({ env }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (!isLinux) return [];
  const socket = waylandSocket({ waylandDisplay: env.WAYLAND_DISPLAY, runtimeFolder: env.XDG_RUNTIME_DIR });
  const shown = socket === null ? null : await askWaylandClipboard(socket, compositorWithinMs);
  if (shown === 'empty') return [isEmpty()];
  if (shown === 'shown') return [fine(say('visible to Hub through the compositor'), 'shown')];
  if (!env.DISPLAY) return [];
  const { answer } = await askClipboard(env.DISPLAY, env.XAUTHORITY);
  if (answer === 'no-display') return [];
  if (answer === 'empty') return [isEmpty()];
  if (answer === 'answers') return [fine(say('can be read'), 'readable')];
  if (answer === 'refuses')
    return [note('refuses', say('the program that copied last does not hand over its copy'), say('copy something else'))];
  return [
    failure(
      'silent',
      say('the program that copied last does not answer'),
      say('copy something else; if nothing changes, end that program'),
    ),
  ];
}

/** By the name of their process (proc(5), `comm`, at most 15 characters). Hub works beside them; both keep each copy, and both may hold the clipboard. */
// biome-ignore format: a list
const otherManagers: ReadonlySet<string> = new Set([
  'autocutsel', 'clipboard-indic', 'clipcat-daemon', 'clipcatd', 'clipit', 'clipmenud', 'clipse', 'cliphist', 'copyq', 'diodon', 'gpaste-daemon', 'greenclip',
  'klipper', 'parcellite', 'pasteboard', 'qlipper', 'wl-clip-persist', 'xfce4-clipman', 'clipman',
]);

async function lookAtOthers({ env }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (!isLinux) return [];
  const others = [...(await programNames())].filter(([, name]) => otherManagers.has(name));
  const here = await Promise.all(
    others.map(async ([pid]) => isOfDesktop(await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''), env)),
  );
  return judgeOthers(new Map(others.filter((_, index) => here[index])));
}

/**
 * Whether a program with this environment (proc(5)) is on the desktop of `env`: another one is another user's, or another session's, and has a clipboard of its
 * own. One whose environment can't be read is another user's.
 */
export function isOfDesktop(environment: string, env: NodeJS.ProcessEnv): boolean {
  const words = new Map(environment.split('\0').map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
  // The number after the dot is one of its screens.
  const display = (name: string | undefined): string => name?.replace(/\.\d+$/, '') ?? '';
  const isThere = (name: string | undefined, theirs: string | undefined): boolean =>
    display(name) !== '' && display(name) === display(theirs);
  return isThere(env.DISPLAY, words.get('DISPLAY')) || isThere(env.WAYLAND_DISPLAY, words.get('WAYLAND_DISPLAY'));
}

/** Names of running programs. A manager may consist of several processes, and is told once. */
export function judgeOthers(names: ReadonlyMap<number, string>): readonly CheckFinding[] {
  const others = [...names].filter(([, name]) => otherManagers.has(name));
  if (others.length === 0) return [fine(say('none'), 'none')];
  return [...Map.groupBy(others, ([, program]) => program)].map(([program, processes]) => {
    const pids = processes.map(([pid]) => String(pid));
    return note(
      'other-manager',
      say('{program} is running too, {count, plural, one {process} other {processes}} {pids}: it also keeps each copy', {
        program,
        count: pids.length,
        pids: sayList(pids),
      }),
      say('end it if copies appear twice or are changed: kill {pids}', { pids: pids.join(' ') }),
    );
  });
}

async function programNames(): Promise<ReadonlyMap<number, string>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const names = await Promise.all(
    pids.map(async (pid) => [Number(pid), (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()] as const),
  );
  return new Map(names);
}

const services = [
  { name: 'org.freedesktop.Notifications', word: 'no-notifications', missing: () => say('nothing shows notifications') },
  {
    name: 'org.freedesktop.portal.Desktop',
    word: 'no-portal',
    missing: () => say('there is no portal: no shortcuts on Wayland, and no system theme'),
  },
  { name: 'org.kde.StatusNotifierWatcher', word: 'no-tray', missing: () => say('no panel shows tray icons') },
] as const;
const mends: Readonly<Record<(typeof services)[number]['word'], (installer: Installer, env: CheckFacts['env']) => string>> = {
  'no-notifications': () => say('install a notification service of your desktop'),
  'no-portal': (installer, env) => installCommand(installer, ['portal', portalPart(env.XDG_CURRENT_DESKTOP)]),
  'no-tray': () => say('GNOME needs the extension “AppIndicator”; Hub works without it'),
};
const driver = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' } as const;

async function lookAtServices({ env }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (!isLinux || !(env.DISPLAY || env.WAYLAND_DISPLAY)) return [];
  const opened = await openBus('session', env);
  if (!opened.ok)
    return [
      note('no-bus', say('there is no session bus: no tray icon, no notifications, no theme'), say('start Hub in a desktop session')),
    ];
  const bus = opened.value;
  try {
    const names = [...(await namesFrom(bus, 'ListNames')), ...(await namesFrom(bus, 'ListActivatableNames'))];
    const installer = await installerOn(env.PATH);
    const missing = services
      .filter(({ name }) => !names.includes(name))
      .map(({ word, missing }) => note(word, missing(), mends[word](installer, env)));
    return missing.length > 0 ? missing : [fine(say('notifications, portal and tray are available'))];
  } finally {
    bus.close();
  }
}

async function namesFrom(bus: Bus, member: 'ListNames' | 'ListActivatableNames'): Promise<readonly unknown[]> {
  const answer = await bus.call({ ...driver, member, timeoutMs: 1_500 });
  const [names] = answer.ok ? answer.value : [];
  return Array.isArray(names) ? names : [];
}

/** As `tools/setup/system-packages.mjs` installs them. */
const libraries = { 'libwebkit2gtk-4.1.so.0': 'webkit', 'libxdo.so.3': 'xdo' } as const satisfies Record<string, SystemPart>;
const libraryFolders = ['/usr/lib', '/usr/lib64', '/lib', '/usr/local/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];

async function lookAtLibraries({ env }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (!isLinux || !(env.DISPLAY || env.WAYLAND_DISPLAY)) return [];
  const there = new Set((await Promise.all(libraryFolders.map((folder) => readdir(folder).catch(() => [])))).flat());
  const installer = await installerOn(env.PATH);
  return [judgeLibraries(there, installer), await lookAtFonts(env, installer)];
}

/** Names of the libraries that are installed. */
export function judgeLibraries(there: ReadonlySet<string>, installer: Installer): CheckFinding {
  const missing = Object.entries(libraries).filter(([name]) => !there.has(name));
  if (missing.length === 0) return fine(say('the libraries are installed'), 'libraries');
  const names = missing.map(([name]) => name).join(', ');
  const parts = missing.map(([, part]) => part);
  return failure('no-libraries', say('missing: {names}', { names }), installCommand(installer, parts));
}

async function lookAtFonts(env: CheckFacts['env'], installer: Installer): Promise<CheckFinding> {
  const asked = await runBounded({
    words: ['fc-match', '--format=%{family}', 'sans-serif'],
    env: { PATH: env.PATH, HOME: env.HOME },
    input: Buffer.alloc(0),
    timeoutMs: 2_000,
    mostOutputBytes: 4_096,
  });
  if (!asked.ok) return note('fonts-unknown', say('it is unknown whether fonts are installed'), installCommand(installer, ['fontconfig']));
  if (asked.value.output.length > 0) return fine(say('fonts are installed'), 'fonts');
  return failure('no-fonts', say('no fonts are installed: the window shows no text'), installCommand(installer, ['fonts']));
}

async function lookAtAutostart({ places, env }: CheckFacts): Promise<readonly CheckFinding[]> {
  const standing = autostart({ platform: process.platform, env, places, owner: listOwner(places, env) });
  if (standing.place === '') return [];
  const ways = await standing.ways();
  if (ways.length > 0) return [fine(ways.some(({ kind }) => kind === 'entry') ? say('on') : say('on, by systemd'), 'on')];
  return [note('off', say('off: you have to start Hub yourself'), 'hub autostart on')];
}

/** Which file of the program is the window's page. */
const page = path.join(import.meta.dirname, '../../../.runtime/page/index.html');

async function lookAtPage(): Promise<readonly CheckFinding[]> {
  const isBuilt = (await readFile(page).catch(() => null)) !== null;
  return [isBuilt ? fine(say('is built')) : failure('not-built', say('is not built'), setup())];
}

export const desktopChecks: readonly Check[] = [
  { id: 'display', title: () => say('Display'), asksDisplay: () => true, run: lookAtDisplay },
  { id: 'clipboard', title: () => say('Clipboard'), needs: 'display', asksDisplay: () => true, run: lookAtClipboard },
  { id: 'other-managers', title: () => say('Other clipboard managers'), run: lookAtOthers },
  { id: 'services', title: () => say('Desktop services'), needs: 'display', run: lookAtServices },
  { id: 'window', title: () => say('The window'), needs: 'display', run: lookAtLibraries },
  { id: 'page', title: () => say('The window’s page'), run: lookAtPage },
  { id: 'autostart', title: () => say('Autostart'), run: lookAtAutostart },
];
