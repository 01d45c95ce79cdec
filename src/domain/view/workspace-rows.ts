/** The WorkSpaces for the window, and the one in use. */
import type { WorkspaceRow } from '../../contract/page-rows/workspace-commands.ts';
import type { PageView } from '../../contract/shell-page.ts';
import type { WorkspaceSnapshot } from '../../contract/window-snapshot.ts';
import { say } from '../language/say.ts';
import { isMissing } from '../saving/save-trouble.ts';
import { shownPath } from './shown-place.ts';

interface KnownWorkspaces {
  /** Null until the settings host has answered. */
  readonly catalog: WorkspaceSnapshot['payload'] | null;
  readonly workspacePath: string;
  readonly recent: Parameters<typeof isMissing>[0] | null;
}

/** Its path is shown with `~`. */
export function workspaceOf({ catalog, workspacePath }: KnownWorkspaces, userHome: string): PageView['workspace'] {
  const active = catalog?.workspaces.find(({ path }) => path === workspacePath);
  return { name: active?.name ?? 'WorkSpace', path: shownPath(workspacePath, userHome) };
}

/**
 * The catalog, plus the folder in use if the catalog lacks it, because it is older than a change of the selection or was never received. For the
 * active folder, the last save may know earlier than the catalog that it is missing.
 */
export function workspaceRows({ catalog, workspacePath, recent }: KnownWorkspaces, userHome: string): readonly WorkspaceRow[] {
  const isThere = !isMissing(recent ?? []);
  const rows = (catalog?.workspaces ?? []).map(({ id, name, path, exists }) => {
    const isActive = path === workspacePath;
    return { id, name, path: shownPath(path, userHome), exists: exists && (isThere || !isActive), isActive };
  });
  if (rows.some(({ isActive }) => isActive)) return rows;
  return [{ id: '', name: 'WorkSpace', path: shownPath(workspacePath, userHome), exists: isThere, isActive: true }, ...rows];
}

/** Why no other can be chosen. */
export const fixedWorkspace = () =>
  say('The environment variable HUB_WORKSPACE sets where this Hub saves. To choose another WorkSpace here, start Hub without it.');
