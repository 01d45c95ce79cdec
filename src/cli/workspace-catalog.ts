/** The WorkSpaces as commands see them, whether Hub runs or not. */
import { existsSync } from 'node:fs';
import { systemErrorName } from '../base/files/disk-error.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import { effectiveDocument } from '../configuration/effective-document.ts';
import { fallbacksOf } from '../configuration/workspace-changes.ts';
import type { HubDocument } from '../contract/documents/hub.ts';
import type { HubStatus } from '../contract/supervisor.ts';
import { activeWorkspace, listedWorkspaces } from '../domain/saving/workspace.ts';
import { withUnknownWorkspaces } from '../journal/damage/workspaces/carried-workspaces.ts';
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
 * journal knows. They are not all known if it can't be read, or while one is put aside (the detail) of which not all came over.
 */
export function savedIntoFolders(places: Places, running: HubStatus | null): Outcome<readonly string[], 'unreadable' | 'put-aside'> {
  const known = [...workspaceFolders(places), ...(running === null ? [] : [running.workspace])];
  try {
    using journal = existsSync(places.journal) ? openJournalReader({ file: places.journal, blobs: places.blobs }, () => {}) : null;
    const unknown = withUnknownWorkspaces(journal, places.journal);
    if (unknown !== null) return failed('put-aside', unknown);
    return done(journal === null ? known : [...known, ...workspacesKnown(journal)]);
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error) && systemErrorName(error) === null) throw error;
    return failed('unreadable');
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
