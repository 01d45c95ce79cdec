/** The jump list of this system. */
import { failed } from '../../base/outcome.ts';
import { ownDataFolder } from '../programs/data-folders.ts';
import { appkitDock } from './appkit-dock.ts';
import type { JumpList, ListOwner } from './interface.ts';
import { desktopJumpList } from './linux.ts';
import { dockJumpList } from './macos.ts';
import { claimAppId, windowsJumpList } from './windows.ts';

export type * from './interface.ts';
export { entryName, programName, programOf } from './interface.ts';

export interface JumpListSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly owner: ListOwner;
}

/** This system's list. */
export function jumpList({ platform, env, userHome, owner }: JumpListSurroundings): JumpList {
  if (platform === 'linux') return desktopJumpList(ownDataFolder(env, userHome), owner);
  if (platform === 'win32') return windowsJumpList(owner.key);
  if (platform === 'darwin') return dockJumpList(appkitDock);
  return { publish: async () => failed('unsupported') };
}

/**
 * Tells the system that the windows of this process belong to that Hub (`ListOwner.key`). Call before any window; true if the system needs nothing.
 */
export function claimWindows(platform: NodeJS.Platform, key: string | null): boolean {
  return platform === 'win32' ? claimAppId(key) : true;
}
