/** The bridge's routes that read the index of the WorkSpaces. `hub index --json` has the same answers, and reads the database itself. */
import * as z from 'zod';
import { type Route, wellFormedString } from './routes.ts';

/** What the index holds, and what its last refresh did. Times are Unix times in ms. */
export const indexStatus = z.object({
  bytes: z.int(),
  run: z
    .object({
      requestId: z.int(),
      state: z.enum(['running', 'complete', 'stopped', 'failed']),
      workspaceId: z.string().nullable(),
      seen: z.int(),
      indexed: z.int(),
      expected: z.int().nullable(),
      isIdleKnown: z.boolean().nullable(),
      startedAtMs: z.int(),
      endedAtMs: z.int().nullable(),
    })
    .nullable(),
  watch: z.object({ watched: z.int(), unwatched: z.int() }).nullable(),
  scheduledAtMs: z.int().nullable(),
  workspaces: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      files: z.int(),
      textBytes: z.int(),
      refreshedAtMs: z.int().nullable(),
      condition: z.enum(['no-folder', 'not-connected', 'no-answer', 'too-many-files', 'crashed']).nullable(),
    }),
  ),
});

/** `index` is null if there is none yet. */
export const indexStatusAnswer = z.object({ ok: z.literal(true), index: indexStatus.nullable() });
export type IndexStatusAnswer = z.infer<typeof indexStatusAnswer>;

const readIndexStatus = {
  method: 'GET',
  path: '/api/index',
  summary: 'What the index of the WorkSpaces holds, and what its last refresh did',
  responses: { 200: { description: 'the status', json: indexStatusAnswer } },
  problems: ['unavailable'],
} as const satisfies Route;

/** A path that is not UTF-8 has `\xE9` for each such byte. `fragmentId`: the copy that Hub saved there. */
export const indexedFile = z.object({
  path: z.string(),
  name: z.string(),
  size: z.int(),
  typeId: z.string().nullable(),
  group: z.string().nullable(),
  workspaceId: z.string(),
  earlierPaths: z.array(z.string()),
  modifiedAt: z.iso.datetime({ offset: true }),
  firstSeenAt: z.iso.datetime({ offset: true }),
  fragmentId: z.string().nullable(),
});
export type ShownFile = z.infer<typeof indexedFile>;
export const foundFiles = z.object({ items: z.array(indexedFile) });

const mostFiles = 500;

const searchIndex = {
  method: 'GET',
  path: '/api/index/search',
  summary: 'Files of the WorkSpaces that contain all words of `q`: first those that have them in their name',
  query: z.strictObject({
    q: wellFormedString.max(1_000),
    limit: z
      .string()
      .regex(/^\d{1,9}$/, 'a whole number')
      .pipe(z.coerce.number<string>().int().min(1).max(mostFiles))
      .default(20),
  }),
  responses: { 200: { description: 'the files', json: foundFiles } },
  problems: ['invalid-request', 'not-found', 'unavailable'],
} as const satisfies Route;

export const indexRoutes = { readIndexStatus, searchIndex } as const;
