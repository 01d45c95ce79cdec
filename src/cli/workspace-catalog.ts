/** The WorkSpaces as commands see them, whether Hub runs or not. */
import { effectiveDocument } from '../configuration/effective-document.ts';
import { fallbacksOf } from '../configuration/workspace-changes.ts';
import type { HubDocument } from '../contract/documents/hub.ts';
import { activeWorkspace, listedWorkspaces } from '../domain/saving/workspace.ts';
import type { Places } from '../platform/locations.ts';

/** The folder of the active WorkSpace. */
export function findActiveWorkspace(places: Places): string {
  return activeWorkspace(effectiveDocument(places, 'workspaces').value, fallbacksOf(places));
}

/** The folders of all WorkSpaces, and the one that saves go to if the catalog names none. */
export function workspaceFolders(places: Places): readonly string[] {
  const { workspaces } = listedWorkspaces(effectiveDocument(places, 'workspaces').value, fallbacksOf(places));
  return [...workspaces.map(({ path }) => path), places.defaultWorkspace];
}

/** The ids of all WorkSpaces. */
export function workspaceIds(places: Places): readonly string[] {
  return listedWorkspaces(effectiveDocument(places, 'workspaces').value, fallbacksOf(places)).workspaces.map(({ id }) => id);
}

/** How the index is refreshed. */
export function readHubDocument(places: Places): HubDocument {
  return effectiveDocument(places, 'hub').value;
}
