/** The answers of the settings host. A document is validated before it is written, and replaced as a whole. */
import * as z from 'zod';
import { readDocument } from '../../base/documents/json-document.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { documentParser } from '../../configuration/document-parser.ts';
import type { WorkspacesDocument } from '../../contract/documents/workspaces.ts';
import { type DocumentName, documents } from '../../contract/documents.ts';
import { type SettingsError, type SettingsRequest, type SettingsResponse, settingsRequest } from '../../contract/settings.ts';
import { version } from '../../contract/version.ts';
import { addedId, listedWorkspaces, type WorkspaceFallbacks, workspacePath } from '../../domain/saving/workspace.ts';
import type { Places } from '../../platform/locations.ts';
import { changeDocument, faultInWords } from './change-document.ts';
import { FolderPresence } from './folder-presence.ts';
import { type KnownKeys, keepUnknown } from './keep-unknown-keys.ts';

export interface SettingsParts {
  readonly places: Places;
  /** Its last valid version. */
  readonly catalog: () => WorkspacesDocument;
}

interface Parts extends SettingsParts {
  readonly presence: FolderPresence;
}

/** Answers one request of the settings pipe. */
export function settingsAnswers(given: SettingsParts): (request: unknown) => Promise<SettingsResponse> {
  const parts = { ...given, presence: new FolderPresence() };
  let turn: Promise<unknown> = Promise.resolve();
  return (request) => {
    const parsed = settingsRequest.safeParse(request);
    if (!parsed.success) return Promise.resolve({ ok: false, error: 'bad_request' });
    // One at a time, whoever asks: a selection reads and then writes.
    const answered = turn.then(() => answer(parts, parsed.data));
    turn = answered.catch(() => {});
    return answered;
  };
}

async function answer(parts: Parts, asked: SettingsRequest): Promise<SettingsResponse> {
  switch (asked.op) {
    case 'catalog':
      return catalogOf(parts);
    case 'select':
      return answerOf(await select(parts, asked.id));
    case 'get':
      return read(parts.places, asked.document);
    case 'set':
      return answerOf(await set(parts.places, asked.document, asked.value));
  }
}

function answerOf(outcome: Outcome<null, SettingsError>): SettingsResponse {
  if (outcome.ok) return { ok: true };
  return { ok: false, error: outcome.reason, ...(outcome.detail === undefined ? {} : { detail: outcome.detail }) };
}

/** A selection that would change nothing is refused: `HUB_WORKSPACE` takes precedence. */
async function select({ places, presence }: Parts, id: string): Promise<Outcome<null, SettingsError>> {
  return changeDocument(places, 'workspaces', async ({ raw, value }) => {
    const { workspaces, activeId } = listedWorkspaces(value, fallbacksOf(places));
    const [chosen, another] = workspaces.filter((workspace) => workspace.id === id);
    if (another !== undefined) return failed('not_valid', 'workspaces: more than one has this id');
    const isAdded = id === addedId(value, fallbacksOf(places));
    const isDefault = id === addedId(value, { ...fallbacksOf(places), override: null });
    if (chosen === undefined && !isAdded && !isDefault) return failed('unknown_workspace');
    if (places.workspaceOverride !== null && id !== activeId)
      return failed('overridden', 'HUB_WORKSPACE sets the WorkSpace of this Hub; start Hub without it to choose one');
    if (isAdded) return done(places.workspaceOverride === null ? { ...raw, activeId: null } : raw);
    if (chosen === undefined || workspacePath(chosen.path, places.userHome) === null)
      return failed('not_valid', 'workspaces: its path is not absolute on this system');
    // A missing folder is created by the first save, or waits for its drive.
    if ((await presence.of([chosen.path]))[0] === 'no-folder') return failed('not_a_folder', 'a file is in the place of its folder');
    return done(places.workspaceOverride === null ? { ...raw, activeId: id } : raw);
  });
}

async function catalogOf({ places, catalog, presence }: Parts): Promise<SettingsResponse> {
  const loaded = readDocument(places.document(documents.workspaces.file), documentParser('workspaces'));
  const { workspaces, activeId } = listedWorkspaces(loaded.ok ? loaded.value : catalog(), fallbacksOf(places));
  const found = await presence.of(workspaces.map(({ path }) => path));
  const listed = workspaces.map((workspace, position) => ({ ...workspace, exists: found[position] === 'folder' }));
  return { ok: true, connection: { component: 'settings_host', version }, payload: { workspaces: listed, activeId } };
}

function fallbacksOf({ workspaceOverride, defaultWorkspace, userHome }: Places): WorkspaceFallbacks {
  return { override: workspaceOverride, defaultPath: defaultWorkspace, userHome };
}

function read(places: Places, document: DocumentName): SettingsResponse {
  const loaded = readDocument<unknown>(places.document(documents[document].file), documentParser(document));
  if (loaded.ok) return { ok: true, document, value: loaded.value };
  return { ok: false, error: 'not_valid', detail: faultInWords(loaded.fault) };
}

function set(places: Places, document: DocumentName, value: object): Promise<Outcome<null, SettingsError>> {
  return changeDocument(places, document, ({ raw }) => {
    // The keys of a file, in which those with a default may be missing.
    const known = z.toJSONSchema(documents[document].schema, { io: 'input' }) as KnownKeys;
    const kept = keepUnknown(known, raw, value) as object;
    return document === 'workspaces' && hasDoubledId(kept) ? failed('not_valid', 'workspaces: two have the same id') : done(kept);
  });
}

function hasDoubledId(value: { readonly workspaces?: unknown }): boolean {
  const entries = documents.workspaces.schema.safeParse(value).data?.workspaces ?? [];
  return new Set(entries.map(({ id }) => id)).size < entries.length;
}
