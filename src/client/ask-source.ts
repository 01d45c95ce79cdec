/** The source snapshot of a running Hub, for a window to show (§4.2 TryGetSnapshot). */
import { done, failed, type Outcome } from '../base/outcome.ts';
import { healthStatus } from '../contract/bridge.ts';
import type { HubWindowSnapshot } from '../contract/window.ts';
import { portOf } from '../domain/port.ts';
import { windowSnapshot } from '../domain/window-snapshot.ts';
import type { Places } from '../platform/locations.ts';
import { askStatus } from './ask-pipes.ts';
import { type BridgeFailure, requestBridge } from './bridge-request.ts';
import { type CallTime, waitMsOf } from './call-time.ts';

export interface SourceOf {
  readonly places: Places;
  /** `HUB_BRIDGE_PORT`: where the bridge is, if the supervisor does not say. Unset, empty or 0 tells nothing. */
  readonly bridgePort: string | undefined;
}

/** For the supervisor to tell the port. One that is halted does not take all of a caller's time. */
const tellWithinMs = 2_000;

/** Asks the core for its snapshot and its version, at the port that the supervisor tells. */
export async function askSource(hub: SourceOf, { timeoutMs, signal }: CallTime): Promise<Outcome<HubWindowSnapshot, BridgeFailure>> {
  const endMs = performance.now() + waitMsOf(timeoutMs);
  const port = await portOfBridge(hub, { timeoutMs: Math.min(waitMsOf(timeoutMs) / 2, tellWithinMs), signal });
  if (port === null) return failed('absent');
  const time = { timeoutMs: endMs - performance.now(), signal };
  const [source, version] = await Promise.all([requestBridge(port, { method: 'GET', path: '/source' }, time), versionAt(port, time)]);
  if (!source.ok) return source;
  const snapshot = source.value.status === 200 ? windowSnapshot(source.value.body, version) : null;
  return snapshot === null ? failed('not-understood') : done(snapshot);
}

/** Null where nobody says. A usual port is not guessed: the Hub of another home may have it. */
async function portOfBridge({ places, bridgePort }: SourceOf, time: CallTime): Promise<number | null> {
  const status = await askStatus(places, time);
  if (status.ok) return status.value.ports.bridge;
  return status.reason === 'not-ours' ? null : portOf(bridgePort, 0) || null;
}

/** '' where it can't be told: the snapshot is worth showing without it. */
async function versionAt(port: number, time: CallTime): Promise<string> {
  const health = await requestBridge(port, { method: 'GET', path: '/api/health/status' }, time);
  return (health.ok && healthStatus.pick({ version: true }).safeParse(health.value.body).data?.version) || '';
}
