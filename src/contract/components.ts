/**
 * The components, their states, and what they say to each other. A component speaks only with the supervisor that started it
 * (Node's IPC channel, which closes when either end dies); a message to another component is passed on by the supervisor.
 * Such a message may be lost: it says where to look, and the journal holds what there is to do.
 */
import * as z from 'zod';
import { actionVerb } from './actions.ts';

export const componentIds = ['supervisor', 'python_core', 'save_worker', 'settings_host', 'web_listener', 'clipboard', 'hub'] as const;
export const componentId = z.enum(componentIds);
export type ComponentId = z.infer<typeof componentId>;

export const componentState = z.enum(['stopped', 'starting', 'running', 'degraded', 'backoff', 'failed', 'stopping']);
export type ComponentState = z.infer<typeof componentState>;

const captureId = z.int().positive();
const fragmentId = z.int().positive();
const requestId = z.int().positive();
const sentence = z.string().max(200);

/** What one component tells another. */
export const componentMessage = z.discriminatedUnion('kind', [
  /** A capture is durable in the journal, or the present clipboard content changed (then perhaps without a capture). */
  z.object({ kind: z.literal('captured'), captureId: captureId.nullable() }),
  /** A copy was announced and could not be had: the counters say how many, and nothing else has changed. */
  z.object({ kind: z.literal('missed') }),
  /** The journal does not take copies, which wait in memory; said again at each try. Or that this is over. */
  z.object({ kind: z.literal('waiting'), isOver: z.boolean() }),
  /** A fragment is to be saved. */
  z.object({ kind: z.literal('save'), fragmentId }),
  /** A save came to its end; the journal says which. */
  z.object({ kind: z.literal('settled'), fragmentId }),
  /** Put a fragment back on the clipboard, or the address of where it came from. */
  z.object({ kind: z.literal('offer'), fragmentId, requestId, part: z.enum(['content', 'address']).optional() }),
  z.object({ kind: z.literal('offered'), requestId, ok: z.boolean(), because: z.literal('content-missing').optional() }),
  /** The router hands a verb to the component that does it. */
  z.object({ kind: z.literal('act'), verb: actionVerb }),
]);
export type ComponentMessage = z.infer<typeof componentMessage>;

/**
 * What a component says to its supervisor. A condition is a sentence of the program's own, never content: `degraded` is what it needs and has
 * not, `note` what a person should know of one that lacks nothing, as that it was paused. Both are the `reason` of its status.
 */
export const fromComponent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.int().min(1).max(65_535).optional() }),
  z.object({ kind: z.literal('condition'), degraded: sentence.nullable(), note: sentence.nullable().optional() }),
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('tell'), to: componentId, message: componentMessage }),
]);
export type FromComponent = z.infer<typeof fromComponent>;

/** What the supervisor says to a component. */
export const toComponent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop') }),
  z.object({ kind: z.literal('told'), from: componentId, message: componentMessage }),
]);
export type ToComponent = z.infer<typeof toComponent>;

const knownKinds = [fromComponent, toComponent].flatMap(({ options }) => options.map(({ shape }) => shape.kind.value));

/** The kind that something claims to be which was taken for a message, for a log: one of the words above, or `none`. Never what stands in it. */
export function kindOf(message: unknown): (typeof knownKinds)[number] | 'none' {
  const claimed = typeof message === 'object' && message !== null && 'kind' in message ? message.kind : null;
  return knownKinds.find((kind) => kind === claimed) ?? 'none';
}

/**
 * How a process ends, beside 0, that no restart mends (sysexits.h): EX_CONFIG, its configuration; EX_UNAVAILABLE, this desktop has nothing for it
 * to run on. That one is no failure: it has said the reason as its condition, and is stopped. EX_DATAERR: the journal is damaged, which the
 * supervisor mends.
 */
export const exitCodes = { configuration: 78, unavailable: 69, journalDamaged: 65 } as const;

/** The heartbeat: a component says `alive` this often, and is taken for hung after so long without a word. */
export const heartbeat = { everyMs: 1_200, hungAfterMs: 3_600 } as const;
