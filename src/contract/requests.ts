/**
 * The bridge's routes for several fragments at once, those of the index of the WorkSpaces, and those that ask another process for something: the settings
 * host to refresh the index, the monitor to keep what is on the clipboard. `hub index --json` has the same answers as the reading routes, and reads the database itself.
 */
import * as z from 'zod';
import { extractionRoutes } from './extraction/extraction-routes.ts';
import { tableForms, textSpan } from './extraction/structured-text.ts';
import { fileDeletions, fileReturns, mostSelected } from './fragment-words.ts';
import { goneReasons, missedReasons } from './journal.ts';
import { fragmentNumber, type Route, wellFormedString } from './routes.ts';
import { fragment } from './source-snapshot.ts';

/** Of a copy, what is put on the clipboard. */
export const copyRequest = z.strictObject({
  plain: z.boolean().optional(),
  /** Its plain text also becomes what a middle click pastes (PRIMARY on X11), which is what xterm pastes by keys too. */
  selected: z.boolean().optional(),
  /** The clipboard is left alone while it has this copy from its own program, which may offer forms that Hub has not. */
  unlessPresent: z.boolean().optional(),
  /** Instead, the text that was read in this picture, or in this one of the copied files (from 0 on). */
  extracted: z.int().min(0).optional(),
  /** Only this part of the text, as far as the fragment has it; with `extracted`, of that one. */
  span: textSpan.optional(),
  /** With `span`: the table in that part, in this form. */
  as: z.enum(tableForms).optional(),
});

/** `requestId` appears in the status of the index (`request`) once the refresh has begun. */
export const indexRequestAnswer = z.object({ ok: z.literal(true), requestId: z.int() });

const refreshIndex = {
  method: 'POST',
  path: '/api/index/refresh',
  summary: 'Refreshes the index of all WorkSpaces, or of one; the answer comes at once',
  body: z.strictObject({ workspaceId: z.string().max(64).optional() }),
  responses: { 200: { description: 'passed on', json: indexRequestAnswer } },
} as const satisfies Route;

const stopIndex = {
  method: 'POST',
  path: '/api/index/stop',
  summary: 'Stops the refresh of the index that is under way',
  body: z.strictObject({}),
  responses: { 200: { description: 'passed on', json: indexRequestAnswer } },
} as const satisfies Route;

const keptAnswer = z
  .object({ ok: z.literal(true), id: z.string() })
  .extend(fragment.pick({ state: true, reason: true, savedPath: true }).shape);
export type KeptAnswer = z.infer<typeof keptAnswer>;

const keepFragment = {
  method: 'POST',
  path: '/api/fragments/:id/keep',
  summary: 'Keeps a copy that the content filter did not keep, while it is still on the clipboard',
  params: z.object({ id: fragmentNumber }),
  body: z.strictObject({}),
  responses: { 200: { description: 'it is in the history, as this fragment, and what became of it within two seconds', json: keptAnswer } },
  problems: ['not-found', 'not-kept', 'gone', 'unavailable'],
} as const satisfies Route;

const { params: _, ...keeping } = keepFragment;
const keepClipboard = {
  ...keeping,
  path: '/api/keep',
  summary: 'Keeps what is on the clipboard and was not kept',
} as const satisfies Route;

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

/** `missed` and `gone` count all since the journal was created, `dismissed` those missed ones that warn no more; `items` are the last of both, newest first. */
const missedAnswer = z.object({
  missed: z.int(),
  gone: z.int(),
  dismissed: z.int(),
  items: z.array(z.object({ atMs: z.int(), program: z.string().nullable(), because: z.enum([...missedReasons, ...goneReasons]) })),
});
export type MissedAnswer = z.infer<typeof missedAnswer>;

const missedCopies = {
  method: 'GET',
  path: '/api/missed',
  summary:
    'The last 100 copies that were missed, and the last 100 that were gone before they could be read: when (Unix time in ms), from which program, and why',
  responses: { 200: { description: 'the missed copies', json: missedAnswer } },
} as const satisfies Route;

/** What waits in the journal: to be judged, to be saved, for a WorkSpace that can't be written now; pictures that are read by themselves; and for the search index. */
const queuesAnswer = z.object({ judging: z.int(), saving: z.int(), heldUp: z.int(), pictures: z.int(), indexing: z.int() });
export type Queues = z.infer<typeof queuesAnswer>;

