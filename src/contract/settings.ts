/** Pipe of the settings host: one JSON object per line each way. Documents by name, the WorkSpace catalog, and its active selection. */
import * as z from 'zod';
import { type DocumentName, documents } from './documents.ts';

const documentName = z.enum(Object.keys(documents) as [DocumentName, ...DocumentName[]]);

/** Passed through unchanged: a copy made by a schema would lose a key `__proto__`, which is an ordinary key in JSON. */
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

export const documentAnswer = z.object({ ok: z.literal(true), document: documentName, value: anyObject });

/**
 * `overridden`: `HUB_WORKSPACE` sets the WorkSpace, so a selection would change nothing. `document_broken`: the document on the disk is not valid,
 * and is not overwritten. `not_valid`: the new value is not valid.
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
export const settingsAccepted = z.object({ ok: z.literal(true) });
export const settingsRefusal = z.object({ ok: z.literal(false), error: z.enum(settingsErrors), detail: z.string().optional() });

export type SettingsResponse =
  | CatalogAnswer
  | z.infer<typeof settingsAccepted>
  | { ok: true; document: DocumentName; value: unknown }
  | { ok: false; error: SettingsError; detail?: string };
