/** The web listener (§4.1), which the browser extension connects to. */
import * as z from 'zod';
import type { Route } from './routes.ts';

export const listenerStatus = z.object({
  status: z.literal('ok'),
  component: z.literal('web_listener'),
  version: z.string(),
  pairedExtensions: z.int().min(0),
  connectedExtensions: z.int().min(0),
});
export type ListenerStatus = z.infer<typeof listenerStatus>;

const status = {
  method: 'GET',
  path: '/api/status',
  summary: 'Status of the web listener',
  responses: { 200: { description: 'the status', json: listenerStatus } },
  openToBrowsers: true,
} as const satisfies Route;

export const listenerRoutes = { status } as const;
