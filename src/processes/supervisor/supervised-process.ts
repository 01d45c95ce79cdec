/**
 * One component's process: started, watched by its exit and its heartbeat, started again by the restart policy, stopped under a deadline.
 * It is ready when it says so, never because it seems so.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { deferred, tooLate, within } from '../../base/deadline.ts';
import { errorCode, type Log } from '../../base/log.ts';
import {
  type ComponentId,
  type ComponentMessage,
  type ComponentState,
  exitCodes,
  fromComponent,
  heartbeat,
  type ToComponent,
} from '../../contract/components.ts';
import type { ComponentPlan } from './components.ts';
import { decideRestart, type Failure, recentFailures, restartPolicy } from './restart-policy.ts';

export interface SupervisedProcessOptions {
  readonly plan: ComponentPlan & { readonly program: string };
  readonly programFile: string;
  /** The environment of the component. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly onTell: (to: ComponentId, message: ComponentMessage) => void;
  /** Whether the component's own output is shown on ours; it may hold anything, so it never goes into a log. */
  readonly showOutput: boolean;
  /** How long it may be without a word once it is up. */
  readonly hungAfterMs?: number;
}

/**
 * Node's flags for every component. V8: a small young generation, for processes that hold little and live long; and no collections while
 * nothing happens, since what starting leaves is given back by `releaseStartMemory` (half a minute of idling would cost 50 ms in each).
 * No debugger by signal.
 */
const nodeFlags = ['--max-semi-space-size=1', '--no-memory-reducer'].concat(
  process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : [],
);

export class SupervisedProcess {
  readonly id: ComponentPlan['id'];
  readonly #options: SupervisedProcessOptions;
  #child: ChildProcess | null = null;
  #state: ComponentState = 'stopped';
  #reason: string | null = null;
  #port: number | null = null;
  #restarts = 0;
  #readyAtMs: number | null = null;
  #failures: readonly Failure[] = [];
  #startAgain: NodeJS.Timeout | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  /** Resolves when the present start has come to something: ready, or another try or none. */
  #settled = deferred<void>();
  /** Resolves when it is up; renewed when it ends. */
  #up = deferred<void>();
  #restarting: Promise<void> | null = null;
  /** Why it was killed, when that was us. */
  #verdict: string | null = null;
  #retired = false;

  constructor(options: SupervisedProcessOptions) {
    this.id = options.plan.id;
    this.#options = options;
  }

  get status(): { state: ComponentState; pid: number | null; restarts: number; reason: string | null; uptimeSeconds: number | null } {
    const uptimeMs = this.#readyAtMs === null ? null : performance.now() - this.#readyAtMs;
    return {
      state: this.#state,
      pid: this.#child?.pid ?? null,
      restarts: this.#restarts,
      reason: this.#reason,
      uptimeSeconds: uptimeMs === null ? null : Math.round(uptimeMs / 100) / 10,
    };
  }

  /** The port that it listens on, once it has said so. */
  get port(): number | null {
    return this.#port;
  }

  get isUp(): boolean {
    return this.#state === 'running' || this.#state === 'degraded';
  }

