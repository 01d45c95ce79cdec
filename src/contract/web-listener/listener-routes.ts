/** The web listener (§4.1): its routes. What its WebSocket carries is in `src/contract/extension-messages.ts`, what its pipe carries in `src/contract/web-listener/pairings.ts`. */
import * as z from 'zod';
import { type Route, wellFormedString } from '../routes.ts';

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

/** `name`: what the extension calls itself in the list of pairings. The token is bound to the origin that sent the code. */
const pair = {
  method: 'POST',
  path: '/api/pair',
  summary: 'Pairs an extension of a browser, with the code of `hub pair`',
  body: z.strictObject({ code: wellFormedString.min(1).max(40), name: wellFormedString.min(1).max(200) }),
  responses: { 200: { description: 'the token, which is told only here', json: z.object({ token: z.string() }) } },
  problems: ['wrong-code', 'unavailable'],
  forExtensions: 'any',
} as const satisfies Route;

/** Base64 without its end (RFC 4648 §5) of 32 bytes. */
const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/);

/** `proofWords` of `src/contract/extension-messages.ts` says what is asked and answered. */
const prove = {
  method: 'POST',
  path: '/api/prove',
  summary: 'Proves to a paired extension that this is its Hub, before it sends its token',
  body: z.strictObject({ pairing: z.string().regex(/^[0-9a-f]{16}$/), nonce: bytes32 }),
  responses: { 200: { description: 'the proof', json: z.object({ proof: bytes32 }) } },
  problems: ['not-found', 'too-many-requests'],
  forExtensions: 'paired',
} as const satisfies Route;

const connect = {
  method: 'GET',
  path: '/api/connect',
  summary: 'The WebSocket of a paired extension; its protocols are `hub.v1` and the token',
  responses: { 101: { description: 'connected' } },
  problems: ['upgrade-required', 'wrong-token', 'unavailable'],
  forExtensions: 'paired',
  upgrades: true,
} as const satisfies Route;

export const listenerRoutes = { status, pair, prove, connect } as const;
