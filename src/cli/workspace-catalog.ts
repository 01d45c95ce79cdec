/** The WorkSpaces as commands see them, whether Hub runs or not. */
import { existsSync } from 'node:fs';
import { systemErrorName } from '../base/files/disk-error.ts';
import { effectiveDocument } from '../configuration/effective-document.ts';
import { fallbacksOf } from '../configuration/workspace-changes.ts';
import type { HubDocument } from '../contract/documents/hub.ts';
import type { HubStatus } from '../contract/supervisor.ts';
import { activeWorkspace, listedWorkspaces } from '../domain/saving/workspace.ts';
import { workspacesKnown } from '../journal/fragments/receipts.ts';
import { openJournalReader } from '../journal/journal.ts';
import { isJournalUnavailable } from '../journal/writing/write-failure.ts';
import type { Places } from '../platform/locations.ts';
import { whyUnusable } from './history/journal-access.ts';

/** The folder of the active WorkSpace. */
export function findActiveWorkspace(places: Places): string {
  return activeWorkspace(effectiveDocument(places, 'workspaces').value, fallbacksOf(places));
}

/** The folders of all WorkSpaces, and the one that saves go to if the catalog names none. */
function workspaceFolders(places: Places): readonly string[] {
  const { workspaces } = listedWorkspaces(effectiveDocument(places, 'workspaces').value, fallbacksOf(places));
  return [...workspaces.map(({ path }) => path), places.defaultWorkspace];
}

/**
 * The folders that files may have been saved into: those of the catalog, that of the running Hub, which another environment may have given it, and those that the
 * journal knows. Null if the journal can't be read, so that they are not all known.
 */
export function savedIntoFolders(places: Places, running: HubStatus | null): readonly string[] | null {
  const known = [...workspaceFolders(places), ...(running === null ? [] : [running.workspace])];
  if (!existsSync(places.journal)) return known;
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    return [...known, ...workspacesKnown(journal)];
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error) && systemErrorName(error) === null) throw error;
    return null;
  }
}

/** The ids of all WorkSpaces. */
export function workspaceIds(places: Places): readonly string[] {
  return listedWorkspaces(effectiveDocument(places, 'workspaces').value, fallbacksOf(places)).workspaces.map(({ id }) => id);
}

/** How the index is refreshed. */
export function readHubDocument(places: Places): HubDocument {
  return effectiveDocument(places, 'hub').value;
}
