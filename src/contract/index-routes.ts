/** The bridge's routes of the index of the WorkSpaces. Its status and what it finds are in its database, which the command reads itself. */
import * as z from 'zod';
import type { Route } from './routes.ts';

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

export const indexRoutes = { refreshIndex, stopIndex } as const;
