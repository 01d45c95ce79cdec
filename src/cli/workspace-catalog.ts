/** The WorkSpaces as commands see them, whether Hub runs or not. */
import path from 'node:path';
import { type ParseDocument, readDocument } from '../base/documents/json-document.ts';
import { type WorkspacesDocument, workspacesDocument } from '../contract/documents/workspaces.ts';
import { documents } from '../contract/documents.ts';
import { activeWorkspace, listedWorkspaces, type WorkspaceFallbacks } from '../domain/saving/workspace.ts';
import type { Places } from '../platform/locations.ts';

/** The folder of the active WorkSpace. */
export function findActiveWorkspace(places: Places): string {
  return activeWorkspace(readCatalog(places), fallbacksOf(places));
}

/** The ids of all WorkSpaces. */
export function workspaceIds(places: Places): readonly string[] {
  return listedWorkspaces(readCatalog(places), fallbacksOf(places)).workspaces.map(({ id }) => id);
}

function readCatalog(places: Places): WorkspacesDocument {
  const { file } = documents.workspaces;
  const loaded = [places.document(file), path.join(places.lastGood, path.basename(file))].map((at) => readDocument(at, parse));
  return loaded.find((one) => one.ok)?.value ?? workspacesDocument.parse({});
}

function fallbacksOf({ workspaceOverride: override, defaultWorkspace: defaultPath, userHome }: Places): WorkspaceFallbacks {
  return { override, defaultPath, userHome };
}

const parse: ParseDocument<WorkspacesDocument> = (value) => {
  const parsed = workspacesDocument.safeParse(value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, field: '', expected: '' };
};
