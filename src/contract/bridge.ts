/**
 * The HTTP bridge of the core (§4.1): its routes, requests and answers. One table: the server routes and validates by it, and `GET /openapi.json`
 * describes it. Paths and bodies are additive (§9): nothing here changes its meaning.
 */
import * as z from 'zod';
import { annotationChange } from './annotation.ts';
import { fileDeletions, fileReturns } from './fragment-words.ts';
import type { CounterName } from './journal.ts';
import { copyRequest, requestRoutes } from './requests.ts';
import { fragmentNumber, type Route, wellFormedString } from './routes.ts';
import { detection, fragment, sourceSnapshot } from './source-snapshot.ts';

/** The outcomes of the copies that the clipboard announced since the journal was created. `missed` ones were lost before they could be read. */
export const copyCounters = z.object({
  captured: z.int(),
  repeated: z.int(),
  concealed: z.int(),
  excluded: z.int(),
  unusable: z.int(),
  gone: z.int(),
  missed: z.int(),
} satisfies Record<CounterName, z.ZodInt>);

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

const fragmentParams = z.object({ id: fragmentNumber });
/** What all routes that do something with one fragment have in common. */
const withFragment = { params: fragmentParams, problems: ['not-found', 'unavailable'] } as const satisfies Partial<Route>;
const noBody = z.strictObject({});
const done = (description: string) => ({ 200: { description, json: z.object({ ok: z.literal(true) }) } }) as const;

/** A longer list is read page by page. */
export const mostFragmentsInList = 500;
export const mostPhrases = 20;
/** A list of fragments ends before it is longer. */
export const mostListBytes = 4 * 1024 * 1024;
/** No JSON document of the bridge is longer. */
export const mostJsonBytes = 8 * 1024 * 1024;

export const fragmentQuery = z.strictObject({
  q: z.string().max(500).optional(),
  type: z.string().max(64).optional(),
  group: z.string().max(64).optional(),
  /** Only older fragments. */
  before: fragmentNumber.optional(),
  /** Only newer fragments; without `before`, the closest ones. */
  after: fragmentNumber.optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number')
    .pipe(z.coerce.number<string>().int().min(1).max(mostFragmentsInList))
    .default(50),
  /** So many are in the answer as `first` too: the newest whose content has the words of `q` next to each other, in this order; and where some are found only by what was read in them, the newest of the others. */
  phrases: z
    .string()
    .regex(/^\d{1,2}$/, 'a whole number')
    .pipe(z.coerce.number<string>().int().max(mostPhrases))
    .optional(),
});
/**
 * The line of a found text in which it matches, and the parts of the line that do, each from and before a UTF-16 unit. `of`: the line is not of
 * the text, but this name of it, or what was read in this picture or document. Found by conditions or by its type alone, a fragment has no line.
 */
export const matchedLine = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
  of: z.enum(['title', 'tag', 'note', 'file', 'source', 'address', 'picture', 'document']).optional(),
});
export const listedFragment = fragment.extend({ match: matchedLine.optional() });
export type ListedFragment = z.infer<typeof listedFragment>;

/**
 * `next` is the `before` of the next page, or, if only `after` was given, the `after` of the next newer page; null at the end. A page may have no
 * items and a `next`, or fewer items than requested. If the list is not filtered: the number of all fragments, and the lowest and highest id.
 */
export const fragmentList = z.object({
  items: z.array(listedFragment),
  next: z.string().nullable(),
  total: z.int().optional(),
  oldest: z.string().nullable().optional(),
  newest: z.string().nullable().optional(),
  first: z.array(listedFragment).optional(),
});
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
    'Server-sent events: `source` with the snapshot, at once and after every change; `fragment` with each copied fragment that was added or changed; `selection` with each selected one; `deleted` with the id of a deleted one; `stale` if other fragments changed, and lists should be read again',
  responses: { 200: { description: 'the stream', mediaType: 'text/event-stream' } },
} as const satisfies Route;

const fragments = {
  method: 'GET',
  path: '/api/fragments',
  summary:
    'The history, newest first, without what was only selected, unless the search asks for it (`is:selected`); `q` is a search, such as `type:python since:2d word`; `next` goes into `before` (or into `after`, if only that was given)',
  query: fragmentQuery,
  responses: { 200: { description: 'a page', json: fragmentList } },
  problems: ['invalid-request', 'unavailable'],
} as const satisfies Route;

