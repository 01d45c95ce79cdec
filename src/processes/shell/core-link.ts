/**
 * The shell's connection to the core: follows its events, and polls while these are not available. It reports what it receives, and whether the core
 * is there; a core that is only being restarted is not reported as lost.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { Bridge } from '../../client/bridge.ts';
import { findBridge } from '../../client/find-bridge.ts';
import { deletedEvent } from '../../contract/bridge.ts';
import { type Fragment, fragment } from '../../contract/source-snapshot.ts';
import { version } from '../../contract/version.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { windowSnapshot } from '../../domain/view/window-snapshot.ts';
import type { Places } from '../../platform/locations.ts';
import { loggingFailures } from './logging-failures.ts';

export interface CoreLinkParts {
  readonly places: Places;
  readonly log: Log;
  readonly snapshot: (snapshot: HubWindowSnapshot) => void;
  /** A fragment was added or changed. */
  readonly changed: (fragment: Fragment) => void;
  /** Changes of fragments since the last event are unknown. */
  readonly missed: () => void;
  /** A fragment was deleted, by whichever process. */
  readonly deleted: (fragmentId: string) => void;
  readonly connected: (isConnected: boolean) => void;
}

/** The bridge's port, from the supervisor. The core has this version, because the supervisor started both. */
const tellWithinMs = 1_000;
const askAgainAfterMs = 250;
/** Without events, the snapshot is requested this often instead. */
const pollEveryMs = 1_000;
/** Fragments changed that the core can't list. */
const staleEvent = 'stale';
/** A restart of the core is over by then. */
const lostAfterMs = 2_500;

export class CoreLink implements AsyncDisposable {
  readonly #parts: CoreLinkParts;
  readonly #end = new AbortController();
  readonly #bridge: Bridge;
  readonly #over: Promise<void>;
  #port: number | null = null;
  #lost: NodeJS.Timeout | undefined;
  /** No event of this stream has arrived yet. */
  #isNew = true;

  constructor(parts: CoreLinkParts) {
    const { places, log } = parts;
    this.#parts = {
      places,
      log,
      snapshot: loggingFailures(log, 'core', parts.snapshot),
      changed: loggingFailures(log, 'core', parts.changed),
      missed: loggingFailures(log, 'core', parts.missed),
      deleted: loggingFailures(log, 'core', parts.deleted),
      connected: loggingFailures(log, 'core', parts.connected),
    };
    this.#bridge = new Bridge(() => this.#port, { timeoutMs: pollEveryMs * 2, signal: this.#end.signal });
    this.#over = this.#run();
  }

  /** The bridge's last known port; null if unknown. */
  get port(): number | null {
    return this.#port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#lost);
    await this.#over;
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    this.#miss();
    while (!signal.aborted) {
      this.#port = await this.#askPort();
      this.#isNew = true;
      const end = await this.#bridge.events({ heard: (name, data) => this.#heard(name, data), signal });
      if (signal.aborted) return;
      if (end === 'refused') await this.#poll();
      else this.#miss();
      await pause(end === 'refused' ? pollEveryMs : askAgainAfterMs, undefined, { signal }).catch(() => {});
    }
  }

  async #askPort(): Promise<number | null> {
    const found = await findBridge(this.#parts.places, { timeoutMs: tellWithinMs, signal: this.#end.signal });
    return found.ok ? found.value : null;
  }

  async #poll(): Promise<void> {
    const source = await this.#bridge.source();
    const snapshot = source.ok ? windowSnapshot(source.value, version) : null;
    if (snapshot === null) return this.#miss();
    this.#found();
    this.#parts.snapshot(snapshot);
    this.#parts.missed();
  }

  #heard(name: string, data: unknown): void {
    this.#found();
    if (this.#isNew || name === staleEvent) this.#parts.missed();
    this.#isNew = false;
    if (name === 'fragment' || name === 'selection') return this.#changed(data);
    if (name === 'deleted') return this.#deleted(data);
    const snapshot = name === 'source' ? windowSnapshot(data, version) : null;
    if (snapshot !== null) this.#parts.snapshot(snapshot);
  }

  /** A malformed one still means that a fragment changed. */
  #changed(data: unknown): void {
    const changed = fragment.safeParse(data);
    if (changed.success) this.#parts.changed(changed.data);
    else this.#parts.missed();
  }

  #deleted(data: unknown): void {
    const deleted = deletedEvent.safeParse(data);
    if (deleted.success) this.#parts.deleted(deleted.data.id);
  }

  #found(): void {
    clearTimeout(this.#lost);
    this.#lost = undefined;
    this.#parts.connected(true);
  }

  #miss(): void {
    if (this.#end.signal.aborted) return;
    this.#lost ??= setTimeout(() => this.#parts.connected(false), lostAfterMs);
  }
}
