/**
 * The shell's connection to the core: follows its events, and asks now and then where these can't be had. It says what it hears, and whether
 * the core is there; a core that is only being started again is not said to be lost.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import { askSource } from '../../client/ask-source.ts';
import { followEvents } from '../../client/follow-events.ts';
import { deletedEvent } from '../../contract/bridge.ts';
import { version } from '../../contract/version.ts';
import type { HubWindowSnapshot } from '../../contract/window.ts';
import { windowSnapshot } from '../../domain/window-snapshot.ts';
import type { Places } from '../../platform/locations.ts';
import { eachSurvived } from './each-survived.ts';

export interface CoreLinkParts {
  readonly places: Places;
  readonly log: Log;
  readonly snapshot: (snapshot: HubWindowSnapshot) => void;
  /** A fragment moved on. */
  readonly moved: () => void;
  /** A fragment was deleted, by whomever. */
  readonly deleted: (fragmentId: string) => void;
  readonly connected: (isConnected: boolean) => void;
}

/** Of the bridge's port, by the supervisor. */
const tellWithinMs = 1_000;
const askAgainAfterMs = 250;
/** Where there are no events: as often as the snapshot is asked for instead. */
const pollEveryMs = 1_000;
/** A restart of the core is over by then. */
const lostAfterMs = 2_500;

export class CoreLink implements AsyncDisposable {
  readonly #parts: CoreLinkParts;
  readonly #end = new AbortController();
  readonly #over: Promise<void>;
  #port: number | null = null;
  #lost: NodeJS.Timeout | undefined;

  constructor(parts: CoreLinkParts) {
    const { places, log } = parts;
    this.#parts = {
      places,
      log,
      snapshot: eachSurvived(log, 'core', parts.snapshot),
      moved: eachSurvived(log, 'core', parts.moved),
      deleted: eachSurvived(log, 'core', parts.deleted),
      connected: eachSurvived(log, 'core', parts.connected),
    };
    this.#over = this.#run();
  }

  /** The bridge's port as it was last told; null while nobody has. */
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
      const end =
        this.#port === null ? 'absent' : await followEvents(this.#port, { heard: (name, data) => this.#heard(name, data), signal });
      if (signal.aborted) return;
      if (end === 'refused') await this.#poll();
      else this.#miss();
      await pause(end === 'refused' ? pollEveryMs : askAgainAfterMs, undefined, { signal }).catch(() => {});
    }
  }

  async #askPort(): Promise<number | null> {
    const status = await askStatus(this.#parts.places, { timeoutMs: tellWithinMs, signal: this.#end.signal });
    return status.ok ? status.value.ports.bridge : null;
  }

  async #poll(): Promise<void> {
    const asked = await askSource(
      { places: this.#parts.places, bridgePort: undefined },
      { timeoutMs: pollEveryMs * 2, signal: this.#end.signal },
    );
    if (!asked.ok) return this.#miss();
    this.#found();
    this.#parts.snapshot(asked.value);
    this.#parts.moved();
  }

  #heard(name: string, data: unknown): void {
    this.#found();
    if (name === 'fragment') return this.#parts.moved();
    if (name === 'deleted') return this.#deleted(data);
    // The core is of this version: the supervisor started both.
    const snapshot = name === 'source' ? windowSnapshot(data, version) : null;
    if (snapshot !== null) this.#parts.snapshot(snapshot);
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
