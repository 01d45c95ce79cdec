/**
 * The answers of the settings host. The command gives itself the same ones while no Hub is running. A document is validated before it is written, and
 * replaced as a whole.
 */
import { DiskQuestions } from '../base/disk-questions.ts';
import { readDocument, revisionOf } from '../base/documents/json-document.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { WorkspacesDocument } from '../contract/documents/workspaces.ts';
import { type DocumentName, documents } from '../contract/documents.ts';
import {
  type SettingsAccepted,
  type SettingsError,
  type SettingsRequest,
  type SettingsResponse,
  settingsRequest,
} from '../contract/settings.ts';
import { version } from '../contract/version.ts';
import { told } from '../domain/language/say.ts';
import { listedWorkspaces, unlistedDefault } from '../domain/saving/workspace.ts';
import type { Places } from '../platform/locations.ts';
import { changeDocument, faultInWords } from './change-document.ts';
import { documentParser } from './document-parser.ts';
import { documentSchema } from './document-schema.ts';
import { presenceOf } from './folder-presence.ts';
import { mergeDocument } from './merge-document.ts';
import { addWorkspace, type CatalogParts, fallbacksOf, removeWorkspace, renameWorkspace, selectWorkspace } from './workspace-changes.ts';

export interface SettingsParts {
  readonly places: Places;
  /** Its last valid version. */
  readonly catalog: () => WorkspacesDocument;
  /** Those of this process, if others in it ask too. */
  readonly questions?: DiskQuestions;
}

type Parts = SettingsParts & CatalogParts;

/** Answers one request of the settings pipe. */
export function settingsAnswers(given: SettingsParts): (request: unknown) => Promise<SettingsResponse> {
  const parts = { ...given, questions: given.questions ?? new DiskQuestions() };
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
      return answerOf(await selectWorkspace(parts, asked.id));
    case 'add':
      return answerOf(await addWorkspace(parts, asked), (added) => added);
    case 'rename':
      return answerOf(await renameWorkspace(parts, asked));
    case 'remove':
      return answerOf(await removeWorkspace(parts, asked.id));
    case 'get':
      return read(parts.places, asked.document);
    case 'set': {
      const { revision: given } = asked;
      return answerOf(await set(parts.places, asked), (revision) => (given === undefined ? {} : { revision }));
    }
  }
}

function answerOf<Value>(
  outcome: Outcome<Value, SettingsError>,
  more: (value: Value) => Omit<SettingsAccepted, 'ok'> = () => ({}),
): SettingsResponse {
  if (outcome.ok) return { ok: true, ...more(outcome.value) };
  const { reason: error, detail } = outcome;
  if (error === 'stale') return { ok: false, error, revision: detail, detail: told('the document has changed since it was read') };
  return { ok: false, error, ...(detail === undefined ? {} : { detail }) };
}

async function catalogOf({ places, catalog, questions }: Parts): Promise<SettingsResponse> {
  const loaded = readDocument(places.document(documents.workspaces.file), documentParser('workspaces'));
  const known = loaded.ok ? loaded.value : catalog();
  const { workspaces, activeId, reason } = listedWorkspaces(known, fallbacksOf(places));
  const unlisted = unlistedDefault(known, fallbacksOf(places));
  const all = unlisted === null ? workspaces : [...workspaces, unlisted];
  const found = await presenceOf(
    questions,
    all.map(({ path }) => path),
  );
  const listed = all
    .map((workspace, position) => ({ ...workspace, exists: found[position] === 'folder' }))
    // Files may have been saved there before another one was chosen.
    .filter(({ id, exists }) => exists || id !== unlisted?.id);
  return { ok: true, connection: { component: 'settings_host', version }, payload: { workspaces: listed, activeId, reason } };
}

function read(places: Places, document: DocumentName): SettingsResponse {
  const loaded = readDocument<unknown>(places.document(documents[document].file), documentParser(document));
  if (loaded.ok) return { ok: true, document, value: loaded.value, revision: revisionOf(loaded.text) };
  return { ok: false, error: 'not_valid', detail: `${documents[document].file} ${faultInWords(loaded.fault)}` };
}

type SetRequest = Extract<SettingsRequest, { op: 'set' }>;

function set(places: Places, { document, value, revision }: SetRequest): Promise<Outcome<string, SettingsError>> {
  const change = ({ raw }: { readonly raw: Readonly<Record<string, unknown>> }): Outcome<object, SettingsError> => {
    const merged = mergeDocument(documentSchema(document), raw, value) as object;
    const why = document === 'workspaces' ? whyNoCatalog(merged, value) : null;
    return why === null ? done(merged) : failed('not_valid', why);
  };
  return changeDocument(places, document, change, revision);
}

/** What a schema cannot say of a catalog; null if nothing is wrong. An entry whose selection is not part of the change may leave without it. */
function whyNoCatalog(merged: object, patch: SetRequest['value']): string | null {
  const catalog = documents.workspaces.schema.safeParse(merged).data;
  if (catalog === undefined) return null;
  const ids = new Set(catalog.workspaces.map(({ id }) => id));
  if (ids.size < catalog.workspaces.length) return 'workspaces: two have the same id';
  if (catalog.activeId === null || ids.has(catalog.activeId) || !Object.hasOwn(patch, 'activeId')) return null;
  return ids.size === 0
    ? 'activeId: there is no WorkSpace in the catalog yet; null for the default WorkSpace'
    : `activeId: one of ${[...ids].join(', ')}; null for the default WorkSpace`;
}
