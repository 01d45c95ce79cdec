/** The WorkSpaces as commands see them, whether Hub runs or not. */
import path from 'node:path';
import { readDocument } from '../base/documents/json-document.ts';
import { documentParser } from '../configuration/document-parser.ts';
import type { HubDocument } from '../contract/documents/hub.ts';
import type { WorkspacesDocument } from '../contract/documents/workspaces.ts';
import { type DocumentName, type DocumentValue, documents } from '../contract/documents.ts';
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

/** How the index is refreshed. */
export function readHubDocument(places: Places): HubDocument {
  return readOrDefault(places, 'hub');
}

function readCatalog(places: Places): WorkspacesDocument {
  return readOrDefault(places, 'workspaces');
}

/** The document, else its last valid version, else its defaults. */
function readOrDefault<Name extends DocumentName>(places: Places, name: Name): DocumentValue<Name> {
  const { file, schema } = documents[name];
  const files = [places.document(file), path.join(places.lastGood, path.basename(file))];
  const valid = files.map((at) => readDocument(at, documentParser(name))).find((one) => one.ok);
  return valid?.value ?? (schema.parse({}) as DocumentValue<Name>);
}

function fallbacksOf({ workspaceOverride: override, defaultWorkspace: defaultPath, userHome }: Places): WorkspaceFallbacks {
  return { override, defaultPath, userHome };
}
