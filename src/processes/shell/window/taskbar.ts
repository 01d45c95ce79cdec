/** The taskbar's tasks for Hub (§4.2), written at each start if they changed. A failure is logged, and has no other consequence (§7). */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DiskReason, diskReason } from '../../../base/files/disk-error.ts';
import { replaceAtomically } from '../../../base/files/durable-file.ts';
import type { Log } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { say } from '../../../domain/language/say.ts';
import { jumpTasks } from '../../../domain/view/jump-list.ts';
import { shownPath } from '../../../domain/view/shown-place.ts';
import { jumpList, type ListOwner } from '../../../platform/jump-list/index.ts';
import { launcherOf } from '../../../platform/launcher.ts';
import type { Places } from '../../../platform/locations.ts';

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

/** Each home has a list of its own, whose tasks are for the Hub that wrote it. */
export async function publishTasks(parts: TaskbarParts): Promise<void> {
  const { platform, env, places, owner, log } = parts;
  const launcher = launcherOf(parts);
  const icon = await putIcon(launcher.iconPath, parts.icon ?? ownIcon);
  if (!icon.ok) log.warn('icon not written', { reason: icon.reason });
  const title = owner.key === null ? 'Hub' : `Hub (${shownPath(owner.home, places.userHome)})`;
  const main = { ...launcher, title, toolTip: say('Watches the clipboard, keeps copies and saves them') };
  const list = jumpList({ platform, env, userHome: places.userHome, owner });
  const published = await list.publish(main, jumpTasks(launcher));
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
