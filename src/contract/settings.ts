/** Pipe of the settings host: one JSON object a line each way. Documents by name, the WorkSpace catalog, and its active selection. */
import * as z from 'zod';
import { type DocumentName, documents } from './documents.ts';

const documentName = z.enum(Object.keys(documents) as [DocumentName, ...DocumentName[]]);

/** Taken as it is: a copy by a schema would lose a key `__proto__`, which is a key like others in JSON. */
const anyObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

export const settingsRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('catalog') }),
  z.object({ op: z.literal('select'), id: z.string().max(64) }),
  z.object({ op: z.literal('get'), document: documentName }),
  z.object({ op: z.literal('set'), document: documentName, value: anyObject }),
]);
export type SettingsRequest = z.infer<typeof settingsRequest>;

export const catalogAnswer = z.object({
  ok: z.literal(true),
  connection: z.object({ component: z.literal('settings_host'), version: z.string() }),
  payload: z.object({
    workspaces: z.array(z.object({ id: z.string(), name: z.string(), path: z.string(), exists: z.boolean() })),
    activeId: z.string().nullable(),
  }),
});
export type CatalogAnswer = z.infer<typeof catalogAnswer>;

export type SettingsResponse =
  | CatalogAnswer
  | { ok: true }
  | { ok: true; document: DocumentName; value: unknown }
  | { ok: false; error: SettingsError; detail?: string };

/**
 * `overridden`: `HUB_WORKSPACE` names the WorkSpace, and a selection would change nothing. `document_broken`: the document on the disk makes no
 * sense, and is not written over; `not_valid`: what is to be written makes none.
 */
export const settingsErrors = [
  'bad_request',
  'unknown_workspace',
  'overridden',
  'not_a_folder',
  'document_broken',
  'not_valid',
  'failed',
] as const;
export type SettingsError = (typeof settingsErrors)[number];
