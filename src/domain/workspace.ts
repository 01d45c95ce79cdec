/** Which WorkSpace is the active one. */
import type { WorkspacesDocument } from '../contract/documents.ts';

export interface WorkspaceFallbacks {
  /** `HUB_WORKSPACE`, which goes before the catalog. */
  readonly override: string | null;
  readonly defaultPath: string;
  readonly userHome: string;
}

/** The folder of the active WorkSpace, `~` resolved. The catalog's choice, unless it names none that the catalog has. */
export function activeWorkspace(catalog: WorkspacesDocument, { override, defaultPath, userHome }: WorkspaceFallbacks): string {
  if (override !== null) return override;
  const chosen = catalog.workspaces.find((workspace) => workspace.id === catalog.activeId);
  if (chosen === undefined) return defaultPath;
  return chosen.path.replace(/^~(?=[\\/]|$)/, () => userHome);
}
