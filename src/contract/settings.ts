/** Pipe of the settings host: one JSON object per line each way. Documents by name, the WorkSpace catalog, and its active selection. */
import * as z from 'zod';
import { type DocumentName, documentNames } from './words/listed-words.ts';

const documentName = z.enum(documentNames);
const workspaceId = z.string().max(64);

/** Passed through unchanged: a copy made by a schema would lose a key `__proto__`, which is an ordinary key in JSON. */
const anyObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/**
 * The value of `set` is a merge patch (RFC 7396): keys that it leaves out stay, and null removes a key. With a `revision`, of `get` or of the last `set`,
 * nothing is changed if somebody else has changed the document since. `add`, `rename` and `remove` change the catalog, and no folder.
 */
export const settingsRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('catalog') }),
  z.object({ op: z.literal('select'), id: workspaceId }),
  z.object({ op: z.literal('add'), path: z.string().min(1).max(4_096), name: z.string().max(200).optional() }),
  z.object({ op: z.literal('rename'), id: workspaceId, name: z.string().trim().min(1).max(200) }),
  z.object({ op: z.literal('remove'), id: workspaceId }),
  z.object({ op: z.literal('get'), document: documentName }),
  z.object({ op: z.literal('set'), document: documentName, value: anyObject, revision: z.string().max(64).optional() }),
]);
export type SettingsRequest = z.infer<typeof settingsRequest>;

/** Why a WorkSpace is the active one: the catalog selects it, the catalog selects none, or the environment sets it. */
export const activeReason = z.enum(['selected', 'default', 'HUB_WORKSPACE']);
export type ActiveReason = z.infer<typeof activeReason>;

export const catalogAnswer = z.object({
  ok: z.literal(true),
  connection: z.object({ component: z.literal('settings_host'), version: z.string() }),
  payload: z.object({
    workspaces: z.array(z.object({ id: z.string(), name: z.string(), path: z.string(), exists: z.boolean() })),
    activeId: z.string().nullable(),
    reason: activeReason.optional(),
  }),
});
export type CatalogAnswer = z.infer<typeof catalogAnswer>;

export const documentAnswer = z.object({ ok: z.literal(true), document: documentName, value: anyObject, revision: z.string() });

/**
 * `overridden`: `HUB_WORKSPACE` sets the WorkSpace, so a selection would change nothing. `document_broken`: the document on the disk is not valid,
 * and is not overwritten. `not_valid`: the new value is not valid. `stale`: the document has another revision, which the answer has.
 */
export const settingsErrors = [
  'bad_request',
  'unknown_workspace',
  'active_workspace',
  'already_listed',
  'overridden',
  'not_a_folder',
  'not_writable',
  'document_broken',
  'not_valid',
  'stale',
  'failed',
] as const;
export type SettingsError = (typeof settingsErrors)[number];
/**
 * `id`: of an added WorkSpace. `isMissing`: its folder does not exist. `isActive`: files are saved there already. `revision`: of a document that was set
 * with one.
 */
export const settingsAccepted = z.object({
  ok: z.literal(true),
  id: z.string().optional(),
  isMissing: z.boolean().optional(),
  isActive: z.boolean().optional(),
  revision: z.string().optional(),
});
export type SettingsAccepted = z.infer<typeof settingsAccepted>;
export const settingsRefusal = z.object({
  ok: z.literal(false),
  error: z.enum(settingsErrors),
  detail: z.string().optional(),
  revision: z.string().optional(),
});

export type SettingsResponse =
  | CatalogAnswer
  | SettingsAccepted
  | { ok: true; document: DocumentName; value: unknown; revision: string }
  | { ok: false; error: SettingsError; detail?: string; revision?: string | undefined };
