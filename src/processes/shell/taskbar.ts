/** The taskbar's tasks for Hub (§4.2), written at each start where they differ. A failure is logged, and is of no other consequence (§7). */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DiskReason } from '../../base/disk.ts';
import { replaceAtomically } from '../../base/durable-file.ts';
import type { Log } from '../../base/log.ts';
import { done, type Outcome } from '../../base/outcome.ts';
import { actionVerbs } from '../../contract/actions.ts';
import { jumpTasks, type Launcher } from '../../domain/jump-list.ts';
import { unavailableVerbs } from '../../domain/page-view.ts';
import { shownPath } from '../../domain/shown-place.ts';
import { jumpList, type ListOwner } from '../../platform/jump-list/index.ts';
import type { Places } from '../../platform/locations.ts';
import { encodePng } from '../../platform/tray/icon-png.ts';
import { accent, drawMark } from '../../platform/tray/mark.ts';

export interface TaskbarParts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  readonly owner: ListOwner;
  readonly log: Log;
}

const iconPx = 256;
const program = path.join(import.meta.dirname, '../../../bin/hub.ts');

/** Each home has a list of its own, whose tasks are for the very Hub that wrote it. */
export async function publishTasks(parts: TaskbarParts): Promise<void> {
  const { platform, env, places, owner, log } = parts;
  const launcher = launcherOf(parts);
  const drawn = await drawIcon(launcher.iconPath);
  if (!drawn.ok) log.warn('icon not written', { reason: drawn.reason });
  const available = new Set(actionVerbs.filter((verb) => !unavailableVerbs.includes(verb)));
  const title = owner.key === null ? 'Hub' : `Hub (${shownPath(owner.home, places.userHome)})`;
  const main = { ...launcher, title, toolTip: 'Watches the clipboard, keeps copies and saves them' };
  const list = jumpList({ platform, env, userHome: places.userHome, owner });
  const published = await list.publish(main, jumpTasks(launcher, available));
  if (!published.ok) log.warn('taskbar tasks not written', { reason: published.reason });
}

/** Only where there is none: to draw it takes a tenth of a second. */
async function drawIcon(file: string): Promise<Outcome<null, DiskReason>> {
  if (existsSync(file)) return done(null);
  const mark = drawMark(iconPx, { form: 'watching', stroke: accent, background: [255, 255, 255] });
  return replaceAtomically(file, encodePng(iconPx, mark), 0o600);
}

/** What starts the command for this Hub: a desktop knows nothing of the variables that this one was started with. */
export function launcherOf({ platform, env, places, owner }: Omit<TaskbarParts, 'log'>): Launcher {
  const settings = {
    ...(owner.key === null ? {} : { HUB_HOME: owner.home }),
    ...(places.workspaceOverride === null ? {} : { HUB_WORKSPACE: places.workspaceOverride }),
    ...(env.HUB_BRIDGE_PORT ? { HUB_BRIDGE_PORT: env.HUB_BRIDGE_PORT } : {}),
    ...(env.HUB_WEB_PORT ? { HUB_WEB_PORT: env.HUB_WEB_PORT } : {}),
  };
  // The links of Windows have no variables, and no env(1) to set them: the program sets them itself, before anything else of it runs.
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
