/**
 * Single-instance pipe (§4.3): a second launch passes its verb to the running Hub, one JSON object per line each way. `ok` means that the verb was
 * dispatched, not that its work is complete, unless the request waits for that. It is the only way to the router, also for the tray, the window's page and `exit`.
 */
import * as z from 'zod';
import { desktopEnvironment } from './desktop/desktop-environment.ts';
import { textTaken } from './extraction/clipboard-text.ts';

/** A pause with an end lasts from a second to a month. */
export const shortestPauseMs = 1_000;
export const longestPauseMs = 31 * 86_400_000;

/**
 * `headless`: the launch that passes `restore` on wants no window: an existing window is not brought to the front, and none is opened. `forMs`: how
 * long `pause-capture` is to last. `waits`: the answer to `extract-clipboard-text` or `send-to-chat` is to say what became of it.
 * `desktop`: where the launch that passes `restore` on comes from.
 */
export const singleInstanceRequest = z.object({
  message: z.string(),
  headless: z.boolean().optional(),
  forMs: z.int().min(shortestPauseMs).max(longestPauseMs).optional(),
  waits: z.boolean().optional(),
  desktop: desktopEnvironment.optional(),
});
export type SingleInstanceRequest = z.infer<typeof singleInstanceRequest>;

/** `no_window`: the verb is for the window, and there is none now. */
export const singleInstanceError = z.enum(['unknown_verb', 'no_window', 'failed', 'stopping', 'bad_request']);
export type SingleInstanceError = z.infer<typeof singleInstanceError>;

/** `detail` is a sentence for the user. `replacedEndMs`: when the pause was to end (Unix time) that now has no end. `taken`: for who waited for it. */
export const singleInstanceResponse = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), detail: z.string().optional(), replacedEndMs: z.int().optional(), taken: textTaken.optional() }),
  z.object({ ok: z.literal(false), error: singleInstanceError, detail: z.string().optional() }),
]);
export type SingleInstanceResponse = z.infer<typeof singleInstanceResponse>;
