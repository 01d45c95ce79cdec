/**
 * What becomes of the installer of Windows, and of a user's copies, step by step, in Wine 10 of a clean Debian 13: the first that starts Node 26. Wine
 * copies the arguments of system calls in a way that the clipboard's do not survive there, so no whole Hub is started: what is asked needs none.
 */
import { type CleanSystem, user } from './clean-system.ts';
import { expect, must, type Step, stepByStep } from './step.ts';

export interface InstallerTrial {
  readonly later: string;
  readonly earlier: string;
}

const local = `/home/${user}/wine/drive_c/users/${user}/AppData/Local`;
const program = `${local}/Programs/hub-desktop`;
const entry = `/home/${user}/wine/drive_c/users/${user}/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Hub.lnk`;
const journal = `${local}/Hub/data/hub.db`;
const run = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion';
/** Node accepts no pipe of Wine as its output. Who starts a program waits for all that it has started. */
const inWine = (line: string): string =>
  `unset HUB_BRIDGE_PORT HUB_WEB_PORT; export WINEPREFIX=~/wine WINEARCH=win64 WINEDEBUG=-all NODE_SKIP_PLATFORM_CHECK=1; ${line} > ~/said 2>&1 < /dev/null; status=$?; wineserver -w; cat ~/said; exit $status`;

/** Yields each step as it is done. */
export function tryInstaller(system: CleanSystem, { later, earlier }: InstallerTrial): Generator<Step> {
  const [laterFile, earlierFile] = [system.take(later), system.take(earlier)];
  const wine = (words: string) => system.asUser(inWine(`wine ${words}`));
  const hub = (words: string) =>
    wine(`cmd /c '${program.replace(`/home/${user}/wine/drive_c`, 'C:').replaceAll('/', '\\')}\\hub.cmd ${words}'`);
  const told = (key: string, value: string): string => wine(`reg query '${run}\\${key}' /v ${value}`).text;
  const installed = (version: string): undefined => {
    expect(told('Uninstall\\hub-desktop', 'DisplayVersion').includes(version), `the list of programs has ${version}`, '');
    const said = must(hub('--version')).text;
    // Wine complains too, of what it lacks here.
    expect(said.trim().split('\n').at(-1)?.trim() === version, `hub --version says ${version}`, said);
  };
  const nothingLeft = (): undefined => {
    for (const place of [program, entry, `${local}/hub-desktop`]) expect(!system.has(place), `${place} is gone`, '');
    expect(!told('Uninstall\\hub-desktop', 'DisplayVersion').includes('REG_SZ'), 'the list of programs has no Hub', '');
    expect(system.has(journal), 'the journal stays', '');
  };

  return stepByStep([
    ['Wine is installed', () => `${must(system.apt('install', 'wine', 'wine64')).seconds.toFixed(1)} s`],
    [
      'a folder of that name that is no Hub stays, and the installer says no',
      () => {
        must(wine('wineboot --init'));
        must(system.asUser(`mkdir -p '${program}' && touch '${program}/mine'`));
        expect(wine(`${earlierFile} /S`).status === 1, 'it ends with status 1', '');
        expect(system.has(`${program}/mine`) && !system.has(`${program}/node.exe`), 'nothing was changed', '');
        must(system.asUser(`rm -r '${program}'`));
        return undefined;
      },
    ],
    [
      'an ordinary user installs the earlier version silently',
      () => {
        const { seconds } = must(wine(`${earlierFile} /S`));
        expect(system.has(entry), 'the Start menu has Hub', '');
        return installed('0.0.9') ?? `${seconds.toFixed(1)} s`;
      },
    ],
    [
      'the command says that no Hub runs, and switches the start at login',
      () => {
        const said = hub('status');
        expect(said.status === 3 && said.text.includes('Hub is not running'), 'status 3', said.text);
        must(hub('autostart on'));
        const value = told('Run', 'hub-desktop');
        expect(/Programs\\hub-desktop\\hub-desktop\.exe"? run --hidden/.test(value), 'it starts hub-desktop.exe', value);
        // A journal stands for what a user copied.
        must(system.asUser(`mkdir -p '${local}/Hub/data' && echo copies > '${journal}'`));
        return undefined;
      },
    ],
    [
      'an upgrade takes its place, and the start at login stays on',
      () => {
        const { seconds } = must(wine(`${laterFile} /S`));
        installed('0.1.0');
        expect(told('Run', 'hub-desktop').includes('run --hidden'), 'the start at login is on', '');
        return `${seconds.toFixed(1)} s`;
      },
    ],
    [
      'a downgrade is refused',
      () => {
        expect(wine(`${earlierFile} /S`).status === 1, 'it ends with status 1', '');
        return installed('0.1.0');
      },
    ],
    [
      'the Start menu starts it without a console',
      () => {
        must(wine(`'${program}/hub-desktop.exe' config list`));
        expect(system.has(`${local}/hub-desktop/compiled`), 'Node has run: its compiled code is there', '');
        return undefined;
      },
    ],
    [
      'removed, nothing of the program is left and nothing starts it, and every copy is',
      () => {
        must(wine(`'${program}/uninstall.exe' /S`));
        expect(!told('Run', 'hub-desktop').includes('run --hidden'), 'the start at login is off', '');
        return nothingLeft();
      },
    ],
  ]);
}
