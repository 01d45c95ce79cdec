/**
 * The components, their states, and the messages between them. A component talks only to the supervisor that started it (over Node's IPC channel,
 * which closes when either end dies); the supervisor forwards messages to other components. Such a message may be lost: it says where to look, and
 * the journal holds the pending work.
 */
import * as z from 'zod';
import { actionVerb } from './action-verbs.ts';
import { textTaken } from './extraction/clipboard-text.ts';
import { tableForms, textSpan } from './extraction/structured-text.ts';
import { fileDeletions, fileReturns, mostSelected } from './fragment-words.ts';
import { type ComponentId, componentIds } from './words/listed-words.ts';

export { type ComponentId, componentIds };
export const componentId = z.enum(componentIds);

export const componentState = z.enum(['stopped', 'starting', 'running', 'degraded', 'backoff', 'failed', 'stopping']);
export type ComponentState = z.infer<typeof componentState>;

const captureId = z.int().positive();
const fragmentId = z.int().positive();
const requestId = z.int().positive();
const sentence = z.string().max(200);

/**
 * What became of a request to keep what is on the clipboard. `gone`: it is not there any more, or nothing is; `concealed`: its program marks it as
 * secret; `paused`: nothing is captured now; `unreadable`: it could not be read.
 */
export const keepResult = z.enum(['kept', 'gone', 'concealed', 'paused', 'unreadable']);
export type KeepResult = z.infer<typeof keepResult>;

/**
 * Why something is not on the clipboard as it was wanted. `elsewhere`: something else was copied or put there meanwhile; `no-text`: none of several has one;
 * `too-long`: together; `one-too-long`: the HTML or the list of files of one; `too-slow`: the text of HTML was not found in time; `unreadable`: nor at all;
 * `not-selected`: it is on the clipboard, and could not be made what a middle click pastes.
 */
export const notOffered = [
  'no-clipboard',
  'content-missing',
  'elsewhere',
  'no-text',
  'too-long',
  'one-too-long',
  'too-slow',
  'unreadable',
  'not-selected',
] as const;
export type NotOffered = (typeof notOffered)[number];

