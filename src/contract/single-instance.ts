/**
 * Single-instance pipe (§4.3): a second launch hands its verb to the Hub that runs, one JSON object a line each way. `ok` means that the verb
 * was dispatched, and not that all it leads to is done. It is the one way to the router, also for the tray and the page of the window, and for
 * `exit`: what does not come through here has not been asked for.
 */
import * as z from 'zod';

/** `headless`: whoever hands its `restore` over wants no window; one that is there is not brought up, and none is opened. */
export const singleInstanceRequest = z.object({ message: z.string(), headless: z.boolean().optional() });
export type SingleInstanceRequest = z.infer<typeof singleInstanceRequest>;

/** `no_window`: the verb is for the window, and there is none now. */
export const singleInstanceError = z.enum(['unknown_verb', 'no_window', 'failed', 'stopping', 'bad_request']);
export type SingleInstanceError = z.infer<typeof singleInstanceError>;

/** `detail` is a sentence for the person who asked. */
export const singleInstanceResponse = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), detail: z.string().optional() }),
  z.object({ ok: z.literal(false), error: singleInstanceError, detail: z.string().optional() }),
]);
export type SingleInstanceResponse = z.infer<typeof singleInstanceResponse>;
