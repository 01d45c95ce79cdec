/**
 * The pairings of browser extensions with this Hub, on the pipe of the web listener: one JSON object per line each way. No browser and no sandbox reaches
 * this pipe, and so a code passes only between the command or the window and the person in front of it.
 */
import * as z from 'zod';

export const pairingRequest = z.discriminatedUnion('op', [
  /** Makes a code, which ends the one before. */
  z.object({ op: z.literal('pair') }),
  z.object({ op: z.literal('pairings') }),
  /** `pairing`: its id, or its name if no other one has that. */
  z.object({ op: z.literal('revoke'), pairing: z.string().min(1).max(200) }),
]);
export type PairingRequest = z.infer<typeof pairingRequest>;

const time = z.iso.datetime({ offset: true });

export const codeAnswer = z.object({ ok: z.literal(true), code: z.string(), expiresAt: time });
export type CodeAnswer = z.infer<typeof codeAnswer>;

/** An extension that is paired. `browser`: the program that it was paired from, if that is known. */
const pairing = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.string(),
  browser: z.string().nullable(),
  pairedAt: time,
  lastSeenAt: time.nullable(),
  connected: z.boolean(),
});
export type ShownPairing = z.infer<typeof pairing>;

export const pairingsAnswer = z.object({ ok: z.literal(true), pairings: z.array(pairing) });
export type PairingsAnswer = z.infer<typeof pairingsAnswer>;

export const revokedAnswer = z.object({ ok: z.literal(true), id: z.string(), name: z.string() });
export type RevokedAnswer = z.infer<typeof revokedAnswer>;

/** `damaged`: the list of pairings can't be read, and nobody is paired until it is repaired or removed. `failed`: it could not be written. */
const pairingErrors = ['bad_request', 'unknown_pairing', 'ambiguous', 'damaged', 'failed'] as const;
export type PairingError = (typeof pairingErrors)[number];
export const pairingRefusal = z.object({ ok: z.literal(false), error: z.enum(pairingErrors), detail: z.string().optional() });

export type PairingResponse = CodeAnswer | PairingsAnswer | RevokedAnswer | z.infer<typeof pairingRefusal>;
