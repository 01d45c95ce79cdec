/** Which WorkSpace is active, and the list of all. */
import type { WorkspacesDocument } from '../../contract/documents/workspaces.ts';
import type { ActiveReason } from '../../contract/settings.ts';

export interface WorkspaceFallbacks {
  /** `HUB_WORKSPACE`, which overrides the catalog. */
  readonly override: string | null;
  readonly defaultPath: string;
  readonly userHome: string;
}

type Listed = { readonly id: string; readonly name: string; readonly path: string };

/** The folder of the active WorkSpace, `~` resolved. The catalog's choice, unless it names none that the catalog has, or that is a path here. */
export function activeWorkspace(catalog: WorkspacesDocument, fallbacks: WorkspaceFallbacks): string {
  return fallbacks.override ?? chosenOf(catalog, fallbacks.userHome)?.path ?? fallbacks.defaultPath;
}

/**
 * Where a save belongs that was copied for the WorkSpace `path`: there, also while another one is active. If that is no WorkSpace any more, because its
 * entry was removed or has another folder now, it belongs into the active one. `catalog` is null while it is not known: then none was removed.
 */
export function belongsInto(path: string, catalog: WorkspacesDocument | null, fallbacks: WorkspaceFallbacks): string {
  if (catalog === null) return path;
  const { override, defaultPath, userHome } = fallbacks;
  const known = [override, defaultPath, ...catalog.workspaces.map((one) => workspacePath(one.path, userHome))];
  return known.includes(path) ? path : activeWorkspace(catalog, fallbacks);
}

/** The catalog with every path resolved, and always with the active one: if the catalog does not have it, it comes first. */
export function listedWorkspaces(
  catalog: WorkspacesDocument,
  fallbacks: WorkspaceFallbacks,
): { readonly workspaces: readonly Listed[]; readonly activeId: string; readonly reason: ActiveReason } {
  const { override, userHome } = fallbacks;
  const workspaces = catalog.workspaces.map(({ id, name, path }) => ({ id, name, path: workspacePath(path, userHome) ?? path }));
  const inForce = activeWorkspace(catalog, fallbacks);
  const chosen = override === null ? chosenOf(catalog, userHome) : workspaces.find(({ path }) => path === inForce);
  const reason = override === null ? (chosen ? 'selected' : 'default') : 'HUB_WORKSPACE';
  if (chosen) return { workspaces, activeId: chosen.id, reason };
  const added = { id: addedId(catalog, fallbacks), name: nameOf(inForce), path: inForce };
  return { workspaces: [added, ...workspaces], activeId: added.id, reason };
}

/** The default one, if it is neither active nor in the catalog: it can be selected all the same. */
export function unlistedDefault(catalog: WorkspacesDocument, fallbacks: WorkspaceFallbacks): Listed | null {
  const { override, defaultPath: path } = fallbacks;
  const { workspaces } = listedWorkspaces(catalog, fallbacks);
  return override !== null || workspaces.some((one) => one.path === path)
    ? null
    : { id: addedId(catalog, fallbacks), name: nameOf(path), path };
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** The id of an active one that the catalog does not have: `override`, `default`, or that with a number where the catalog's own is called so. */
export function addedId({ workspaces }: WorkspacesDocument, { override }: WorkspaceFallbacks): string {
  const base = override === null ? 'default' : 'override';
  const taken = new Set(workspaces.map(({ id }) => id));
  let id: string = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return id;
}

/** An id for a new entry, from its name: `work-2` if there is a `work`. */
export function newWorkspaceId(name: string, { workspaces }: WorkspacesDocument): string {
  const words =
    name
      .slice(0, 200) // normalizing takes time quadratic in a run of marks
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const base = words.join('-').slice(0, 40) || 'workspace';
  // The two that an active WorkSpace gets which the catalog does not have.
  const taken = new Set(['default', 'override', ...workspaces.map(({ id }) => id)]);
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return id;
}

/** A path of the catalog with `~` for the home of the user; null where it is no absolute path on this system (`C:\ws` on Linux). */
export function workspacePath(path: string, userHome: string): string | null {
  const resolved = path.replace(/^~(?=[\\/]|$)/, () => userHome);
  const isAbsolute = userHome.startsWith('/') ? resolved.startsWith('/') : /^(?:[A-Za-z]:[\\/]|[\\/]{2})/.test(resolved);
  return isAbsolute ? resolved : null;
}

function chosenOf({ workspaces, activeId }: WorkspacesDocument, userHome: string): Listed | null {
  const chosen = workspaces.find(({ id }) => id === activeId);
  const path = chosen && workspacePath(chosen.path, userHome);
  return chosen && path ? { id: chosen.id, name: chosen.name, path } : null;
}
