/** The WorkSpace in force, as a command finds it with no Hub running: by the catalog, or the last good form of one that makes no sense. */
import path from 'node:path';
import { type ParseDocument, readDocument } from '../base/json-document.ts';
import { documents, type WorkspacesDocument, workspacesDocument } from '../contract/documents.ts';
import { activeWorkspace } from '../domain/workspace.ts';
import type { Places } from '../platform/locations.ts';

export function findActiveWorkspace(places: Places): string {
  const { file } = documents.workspaces;
  const { workspaceOverride: override, defaultWorkspace: defaultPath, userHome } = places;
  const loaded = [places.document(file), path.join(places.lastGood, path.basename(file))].map((at) => readDocument(at, parse));
  const catalog = loaded.find((one) => one.ok)?.value ?? workspacesDocument.parse({});
  return activeWorkspace(catalog, { override, defaultPath, userHome });
}

const parse: ParseDocument<WorkspacesDocument> = (value) => {
  const parsed = workspacesDocument.safeParse(value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, field: '', expected: '' };
};
