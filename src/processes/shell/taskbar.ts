/** The taskbar's tasks for Hub (§4.2), written at each start where they differ. A failure is logged, and is of no other consequence (§7). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode, type Log } from '../../base/log.ts';
import { actionVerbs } from '../../contract/actions.ts';
import { jumpTasks, type Launcher } from '../../domain/jump-list.ts';
import { unavailableVerbs } from '../../domain/page-view.ts';
import { jumpList } from '../../platform/jump-list/index.ts';
import type { Places } from '../../platform/locations.ts';
import { encodePng } from '../../platform/tray/icon-png.ts';
import { drawMark } from '../../platform/tray/mark.ts';

export interface TaskbarParts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  readonly log: Log;
}

const iconPx = 256;
const program = path.join(import.meta.dirname, '../../../bin/hub.ts');

/** The one entry of a user's desktop is that of the usual home: a Hub of another home leaves it alone. */
export async function publishTasks({ platform, env, places, log }: TaskbarParts): Promise<void> {
  if (env.HUB_HOME) return;
  const launcher: Launcher = {
    exePath: process.execPath,
    arguments: [program],
    workingDirectory: places.userHome,
    iconPath: path.join(places.home, 'data', 'hub.png'),
  };
  try {
    const mark = drawMark(iconPx, { form: 'watching', stroke: [15, 108, 189], background: [255, 255, 255] });
    writeFileSync(launcher.iconPath, encodePng(iconPx, mark), { mode: 0o600 });
  } catch (error) {
    log.warn('icon not written', { code: errorCode(error) });
  }
  const available = new Set(actionVerbs.filter((verb) => !unavailableVerbs.includes(verb)));
  const main = { ...launcher, title: 'Hub', toolTip: 'Watches the clipboard, keeps copies and saves them' };
  const published = await jumpList({ platform, env, userHome: places.userHome }).publish(main, jumpTasks(launcher, available));
  if (!published.ok) log.warn('taskbar tasks not written', { reason: published.reason });
}
