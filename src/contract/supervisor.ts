/**
 * Control pipe of the supervisor (§4.3): one JSON object per line each way. It starts, restarts and stops components, opens the path or address that
 * the window shows to its user, and runs the saved commands that he chooses there. A request never carries copied content; an answer has the beginning
 * of what a command wrote, which the window shows.
 */
import * as z from 'zod';
import { componentId, componentState } from './components.ts';
import { desktopEnvironment } from './desktop/desktop-environment.ts';

/** When nobody waits for the answer any more (Unix time in ms): a supervisor that was halted meanwhile must not do later what was reported as failed. */
const untilMs = z.int().optional();

export const statusRequest = z.object({ op: z.literal('status') });
export const restartRequest = z.object({
  op: z.literal('restart'),
  componentId: z.string(),
  timeoutMs: z.int().positive().max(60_000).default(5_000),
  untilMs,
});
export const shutdownRequest = z.object({ op: z.literal('shutdown'), timeoutMs: z.int().positive().max(60_000).default(10_000), untilMs });
/** What the window requests to open for its user: a file in its program, its folder, a page in the browser or a mail, a page that Hub made. A folder that ends with a separator is shown itself. */
export const openRequest = z.object({
  op: z.literal('open'),
  as: z.enum(['file', 'folder', 'address', 'own-page']),
  target: z.string().min(1).max(16_384),
  untilMs,
});
export type OpenAs = z.infer<typeof openRequest>['as'];
/** Gives a copy to a saved command that the user has allowed, by its id. Answered when it has ended; `timeoutMs` is its own limit. */
export const runCommandRequest = z.object({
  op: z.literal('run-command'),
  command: z.string().min(1).max(100),
  fragmentId: z.string().regex(/^[1-9]\d{0,14}$/),
  timeoutMs: z.int().positive().max(3_600_000),
  untilMs,
});
/** Tells the desktop that a later launch comes from. `isAsked`: Hub moves there even if it is well where it is. */
export const desktopRequest = z.object({
  op: z.literal('desktop'),
  environment: desktopEnvironment,
  isAsked: z.boolean().default(false),
  untilMs,
});
export const supervisorRequest = z.discriminatedUnion('op', [
  statusRequest,
  restartRequest,
  shutdownRequest,
  openRequest,
  runCommandRequest,
  desktopRequest,
]);
export type SupervisorRequest = z.infer<typeof supervisorRequest>;

export const componentStatus = z.object({
  id: componentId,
  state: componentState,
  pid: z.int().nullable(),
  restarts: z.int(),
  reason: z.string().nullable(),
  uptimeSeconds: z.number().nullable(),
  /**
   * How often it ended without being asked to since Hub started, and how and when the last time. Absent if it never did. `at` is RFC 3339. For the supervisor: how
   * the last run of Hub ended, if that was a crash within a day of this start.
   */
  lastFailure: z.object({ count: z.int(), at: z.string(), because: z.string() }).optional(),
});
export type ComponentStatus = z.infer<typeof componentStatus>;

export const hubStatus = z.object({
  ok: z.literal(true),
  home: z.string(),
  workspace: z.string(),
  /** Of the Hub that runs. An earlier one does not tell it. */
  version: z.string().max(100).optional(),
  ports: z.object({ bridge: z.int().nullable(), web: z.int().nullable() }),
  components: z.array(componentStatus),
});
export type HubStatus = z.infer<typeof hubStatus>;

export const supervisorError = z.enum(['unknown_component', 'timeout', 'failed', 'bad_request', 'stopping']);
export type SupervisorError = z.infer<typeof supervisorError>;

export const refusalResponse = z.object({ ok: z.literal(false), error: supervisorError, detail: z.string().optional() });
export const restartedResponse = z.object({ ok: z.literal(true), componentId, pid: z.int().nullable() });
export const acceptedResponse = z.object({ ok: z.literal(true) });
/** What became of a command: the start of its output for a notice, or the new copy. `error` is a word of `hub command --json`, `detail` said to the user. */
export const commandResponse = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), output: z.string().max(4_096).optional(), newCopy: z.string().max(16).optional() }),
  z.object({ ok: z.literal(false), error: z.string().max(64), detail: z.string().max(4_096).optional() }),
]);
export type CommandResponse = z.infer<typeof commandResponse>;
/** What became of it, and a sentence for the user if there is something to say. */
export const desktopResponse = z.object({
  ok: z.literal(true),
  verdict: z.enum(['same', 'moves', 'stays', 'unreachable', 'remote']),
  detail: z.string().max(4_096).optional(),
});
export type DesktopAnswer = z.infer<typeof desktopResponse> | z.infer<typeof refusalResponse>;
export type SupervisorResponse =
  | z.infer<typeof refusalResponse>
  | z.infer<typeof restartedResponse>
  | z.infer<typeof acceptedResponse>
  | CommandResponse
  | DesktopAnswer
  | HubStatus;
