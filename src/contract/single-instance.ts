/**
 * Single-instance pipe (§4.3): a second launch hands its verb to the Hub that runs, one JSON object a line each way. `ok` means that the verb
 * was dispatched, and not that all it leads to is done.
 */
import * as z from 'zod';

export const singleInstanceRequest = z.object({ message: z.string() });
export type SingleInstanceRequest = z.infer<typeof singleInstanceRequest>;

export const singleInstanceError = z.enum(['unknown_verb', 'failed', 'stopping', 'bad_request']);
export type SingleInstanceError = z.infer<typeof singleInstanceError>;

/** `detail` is a sentence for the person who asked. */
export const singleInstanceResponse = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), detail: z.string().optional() }),
  z.object({ ok: z.literal(false), error: singleInstanceError, detail: z.string().optional() }),
]);
export type SingleInstanceResponse = z.infer<typeof singleInstanceResponse>;
