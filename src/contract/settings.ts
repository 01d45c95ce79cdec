/** Pipe of the settings host: one JSON object a line each way. Documents by name, the WorkSpace catalog, and its active selection. */
import * as z from 'zod';
import { type DocumentName, documents } from './documents.ts';

const documentName = z.enum(Object.keys(documents) as [DocumentName, ...DocumentName[]]);

export const settingsRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('catalog') }),
  z.object({ op: z.literal('select'), id: z.string().max(64) }),
  z.object({ op: z.literal('get'), document: documentName }),
  z.object({ op: z.literal('set'), document: documentName, value: z.record(z.string(), z.unknown()) }),
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
  | { ok: false; error: 'bad_request' | 'unknown_workspace' | 'not_valid' | 'failed'; detail?: string };
