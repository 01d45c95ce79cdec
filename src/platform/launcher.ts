/** How a desktop starts this Hub: the command with the variables that identify it, because a desktop does not know them. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { installationIn } from './installation.ts';
import type { ListOwner, ShellLink } from './jump-list/interface.ts';
import { locatePlaces, type Places } from './locations.ts';
import { readSurroundings } from './surroundings.ts';

export interface LaunchedHub {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  readonly owner: ListOwner;
}

/** The program, the words before the command's own, and the variables of its Hub. */
export type Launcher = Omit<ShellLink, 'title' | 'toolTip'>;

const program = path.join(import.meta.dirname, '../../bin/hub.ts');

/** How the command is started for this Hub: a desktop does not know the variables that this one was started with. */
export function launcherOf({ platform, env, places, owner }: LaunchedHub): Launcher {
  const settings = {
    ...(owner.key === null ? {} : { HUB_HOME: owner.home }),
    ...(places.workspaceOverride === null ? {} : { HUB_WORKSPACE: places.workspaceOverride }),
    ...(env.HUB_BRIDGE_PORT ? { HUB_BRIDGE_PORT: env.HUB_BRIDGE_PORT } : {}),
    ...(env.HUB_WEB_PORT ? { HUB_WEB_PORT: env.HUB_WEB_PORT } : {}),
  };
  // Links on Windows have no variables, and no env(1) to set them: the program sets them itself, before anything else of it runs.
  const sets = platform === 'win32' && Object.keys(settings).length > 0;
  const { command } = installationIn();
  return {
    ...(command === null || sets
      ? { exePath: process.execPath, arguments: [...(sets ? ['--import', settingModule(settings)] : []), program] }
      : { exePath: command, arguments: [] }),
    environment: sets ? {} : settings,
    workingDirectory: places.userHome,
    iconPath: path.join(places.home, 'data', 'hub.png'),
  };
}

function settingModule(settings: Readonly<Record<string, string>>): string {
  return `data:text/javascript,${encodeURIComponent(`Object.assign(process.env,${JSON.stringify(settings)})`)}`;
}

export function listOwner({ home }: Places, env: LaunchedHub['env']): ListOwner {
  const usual = locatePlaces(readSurroundings({ ...env, HUB_HOME: undefined })).home;
  return { home, key: home === usual ? null : createHash('sha256').update(home).digest('hex').slice(0, 8) };
}
