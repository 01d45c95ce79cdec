/** The taskbar's tasks for Hub (§4.2), written at each start if they changed. A failure is logged, and has no other consequence (§7). */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DiskReason, diskReason } from '../../../base/files/disk-error.ts';
import { replaceAtomically } from '../../../base/files/durable-file.ts';
import type { Log } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { actionVerbs } from '../../../contract/action-verbs.ts';
import { say } from '../../../domain/language/say.ts';
import { jumpTasks, type Launcher } from '../../../domain/view/jump-list.ts';
import { unavailableVerbs } from '../../../domain/view/page-view.ts';
import { shownPath } from '../../../domain/view/shown-place.ts';
import { jumpList, type ListOwner } from '../../../platform/jump-list/index.ts';
import { locatePlaces, type Places } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';

export interface TaskbarParts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  readonly owner: ListOwner;
  readonly log: Log;
  /** The picture of the tasks, unless the user has put another one there; Hub's own if none is named. */
  readonly icon?: string;
}

const ownIcon = path.join(import.meta.dirname, '../../../../brand/launcher.png');
const program = path.join(import.meta.dirname, '../../../../bin/hub.ts');

/** Each home has a list of its own, whose tasks are for the Hub that wrote it. */
export async function publishTasks(parts: TaskbarParts): Promise<void> {
  const { platform, env, places, owner, log } = parts;
  const launcher = launcherOf(parts);
  const icon = await putIcon(launcher.iconPath, parts.icon ?? ownIcon);
  if (!icon.ok) log.warn('icon not written', { reason: icon.reason });
  const available = new Set(actionVerbs.filter((verb) => !unavailableVerbs.includes(verb)));
  const title = owner.key === null ? 'Hub' : `Hub (${shownPath(owner.home, places.userHome)})`;
  const main = { ...launcher, title, toolTip: say('Watches the clipboard, keeps copies and saves them') };
  const list = jumpList({ platform, env, userHome: places.userHome, owner });
  const published = await list.publish(main, jumpTasks(launcher, available));
  if (!published.ok) log.warn('taskbar tasks not written', { reason: published.reason });
}

/** Only if there is none: the user may have put another picture there. */
async function putIcon(file: string, picture: string): Promise<Outcome<null, DiskReason>> {
  if (existsSync(file)) return done(null);
  let bytes: Buffer;
  try {
    bytes = await readFile(picture);
  } catch (error) {
    return failed(diskReason(error));
  }
  return replaceAtomically(file, bytes, 0o600);
}

/** How the command is started for this Hub: a desktop does not know the variables that this one was started with. */
export function launcherOf({ platform, env, places, owner }: Omit<TaskbarParts, 'log' | 'icon'>): Launcher {
  const settings = {
    ...(owner.key === null ? {} : { HUB_HOME: owner.home }),
    ...(places.workspaceOverride === null ? {} : { HUB_WORKSPACE: places.workspaceOverride }),
    ...(env.HUB_BRIDGE_PORT ? { HUB_BRIDGE_PORT: env.HUB_BRIDGE_PORT } : {}),
    ...(env.HUB_WEB_PORT ? { HUB_WEB_PORT: env.HUB_WEB_PORT } : {}),
  };
  // Links on Windows have no variables, and no env(1) to set them: the program sets them itself, before anything else of it runs.
  const sets = platform === 'win32' && Object.keys(settings).length > 0;
  return {
    exePath: process.execPath,
    arguments: [...(sets ? ['--import', settingModule(settings)] : []), program],
    environment: sets ? {} : settings,
    workingDirectory: places.userHome,
    iconPath: path.join(places.home, 'data', 'hub.png'),
  };
}

function settingModule(settings: Readonly<Record<string, string>>): string {
  return `data:text/javascript,${encodeURIComponent(`Object.assign(process.env,${JSON.stringify(settings)})`)}`;
}

export function listOwner({ home }: Places, env: Readonly<Record<string, string | undefined>>): ListOwner {
  const usual = locatePlaces(readSurroundings({ ...env, HUB_HOME: undefined })).home;
  return { home, key: home === usual ? null : createHash('sha256').update(home).digest('hex').slice(0, 8) };
}
