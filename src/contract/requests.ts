/**
 * The bridge's routes that ask another process for something: the monitor to keep what is on the clipboard; the settings host to refresh the index of
 * the WorkSpaces, which `src/contract/index-routes.ts` reads.
 */
import * as z from 'zod';
import type { Route } from './routes.ts';

/** A fragment's number, as it appears in paths and cursors. */
export const fragmentNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

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

const keepFragment = {
  method: 'POST',
  path: '/api/fragments/:id/keep',
  summary: 'Keeps a copy that the content filter did not keep, while it is still on the clipboard',
  params: z.object({ id: fragmentNumber }),
  body: z.strictObject({}),
  responses: { 200: { description: 'it is in the history, as this fragment', json: z.object({ ok: z.literal(true), id: z.string() }) } },
  problems: ['not-found', 'not-kept', 'gone', 'unavailable'],
} as const satisfies Route;

const { params: _, ...keeping } = keepFragment;
const keepClipboard = {
  ...keeping,
  path: '/api/keep',
  summary: 'Keeps what is on the clipboard and was not kept',
} as const satisfies Route;

export const requestRoutes = { keepFragment, keepClipboard, refreshIndex, stopIndex } as const;
