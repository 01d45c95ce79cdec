/**
 * The HTTP bridge of the core (§4.1): what it answers, and to what. One table: the server routes and validates by it, and
 * `GET /openapi.json` shows it. Paths and bodies are additive (§9): nothing here changes its meaning.
 */
import * as z from 'zod';
import { type Route, wellFormedString } from './routes.ts';
import { detection, fragment, sourceSnapshot } from './source-snapshot.ts';

/** What became of the copies that the clipboard announced since the journal was made. `missed` were lost before they could be read. */
export const copyCounters = z.object({
  captured: z.int(),
  repeated: z.int(),
  concealed: z.int(),
  excluded: z.int(),
  unusable: z.int(),
  missed: z.int(),
});

export const healthStatus = z.object({
  status: z.enum(['ok', 'degraded']),
  component: z.literal('python_core'),
  version: z.string(),
  uptimeSeconds: z.number(),
  reasons: z.array(z.string()),
  copies: copyCounters,
});
export type HealthStatus = z.infer<typeof healthStatus>;

export const testSave = z.object({ content: wellFormedString, filename: wellFormedString.max(1_000) });
export const savedAnswer = z.object({
  ok: z.literal(true),
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  duplicate: z.boolean(),
});
export type SavedAnswer = z.infer<typeof savedAnswer>;

/** A fragment's number as it stands in paths and cursors. */
const fragmentNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);
const fragmentParams = z.object({ id: fragmentNumber });

/** A longer list is asked for page by page. */
export const mostFragmentsInList = 500;

export const fragmentQuery = z.strictObject({
  q: z.string().max(500).optional(),
  type: z.string().max(64).optional(),
  group: z.string().max(64).optional(),
  before: fragmentNumber.optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number')
    .pipe(z.coerce.number<string>().int().min(1).max(mostFragmentsInList))
    .default(50),
});
export type FragmentListQuery = z.infer<typeof fragmentQuery>;
export const fragmentList = z.object({ items: z.array(fragment), next: z.string().nullable() });
export type FragmentList = z.infer<typeof fragmentList>;

export const detectRequest = z.object({ text: wellFormedString, filename: wellFormedString.max(1_000).optional() });
export const detectAnswer = z.object({ detection: detection.nullable(), embeddedFilename: z.string().nullable() });
export type DetectAnswer = z.infer<typeof detectAnswer>;

const health = {
  method: 'GET',
  path: '/api/health/status',
  summary: 'Status of the core',
  responses: { 200: { description: 'the status', json: healthStatus } },
  openToBrowsers: true,
} as const satisfies Route;

const saveTest = {
  method: 'POST',
  path: '/api/save/test',
  summary: 'Saves a text into the WorkSpace; the answer comes when the file is durable',
  body: testSave,
  responses: { 200: { description: 'the receipt', json: savedAnswer } },
  problems: ['invalid-request', 'unavailable', 'disk-full'],
} as const satisfies Route;

const source = {
  method: 'GET',
  path: '/source',
  summary: 'The source snapshot, with ETag',
  responses: { 200: { description: 'the snapshot', json: sourceSnapshot }, 304: { description: 'not changed' } },
} as const satisfies Route;

/** The data of an event `deleted`. */
export const deletedEvent = z.object({ id: z.string() });

const events = {
  method: 'GET',
  path: '/api/events',
  summary:
    'Server-sent events: `source` with the snapshot, at once and at every change; `fragment` as captures move on; `deleted` with the id of one that is gone',
  responses: { 200: { description: 'the stream', mediaType: 'text/event-stream' } },
} as const satisfies Route;

const fragments = {
  method: 'GET',
  path: '/api/fragments',
  summary: 'The history, newest first; `q` finds text, `next` goes into `before`',
  query: fragmentQuery,
  responses: { 200: { description: 'a page', json: fragmentList } },
} as const satisfies Route;

const oneFragment = {
  method: 'GET',
  path: '/api/fragments/:id',
  summary: 'One fragment',
  params: fragmentParams,
  responses: { 200: { description: 'the fragment', json: fragment } },
  problems: ['not-found'],
} as const satisfies Route;

const fragmentContent = {
  method: 'GET',
  path: '/api/fragments/:id/content',
  summary: 'The bytes of a fragment, with their media type',
  params: fragmentParams,
  responses: { 200: { description: 'the bytes', mediaType: '*/*' } },
  problems: ['not-found', 'unavailable'],
} as const satisfies Route;

const deleteFragment = {
  method: 'DELETE',
  path: '/api/fragments/:id',
  summary: 'Removes a fragment from the journal; a saved file stays',
  params: fragmentParams,
  responses: { 200: { description: 'removed', json: z.object({ ok: z.literal(true) }) } },
  problems: ['not-found'],
} as const satisfies Route;

const copyFragment = {
  method: 'POST',
  path: '/api/fragments/:id/copy',
  summary: 'Puts a fragment back on the clipboard',
  params: fragmentParams,
  body: z.strictObject({}),
  responses: { 200: { description: 'it is on the clipboard', json: z.object({ ok: z.literal(true) }) } },
  problems: ['not-found', 'unavailable'],
} as const satisfies Route;

const copyAddress = {
  method: 'POST',
  path: '/api/fragments/:id/copy-address',
  summary: 'Puts the address of where a fragment came from on the clipboard, as text',
  params: fragmentParams,
  body: z.strictObject({}),
  responses: { 200: { description: 'it is on the clipboard', json: z.object({ ok: z.literal(true) }) } },
  problems: ['not-found', 'unavailable'],
} as const satisfies Route;

const saveFragment = {
  method: 'POST',
  path: '/api/fragments/:id/save',
  summary: 'Has a fragment written into the WorkSpace, whatever the save policy; its state tells what became of that',
  params: fragmentParams,
  body: z.strictObject({}),
  responses: { 200: { description: 'it has its file, or waits for it', json: z.object({ ok: z.literal(true) }) } },
  problems: ['not-found', 'unavailable'],
} as const satisfies Route;

const detect = {
  method: 'POST',
  path: '/api/detect',
  summary: 'File type and embedded file name of a text',
  body: detectRequest,
  responses: { 200: { description: 'what was found', json: detectAnswer } },
  problems: ['unavailable'],
} as const satisfies Route;

const openApi = {
  method: 'GET',
  path: '/openapi.json',
  summary: 'This interface as OpenAPI 3.1',
  responses: { 200: { description: 'the document', mediaType: 'application/json' } },
  openToBrowsers: true,
} as const satisfies Route;

const metrics = {
  method: 'GET',
  path: '/metrics',
  summary: 'Figures in Prometheus text format',
  responses: { 200: { description: 'the figures', mediaType: 'text/plain; version=0.0.4' } },
} as const satisfies Route;

export const bridgeRoutes = {
  health,
  saveTest,
  source,
  events,
  fragments,
  oneFragment,
  fragmentContent,
  deleteFragment,
  copyFragment,
  copyAddress,
  saveFragment,
  detect,
  openApi,
  metrics,
} as const;
