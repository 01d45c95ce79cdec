/** The answers of the settings host. A document is checked before it is written, and replaced whole. */
import { mkdirSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { replaceAtomically } from '../../base/durable-file.ts';
import { readDocument } from '../../base/json-document.ts';
import { type DocumentName, documents, type WorkspacesDocument } from '../../contract/documents.ts';
import { type SettingsRequest, type SettingsResponse, settingsRequest } from '../../contract/settings.ts';
import { version } from '../../contract/version.ts';
import type { Places } from '../../platform/locations.ts';
import { documentParser } from '../documents.ts';

export interface SettingsParts {
  readonly places: Places;
  readonly catalog: () => WorkspacesDocument;
}

/** Answers one request of the settings pipe. */
export function settingsAnswers(parts: SettingsParts): (request: unknown) => Promise<SettingsResponse> {
  let turn: Promise<unknown> = Promise.resolve();
  return (request) => {
    const parsed = settingsRequest.safeParse(request);
    if (!parsed.success) return Promise.resolve({ ok: false, error: 'bad_request' });
    // One after the other, whoever asks: a selection is a reading and a writing.
    const answered = turn.then(() => answer(parts, parsed.data));
    turn = answered.catch(() => {});
    return answered;
  };
}

async function answer(parts: SettingsParts, asked: SettingsRequest): Promise<SettingsResponse> {
  switch (asked.op) {
    case 'catalog':
      return catalogOf(parts);
    case 'select':
      return select(parts, asked.id);
    case 'get':
      return read(parts.places, asked.document);
    case 'set':
      return write(parts.places, asked.document, asked.value);
  }
}

async function select(parts: SettingsParts, id: string): Promise<SettingsResponse> {
  const catalog = catalogNow(parts);
  if (!catalog.workspaces.some((workspace) => workspace.id === id)) return { ok: false, error: 'unknown_workspace' };
  return write(parts.places, 'workspaces', { ...catalog, activeId: id });
}

/** As it stands on the disk; as it last made sense where that does not. */
function catalogNow({ places, catalog }: SettingsParts): WorkspacesDocument {
  const loaded = readDocument(places.document(documents.workspaces.file), documentParser('workspaces'));
  return loaded.ok ? loaded.value : catalog();
}

function catalogOf(parts: SettingsParts): SettingsResponse {
  const { workspaces, activeId } = catalogNow(parts);
  const entries = workspaces.map(({ id, name, path }) => {
    const folder = path.replace(/^~(?=[\\/]|$)/, () => parts.places.userHome);
    return { id, name, path: folder, exists: isFolder(folder) };
  });
  return { ok: true, connection: { component: 'settings_host', version }, payload: { workspaces: entries, activeId } };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // missing, or behind a folder that we may not enter
  }
}

function read(places: Places, document: DocumentName): SettingsResponse {
  const loaded = readDocument<unknown>(places.document(documents[document].file), documentParser(document));
  if (loaded.ok) return { ok: true, document, value: loaded.value };
  return { ok: false, error: 'not_valid', detail: loaded.fault.reason };
}

async function write(places: Places, document: DocumentName, value: object): Promise<SettingsResponse> {
  const parsed = documentParser(document)(value);
  if (!parsed.ok) return { ok: false, error: 'not_valid', detail: `${parsed.field}: ${parsed.expected}` };
  const file = places.document(documents[document].file);
  mkdirSync(nodePath.dirname(file), { recursive: true, mode: 0o700 });
  const written = await replaceAtomically(file, Buffer.from(`${JSON.stringify(value, null, 2)}\n`), 0o600);
  return written.ok ? { ok: true } : { ok: false, error: 'failed', detail: written.reason };
}