/** Values that may complete a condition of a search, folded as a search compares them; `recentApps`, the latest first, are not folded. */
export const searchValues = z.object({
  types: z.array(z.string()),
  groups: z.array(z.string()),
  apps: z.array(z.string()),
  recentApps: z.array(z.string()),
  tags: z.array(z.string()),
});
export type SearchValues = z.infer<typeof searchValues>;

const valuesOfSearch = {
  method: 'GET',
  path: '/api/search/values',
  summary: 'The types, groups and programs that occur in the history, for the conditions of a search',
  responses: { 200: { description: 'the values', json: searchValues } },
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
  summary: 'The bytes of a fragment, with their media type; with `mediaType=text/html` those of another of its `mediaTypes`',
  ...withFragment,
  query: z.strictObject({ mediaType: z.string().min(1).max(100).optional() }),
  responses: { 200: { description: 'the bytes', mediaType: '*/*' } },
} as const satisfies Route;

/** `undoUntil`: the end of the time in which it can be brought back (RFC 3339); null if it is erased. `file`: what became of its file, with `file=trash`. */
const deletedAnswer = z.object({
  ok: z.literal(true),
  undoUntil: z.iso.datetime({ offset: true }).nullable(),
  file: z.enum(fileDeletions).optional(),
});
export type DeletedAnswer = z.infer<typeof deletedAnswer>;

const deleteFragment = {
  method: 'DELETE',
  path: '/api/fragments/:id',
  summary:
    'Removes a fragment from the history; a saved file stays, or is moved to the trash with `file=trash`. It can be brought back for one minute, and is erased then; with `now=true` it is erased at once',
  ...withFragment,
  problems: ['not-found', 'on-hold', 'unavailable'],
  query: z.strictObject({ now: z.literal('true').optional(), file: z.literal('trash').optional() }),
  responses: { 200: { description: 'removed', json: deletedAnswer } },
} as const satisfies Route;

/** `file`: what became of its file, if that was moved to the trash with it. */
const undeletedAnswer = z.object({ ok: z.literal(true), file: z.enum(fileReturns).optional() });
export type UndeletedAnswer = z.infer<typeof undeletedAnswer>;

const undeleteFragment = {
  method: 'POST',
  path: '/api/fragments/:id/undelete',
  summary: 'Brings a fragment back that was deleted within the last minute, and not erased at once',
  ...withFragment,
  body: noBody,
  responses: { 200: { description: 'it is back', json: undeletedAnswer } },
} as const satisfies Route;

const annotateFragment = {
  method: 'PATCH',
  path: '/api/fragments/:id',
  summary: 'Changes what the user adds to a fragment: pin, tags, title, note; the answer is the fragment',
  ...withFragment,
  body: annotationChange,
  responses: { 200: { description: 'the fragment', json: fragment } },
} as const satisfies Route;

const copyFragment = {
  method: 'POST',
  path: '/api/fragments/:id/copy',
  summary:
    'Puts a fragment back on the clipboard, in all of its formats, or as plain text; or the text that was read in it, or a part of its text',
  ...withFragment,
  body: copyRequest,
  responses: done('it is on the clipboard'),
} as const satisfies Route;

const copyAddress = {
  method: 'POST',
  path: '/api/fragments/:id/copy-address',
  summary: "Puts the address of a fragment's source on the clipboard, as text",
  ...withFragment,
  body: noBody,
  responses: done('it is on the clipboard'),
} as const satisfies Route;

const saveFragment = {
  method: 'POST',
  path: '/api/fragments/:id/save',
  summary: 'Saves a fragment into the WorkSpace, whatever the save policy; its state shows the result',
  ...withFragment,
  body: noBody,
  responses: done('it has its file, or is queued for one'),
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
  summary: 'The description of this interface, as OpenAPI 3.1',
  responses: { 200: { description: 'the document', mediaType: 'application/json' } },
  openToBrowsers: true,
} as const satisfies Route;

const metrics = {
  method: 'GET',
  path: '/metrics',
  summary: "Metrics in Prometheus' text format",
  responses: { 200: { description: 'the metrics', mediaType: 'text/plain; version=0.0.4' } },
} as const satisfies Route;

export const bridgeRoutes = {
  health,
  saveTest,
  source,
  events,
  fragments,
  valuesOfSearch,
  oneFragment,
  fragmentContent,
  deleteFragment,
  undeleteFragment,
  annotateFragment,
  copyFragment,
  copyAddress,
  saveFragment,
  detect,
  openApi,
  metrics,
  ...requestRoutes,
} as const;