const readQueues = {
  method: 'GET',
  path: '/api/queues',
  summary:
    'How much waits: fragments to be judged, to be saved, held up by a save that failed, pictures to be read by themselves, and fragments that a search looks at one by one. At most 100000 of a kind are counted',
  responses: { 200: { description: 'the lengths of the queues', json: queuesAnswer } },
} as const satisfies Route;

const dismissMissed = {
  method: 'POST',
  path: '/api/missed/dismiss',
  summary: 'Dismisses the copies that are missed by now: nothing warns of them any more',
  body: z.strictObject({}),
  responses: { 200: { description: 'done', json: z.object({ ok: z.literal(true) }) } },
  problems: ['unavailable'],
} as const satisfies Route;

/** How long their texts may be together, with the line ends between them. */
export const mostJoinedBytes = 16 * 1024 * 1024;

const several = z.strictObject({ ids: z.array(fragmentNumber).min(1).max(mostSelected) });

/** `plain`: as text only, also of copied files. `selected`: it is also what a middle click pastes (PRIMARY on X11). */
const joinedHow = z.strictObject({ plain: z.boolean().optional(), selected: z.boolean().optional() });
export type JoinedHow = z.infer<typeof joinedHow>;

/** `joined`: how many texts are on the clipboard. `leftOut`: the ids of those that have no plain text, are hidden by the content filter, or are gone. */
const joinedAnswer = z.object({ ok: z.literal(true), joined: z.int(), leftOut: z.array(z.string()) });
export type JoinedAnswer = z.infer<typeof joinedAnswer>;

const copyFragments = {
  method: 'POST',
  path: '/api/fragments/copy',
  summary:
    'Puts the plain texts of several fragments on the clipboard as one text, in this order, each on a line of its own; copied files alone also as one list',
  body: several.extend(joinedHow.shape),
  responses: { 200: { description: 'they are on the clipboard', json: joinedAnswer } },
  problems: ['invalid-request', 'not-found', 'unavailable'],
} as const satisfies Route;

/** `deleted`: how many there were. `saved`: how many of them have a file. `undoUntil`: as for one fragment (RFC 3339). `files`: what became of the file of each, with `file`. `onHold`: those that stay, each with the legal hold that it is on; null: the holds can't be read. */
const deletedSeveral = z.object({
  ok: z.literal(true),
  deleted: z.int(),
  saved: z.int().optional(),
  undoUntil: z.iso.datetime({ offset: true }),
  files: z.array(z.object({ id: z.string(), file: z.enum(fileDeletions) })).optional(),
  onHold: z.array(z.object({ id: z.string(), hold: z.string().nullable() })).optional(),
});
export type DeletedSeveral = z.infer<typeof deletedSeveral>;

const deleteFragments = {
  method: 'POST',
  path: '/api/fragments/delete',
  summary:
    'Removes several fragments from the history, as one deletion; saved files stay, or are moved to the trash with `file`. They can be brought back for one minute',
  body: several.extend({ file: z.literal('trash').optional() }),
  responses: { 200: { description: 'removed', json: deletedSeveral } },
  problems: ['not-found', 'on-hold', 'unavailable'],
} as const satisfies Route;

/** `files`: what became of the files that were moved to the trash with them. */
const undeletedSeveral = z.object({
  ok: z.literal(true),
  restored: z.int(),
  files: z.array(z.object({ id: z.string(), file: z.enum(fileReturns) })).optional(),
});
export type UndeletedSeveral = z.infer<typeof undeletedSeveral>;

const undeleteFragments = {
  method: 'POST',
  path: '/api/fragments/undelete',
  summary: 'Brings fragments back that were deleted within the last minute, and not erased at once',
  body: several,
  responses: { 200: { description: 'they are back', json: undeletedSeveral } },
  problems: ['not-found', 'unavailable'],
} as const satisfies Route;

export const requestRoutes = {
  ...extractionRoutes,
  copyFragments,
  deleteFragments,
  undeleteFragments,
  missedCopies,
  dismissMissed,
  readQueues,
  keepFragment,
  keepClipboard,
  refreshIndex,
  stopIndex,
  readIndexStatus,
  searchIndex,
} as const;