/** A message from one component to another. */
export const componentMessage = z.discriminatedUnion('kind', [
  /** A capture is durable in the journal, or the current clipboard content changed (then perhaps without a capture). */
  z.object({ kind: z.literal('captured'), captureId: captureId.nullable() }),
  /** A copy was announced and missed: only the counters changed. */
  z.object({ kind: z.literal('missed') }),
  /** The journal does not accept copies, which wait in memory; sent again at each attempt. Or it accepts them again. */
  z.object({ kind: z.literal('waiting'), isOver: z.boolean() }),
  /** A fragment is to be saved. */
  z.object({ kind: z.literal('save'), fragmentId }),
  /** A save is settled; the result is in the journal. */
  z.object({ kind: z.literal('settled'), fragmentId }),
  /** Move the files of these deleted fragments to the trash, or bring those of restored ones back. */
  z.object({
    kind: z.literal('files'),
    ask: z.enum(['trash', 'bring-back']),
    requestId,
    fragmentIds: z.array(fragmentId).min(1).max(mostSelected),
  }),
  /** What became of the files, in the order asked. */
  z.object({
    kind: z.literal('files-done'),
    requestId,
    results: z.array(z.enum([...fileDeletions, ...fileReturns])).max(mostSelected),
  }),
  /** Put a fragment, or the address of its source, back on the clipboard. */
  z.object({
    kind: z.literal('offer'),
    fragmentId,
    requestId,
    part: z.enum(['content', 'plain', 'address', 'extracted']).optional(),
    /** Of copied files, the one whose text was extracted. */
    file: z.int().min(0).optional(),
    /** Only this part of the text: of its own, or of the one that was extracted. */
    span: textSpan.optional(),
    /** The table in that part, in this form. */
    as: z.enum(tableForms).optional(),
    selected: z.boolean().optional(),
    unlessPresent: z.boolean().optional(),
    /** Only while this capture is on the clipboard, and nothing is being copied. */
    onlyOver: captureId.optional(),
  }),
  /** Put the plain texts of these fragments on the clipboard, in this order, and files alone as a list too, unless `plain`; answered as `offer` is. */
  z.object({
    kind: z.literal('offer-texts'),
    fragmentIds: z.array(fragmentId).min(1).max(mostSelected),
    requestId,
    plain: z.boolean().optional(),
    selected: z.boolean().optional(),
  }),
  /** `leftOut`: which of several have no text, or may not be shown. Without `because`, what is not `ok` found no clipboard. */
  z.object({
    kind: z.literal('offered'),
    requestId,
    ok: z.boolean(),
    because: z.enum(notOffered).exclude(['no-clipboard']).optional(),
    leftOut: z.array(fragmentId).max(mostSelected).optional(),
  }),
  /** Read what is on the clipboard once more, and keep it whatever the content filter says; `captureId`: only if it is this capture, which was filtered. */
  z.object({ kind: z.literal('keep'), requestId, captureId: captureId.nullable() }),
  z.object({ kind: z.literal('kept'), requestId, result: keepResult }),
  /** Refresh the index of the WorkSpaces (null: of all), or stop the refresh under way. */
  z.object({ kind: z.literal('index'), ask: z.enum(['refresh', 'stop']), requestId, workspaceId: z.string().max(64).nullable() }),
  /** What became of taking the text of what is on the clipboard; `requestId` of who waits for it. */
  z.object({ kind: z.literal('text-taken'), result: textTaken, requestId: requestId.optional() }),
  /** What became of `send-to-chat`, of who waits for it: why it was not sent, or what there is to do. */
  z.object({ kind: z.literal('chat-sent'), ok: z.boolean(), detail: z.string().max(1_000).optional(), requestId }),
  /** The router sends a verb to the component that handles it. `requestId`: somebody waits for what becomes of it. */
  z.object({ kind: z.literal('act'), verb: actionVerb, requestId: requestId.optional() }),
]);
export type ComponentMessage = z.infer<typeof componentMessage>;

/**
 * What a component tells its supervisor. A condition is a sentence written by Hub, never content: `degraded` says what is missing, `note` what a user
 * should know although nothing is missing, such as a pause. Both are the `reason` of its status.
 */
export const fromComponent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.int().min(1).max(65_535).optional() }),
  z.object({ kind: z.literal('condition'), degraded: sentence.nullable(), note: sentence.nullable().optional() }),
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('tell'), to: componentId, message: componentMessage }),
]);
export type FromComponent = z.infer<typeof fromComponent>;

/** Messages of the supervisor to a component. */
export const toComponent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop') }),
  z.object({ kind: z.literal('told'), from: componentId, message: componentMessage }),
]);
export type ToComponent = z.infer<typeof toComponent>;

const knownKinds = [fromComponent, toComponent].flatMap(({ options }) => options.map(({ shape }) => shape.kind.value));

/** The kind that an invalid message claims to be, for a log: one of the words above, or `none`. Never its content. */
export function kindOf(message: unknown): (typeof knownKinds)[number] | 'none' {
  const claimed = typeof message === 'object' && message !== null && 'kind' in message ? message.kind : null;
  return knownKinds.find((kind) => kind === claimed) ?? 'none';
}

/**
 * Exit statuses, besides 0, after which no restart helps (sysexits.h). EX_CONFIG: the configuration is wrong. EX_UNAVAILABLE: this desktop lacks what
 * it needs; this is not a failure: it has reported the reason as its condition, and is stopped. EX_TEMPFAIL: the same, for want of a display, which may come back. EX_DATAERR: the journal is damaged, which the
 * supervisor repairs.
 */
export const exitCodes = { configuration: 78, noDisplay: 75, unavailable: 69, journalDamaged: 65 } as const;

/** The heartbeat: a component sends `alive` this often, and counts as hung after this long without a message. */
export const heartbeat = { everyMs: 1_200, hungAfterMs: 3_600 } as const;
