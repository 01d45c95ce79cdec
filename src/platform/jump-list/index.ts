/** The jump list of this system. */
import path from 'node:path';
import { failed } from '../../base/outcome.ts';
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
  if (platform === 'linux') return desktopJumpList(dataHome(env.XDG_DATA_HOME, userHome), owner);
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

/** A relative path in one of the XDG variables is to be ignored (XDG Base Directory Specification). */
function dataHome(told: string | undefined, userHome: string): string {
  return told !== undefined && path.posix.isAbsolute(told) ? told : path.posix.join(userHome, '.local', 'share');
}