  /** Starts it and resolves when it is ready, or when this try has failed. Does nothing once it is retired. */
  async start(): Promise<void> {
    if (this.#retired) return;
    if (this.#child !== null) return this.#settled.promise;
    clearTimeout(this.#startAgain);
    this.#settled = deferred();
    this.#enter('starting', null);
    this.#launch();
    await this.#settled.promise;
  }

  /** Stops it if it runs, forgets its failures, and starts it. True when it is ready within `timeoutMs`. Two at a time are one. */
  async restart(timeoutMs: number): Promise<boolean> {
    this.#restarting ??= this.#stopAndStart().finally(() => {
      this.#restarting = null;
    });
    return (await within(timeoutMs, this.#restarting)) !== tooLate && this.isUp;
  }

  /** Stops it for good: nothing starts it again, not even a restart that is under way. */
  retire(): Promise<void> {
    this.#retired = true;
    return this.stop();
  }

  /** Asks it to stop, and kills its process group when it has not within its time. Resolves when it is gone. */
  async stop(withinMs: number = this.#options.plan.stopWithinMs): Promise<void> {
    clearTimeout(this.#startAgain);
    const child = this.#child;
    if (child === null) return this.#enter('stopped', this.#state === 'failed' ? this.#reason : null);
    this.#enter('stopping', null);
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.send({ kind: 'stop' });
    if ((await within(withinMs, gone)) === tooLate) {
      this.#options.log.warn('component killed, it did not stop in time', { of: this.id });
      this.#kill(child);
      await within(2_000, gone);
    }
    if (this.#state === 'stopping') this.#enter('stopped', null);
  }

  /** Kills the process group without a word, for good; for the very end. */
  killNow(): void {
    this.#retired = true;
    clearTimeout(this.#startAgain);
    if (this.#child === null) return;
    this.#enter('stopping', null);
    this.#kill(this.#child);
  }

  send(message: ToComponent): void {
    if (this.#child?.connected) this.#child.send(message, () => {}); // a process that is dying takes no more
  }

  /** Sends when it is up, which may be in a while; true once its channel has the message. One that dies right then may not have read it. */
  async deliver(message: ToComponent, timeoutMs: number): Promise<boolean> {
    const endMs = performance.now() + timeoutMs;
    while ((await within(endMs - performance.now(), this.#up.promise)) !== tooLate) {
      const child = this.#child;
      if (child === null || !child.connected) return false;
      const error = await new Promise<Error | null>((resolve) => child.send(message, resolve));
      if (error === null) return true;
    }
    return false;
  }

  async #stopAndStart(): Promise<void> {
    await this.stop();
    this.#failures = [];
    this.#restarts += 1;
    await this.start();
  }

  #launch(): void {
    const child = spawn(process.execPath, [...nodeFlags, this.#options.programFile], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...this.#options.env, NODE_OPTIONS: '' },
      // A group of its own: what it may have started goes with it. (On Windows this would take it out of our job object.)
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (this.#options.showOutput) stream?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
      else stream?.resume();
    }
    child.on('message', (message) => this.#hear(child, message));
    child.on('error', (error) => {
      this.#options.log.error('component could not be started', { of: this.id, code: errorCode(error) });
      if (child.pid === undefined) this.#ended(child, null, null);
    });
    child.once('exit', (code, signal) => this.#ended(child, code, signal));
    this.#watch(this.#options.plan.readyWithinMs, 'was not ready in time');
  }

  #hear(child: ChildProcess, heard: unknown): void {
    const parsed = fromComponent.safeParse(heard);
    if (child !== this.#child || !parsed.success) return;
    const message = parsed.data;
    if (message.kind === 'ready') this.#becameReady(message.port ?? null);
    if (message.kind === 'condition') this.#enterCondition(message.degraded);
    if (message.kind === 'tell') this.#options.onTell(message.to, message.message);
    if (this.isUp) this.#watch(this.#options.hungAfterMs ?? heartbeat.hungAfterMs, 'did not answer');
  }

  #becameReady(port: number | null): void {
    this.#port = port ?? this.#port;
    this.#readyAtMs ??= performance.now();
    if (this.#state === 'starting') this.#enterCondition(this.#reason);
    this.#settled.resolve();
    this.#up.resolve();
  }

  /** A component may say what it lacks before it says that it is ready. */
  #enterCondition(degraded: string | null): void {
    if (this.#state === 'stopping') return;
    if (this.#readyAtMs === null) this.#reason = degraded;
    else this.#enter(degraded === null ? 'running' : 'degraded', degraded);
  }

  #watch(withinMs: number, verdict: string): void {
    clearTimeout(this.#watchdog);
    const child = this.#child;
    this.#watchdog = setTimeout(() => {
      if (child === null || child !== this.#child || this.#state === 'stopping') return;
      this.#verdict = verdict;
      this.#options.log.error('component hangs, it is killed', { of: this.id, afterMs: withinMs });
      this.#kill(child);
    }, withinMs);
  }

  #ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#child) return;
    clearTimeout(this.#watchdog);
    const verdict = this.#verdict;
    this.#verdict = null;
    this.#kill(child); // what it started and left behind
    const readyForMs = this.#readyAtMs === null ? 0 : performance.now() - this.#readyAtMs;
    this.#child = null;
    this.#readyAtMs = null;
    this.#port = null;
    this.#up = deferred();
    if (this.#state === 'stopping') return this.#settled.resolve();
    this.#options.log.error('component ended', { of: this.id, code, signal, readyForMs: Math.round(readyForMs) });
    const cause = signal === null ? `ended with code ${code}` : `ended by ${signal}`;
    this.#afterFailure(
      { atMs: performance.now(), quick: isQuick(readyForMs, signal) },
      code,
      verdict === null ? cause : `${verdict}; ${cause}`,
    );
  }

  #afterFailure(failure: Failure, code: number | null, cause: string): void {
    const nowMs = failure.atMs;
    this.#failures = recentFailures([...this.#failures, failure], nowMs);
    const decision =
      code === exitCodes.configuration ? ({ kind: 'give-up' } as const) : decideRestart(this.#failures, nowMs, Math.random());
    if (decision.kind === 'give-up') {
      this.#options.log.critical('component given up', { of: this.id, failures: this.#failures.length });
      this.#enter('failed', `${cause}; hub restart ${this.id} tries again`);
      return this.#settled.resolve();
    }
    this.#enter('backoff', cause);
    this.#startAgain = setTimeout(() => {
      this.#restarts += 1;
      void this.start();
    }, decision.delayMs);
    this.#settled.resolve();
  }

  #enter(state: ComponentState, reason: string | null): void {
    if (state !== this.#state) this.#options.log.info('component', { of: this.id, is: state, process: this.#child?.pid });
    this.#state = state;
    this.#reason = reason;
  }

  #kill(child: ChildProcess): void {
    if (child.pid === undefined || child.pid <= 1) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL'); // the group is gone already
    }
  }
}

/** What somebody else killed while it was ready did not fail by itself. */
function isQuick(readyForMs: number, signal: NodeJS.Signals | null): boolean {
  const killed = readyForMs > 0 && (signal === 'SIGKILL' || signal === 'SIGTERM');
  return !killed && readyForMs < restartPolicy.healthyAfterMs;
}
