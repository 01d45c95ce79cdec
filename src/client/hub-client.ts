/**
 * The calls of a shell, a launcher or any other program to a running Hub (§4.2), to import from `hub-desktop/client`. Each is best effort: it
 * answers false, null or an empty string for a Hub that is absent, slow or wrong, within its time, and never throws or rejects, whatever it is given (§7).
 * It starts no Hub and holds no connection between calls. The exports alone write files, and work without a running Hub.
 */
import path from 'node:path';
import type { SupportPreset } from '../contract/diagnostics/support-bundle.ts';
import type { HubWindowSnapshot, WorkspaceSnapshot } from '../contract/window-snapshot.ts';
import { portOf } from '../domain/port-setting.ts';
import { windowSnapshot } from '../domain/view/window-snapshot.ts';
import { locatePlaces, type Places, relativeVariableRefusal } from '../platform/locations.ts';
import { readSurroundings } from '../platform/surroundings.ts';
import { askAction, askCatalog, askRestart, askShutdown } from './ask-pipes.ts';
import { Bridge } from './bridge.ts';
import { type CallTime, longestWaitMs, waitMsOf } from './call-time.ts';
import { exportedBundle, exportedEvidence, exportedLogs } from './exports.ts';
import { findBridge } from './find-bridge.ts';

export type { HubWindowSnapshot, SupportPreset, WorkspaceSnapshot };

/**
 * Times are in ms. One that is not above 0 is none: nothing is sent, and the answer is false or null at once. One above a minute, or endless,
 * is a minute.
 */
export interface HubClient {
  /** True once the component (§4.2: an id such as `clipboard`) is ready again. One that does not run is started. */
  requestRestart(componentId: string, timeoutMs: number): Promise<boolean>;
  /** True when a graceful shutdown was accepted; it goes on after that. */
  requestShutdown(timeoutMs: number): Promise<boolean>;
  /** True when the action verb `message` was dispatched by the Hub that runs. */
  trySend(message: string, timeoutMs: number): Promise<boolean>;
  /** What the clipboard holds now. Waits until `signal` aborts, a minute at most; without one, 2 s. */
  tryGetSnapshot(signal?: AbortSignal): Promise<HubWindowSnapshot | null>;
  /** The WorkSpace catalog and its active selection, of the settings host. */
  tryGetWorkspaceSnapshot(timeoutMs: number, signal?: AbortSignal): Promise<WorkspaceSnapshot | null>;
  /**
   * Copies the retention policy, the legal holds and the records of retention into a new folder in `outputRoot`, which is made if it is missing; no Hub has
   * to run. The full path of that folder; an empty string if there was nothing to copy, or it did not work. `Hub-Records-Sound` in its `bag-info.txt` says whether the records are as they were written. `signal` ends it, and nothing is left then.
   */
  exportRetentionEvidence(outputRoot: string, signal?: AbortSignal): Promise<string>;
  /**
   * Writes a support bundle into this folder and opens its review report; the full path of the zip file. '' if that failed, was stopped by `signal`, or
   * the preset is none: then there is no file. Without a display the report is not opened, and stays beside the zip file.
   */
  runSupportPreset(outputDir: string, preset: SupportPreset, signal?: AbortSignal): Promise<string>;
  /**
   * Makes one page of the newest `maxEntries` lines of the logs, merged by time, and returns its full path; an empty string if there are none, or it could
   * not be written. `autoOpen`: also opens it in the browser. It reads the files in a thread, so it needs no running Hub; a million lines take some seconds.
   */
  exportLogsHtml(autoOpen: boolean, maxEntries: number): Promise<string>;
}

export interface HubClientOptions {
  /** Tells which Hub: `HUB_HOME`, `XDG_DATA_HOME`, `XDG_RUNTIME_DIR` and `HUB_BRIDGE_PORT` count. The process's own, unless given. */
  readonly env?: Env;
}

type Env = Readonly<Record<string, string | undefined>>;

const usualSnapshotMs = 2_000;
/** For the supervisor to tell the port. One that is halted does not take all of a caller's time. */
const tellWithinMs = 2_000;

/**
 * A client of the Hub of one home. Nothing is asked before the first call; the home is fixed by then. Throws for a relative `HUB_HOME`, as every
 * command of Hub refuses it: it would be another home in each folder, so every call would find no Hub and not say why.
 */
// biome-ignore lint/style/noProcessEnv: a program that imports this has no other main part for it to come from.
export function openHubClient({ env = process.env }: HubClientOptions = {}): HubClient {
  let known: Places | undefined;
  const places = (): Places => {
    if (known === undefined) {
      refuseRelativeHome(env);
      known = locatePlaces(readSurroundings(env));
    }
    return known;
  };
  refuseRelativeHome(env);
  return {
    requestRestart: (componentId, timeoutMs) => attempt(false, async () => (await askRestart(places(), componentId, { timeoutMs })).ok),
    requestShutdown: (timeoutMs) => attempt(false, async () => (await askShutdown(places(), { timeoutMs })).ok),
    trySend: (message, timeoutMs) => attempt(false, async () => (await askAction(places(), message, { timeoutMs })).ok),
    tryGetSnapshot: (signal) =>
      attempt(null, () => {
        const time = isSignal(signal) ? { timeoutMs: longestWaitMs, signal } : { timeoutMs: usualSnapshotMs };
        return snapshotOf({ places: places(), bridgePort: env.HUB_BRIDGE_PORT }, time);
      }),
    tryGetWorkspaceSnapshot: (timeoutMs, signal) =>
      attempt(null, async () => {
        const catalog = await askCatalog(places(), isSignal(signal) ? { timeoutMs, signal } : { timeoutMs });
        return catalog.ok ? catalog.value : null;
      }),
    exportRetentionEvidence: (outputRoot, signal) =>
      attempt('', () => exportedEvidence({ places: places(), env }, outputRoot, isSignal(signal) ? signal : undefined)),
    runSupportPreset: (outputDir, preset, signal) =>
      attempt('', () => exportedBundle({ places: places(), env }, { outputDir, preset, signal: isSignal(signal) ? signal : undefined })),
    exportLogsHtml: (autoOpen, maxEntries) => attempt('', () => exportedLogs({ places: places(), env }, autoOpen, maxEntries)),
  };
}

function refuseRelativeHome({ HUB_HOME: home }: NonNullable<HubClientOptions['env']>): void {
  if (home && !path.isAbsolute(home)) throw new Error(relativeVariableRefusal('HUB_HOME'));
}

interface SnapshotOf {
  readonly places: Places;
  /** `HUB_BRIDGE_PORT`: where the bridge is, if the supervisor does not say. Unset, empty or 0 tells nothing. */
  readonly bridgePort: string | undefined;
}

/** The snapshot is worth showing without the version of the core. */
async function snapshotOf(hub: SnapshotOf, { timeoutMs, signal }: CallTime): Promise<HubWindowSnapshot | null> {
  const endMs = performance.now() + waitMsOf(timeoutMs);
  const port = await portOfBridge(hub, { timeoutMs: Math.min(waitMsOf(timeoutMs) / 2, tellWithinMs), signal });
  const bridge = new Bridge(() => port, { timeoutMs: endMs - performance.now(), signal });
  const [source, version] = await Promise.all([bridge.source(), bridge.coreVersion()]);
  return source.ok ? windowSnapshot(source.value, version.ok ? version.value : '') : null;
}

/** Null where nobody says. A usual port is not guessed: the Hub of another home may have it. */
async function portOfBridge({ places, bridgePort }: SnapshotOf, time: CallTime): Promise<number | null> {
  const found = await findBridge(places, time);
  if (found.ok) return found.value;
  return found.reason === 'no-bridge' || found.reason === 'not-ours' ? null : portOf(bridgePort, 0) || null;
}

/** What is none could not end a wait, and would break the call in its middle. */
function isSignal(signal: unknown): signal is AbortSignal {
  return signal instanceof AbortSignal;
}

/** Callers in other programs pass what no type keeps out: a time that is a bigint, a home that can't be found. That is a call that can't be done. */
async function attempt<Value>(otherwise: Value, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch {
    return otherwise;
  }
}
