/**
 * One component: its process is started, watched by its end and its heartbeat, restarted by the restart policy, and stopped under a deadline. It is
 * ready when it reports so, never because it seems so.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import { Watchdog } from '../../../base/watchdog.ts';
import { type ComponentState, exitCodes, fromComponent, heartbeat, type ToComponent } from '../../../contract/components.ts';
import type { ComponentStatus } from '../../../contract/supervisor.ts';
import { told } from '../../../domain/language/say.ts';
import type { ComponentPlan } from '../components.ts';
import { type ComponentEnd, causeOf, endOf, evidenceOf, judgeEnds, whyGivenUp } from './component-end.ts';
import { beginLife, type ComponentLife, nothingSaid, type ReportedCondition, type SupervisedProcessOptions } from './component-life.ts';
import { malformedMessages, type ProcessEnd } from './component-process.ts';
import { forgetReturns, onDisplayReturn } from './display-return.ts';
import { RestartCount } from './restart-count.ts';
import { excuseOf, isHeldIn, isMachineBusy } from './silence-excuse.ts';

export class SupervisedProcess {
  readonly id: ComponentPlan['id'];
  readonly #options: SupervisedProcessOptions;
  readonly #watchdog = new Watchdog();
  #life: ComponentLife | null = null;
  #state: ComponentState = 'stopped';
  #reason: string | null = null;
  #condition: ReportedCondition = nothingSaid;
  #port: number | null = null;
  /** Kept across its ends, for the next process. */
  #lastPort: number | null = null;
  readonly #count = new RestartCount();
  #ends: readonly ComponentEnd[] = [];
  #startAgain: NodeJS.Timeout | undefined;
  /** Resolves when the current start has a result: ready, or another attempt follows, or none. */
  #settled = Promise.withResolvers<void>();
  /** Resolves while it is up; replaced each time that it goes down. */
  #up = Promise.withResolvers<void>();
  readonly #notUnderstood: (heard: unknown) => void;
  #restarting: Promise<void> | null = null;
  #retired = false;
  /** Its next process is the first one on another desktop. */
  #isMoved = false;
  /** For its silence. */
  #killedAtMs: number | null = null;

  constructor(options: SupervisedProcessOptions) {
    this.id = options.plan.id;
    this.#options = options;
    this.#notUnderstood = malformedMessages(options.log, options.plan.id);
    this.#reason = options.plan.heldBack ?? null;
  }

  get status(): Omit<ComponentStatus, 'id'> {
    const readyAtMs = this.#life?.readyAtMs ?? null;
    return {
      state: this.#state,
      pid: this.#life?.process.pid ?? null,
      ...this.#count.told,
      reason: this.#reason,
      uptimeSeconds: readyAtMs === null ? null : Math.round((performance.now() - readyAtMs) / 100) / 10,
    };
  }

  /** The port that it listens on, once it has reported it. */
  get port(): number | null {
    return this.#port;
  }

  get isUp(): boolean {
    return this.#state === 'running' || this.#state === 'degraded';
  }

  /** Starts it and resolves when it is ready, or when this attempt has failed. Does nothing once it is retired. */
  async start(): Promise<void> {
    if (this.#retired) return;
    if (this.#life !== null) return this.#settled.promise;
    clearTimeout(this.#startAgain);
    this.#settled = Promise.withResolvers();
    this.#enter('starting', null);
    this.#launch();
    await this.#settled.promise;
  }

  /** Stops it if it runs, resets its failures, and starts it. True if it is ready within `timeoutMs`. Two simultaneous calls are one. */
  async restart(timeoutMs: number): Promise<boolean> {
    return (await within(timeoutMs, this.#restarting ?? this.#restartAnew())) !== tooLate && this.isUp;
  }

  /** Restarts it for another desktop. One that is being restarted is stopped once more: it may hang on a display that is gone. */
  renew(): Promise<void> {
    this.movesLater();
    return this.#restartAnew();
  }

  /** Whatever starts it next starts it on another desktop. */
  movesLater(): void {
    this.#isMoved = true;
    forgetReturns(this.#options);
  }

  /** Stops it for good: nothing starts it again, not even a restart in progress. */
  retire(): Promise<void> {
    this.#retired = true;
    return this.stop();
  }

  /** Asks it to stop, and kills its process group if it has not stopped in time. Resolves when it is gone. */
  async stop(withinMs: number = this.#options.plan.stopWithinMs): Promise<void> {
    clearTimeout(this.#startAgain);
    if (this.#life === null) return this.#enter('stopped', this.#state === 'failed' || this.#state === 'stopped' ? this.#reason : null);
    const { process } = this.#life;
    this.#beginStop();
    process.send({ kind: 'stop' });
    if ((await within(withinMs, process.gone)) === tooLate) {
      this.#options.log.warn('component killed, it did not stop in time', { of: this.id });
      process.kill();
      await within(2_000, process.gone);
    }
    if (this.#state === 'stopping') this.#enter('stopped', null);
  }

  /** Kills the process group without warning, for good; for the very end. */
  killNow(): void {
    this.#retired = true;
    clearTimeout(this.#startAgain);
    if (this.#life === null) return;
    this.#beginStop();
    this.#life.process.kill();
  }

  /** Sends a message that may be lost. */
  send(message: ToComponent): void {
    this.#life?.process.send(message);
  }

  /**
   * Sends once it is up, which may take a while: one that is ending is waited for until it is back. True once its channel has accepted the message,
   * false if that did not happen within `timeoutMs`. A process that dies right then may not have read it.
   */
  async deliver(message: ToComponent, timeoutMs: number): Promise<boolean> {
    const endMs = performance.now() + timeoutMs;
    const leftMs = (): number => Math.max(0, endMs - performance.now());
    while ((await within(leftMs(), this.#up.promise)) !== tooLate) {
      const process = this.#life?.process;
      // It may have been asked to stop since, and reads nothing behind that.
      if (this.isUp && (await process?.hand(message)) === true) return true;
      if (process && (await within(leftMs(), process.gone)) === tooLate) return false;
    }
    return false;
  }

  #restartAnew(): Promise<void> {
    const restarting = this.#stopAndStart().finally(() => {
      if (this.#restarting === restarting) this.#restarting = null;
    });
    this.#restarting = restarting;
    return restarting;
  }

  async #stopAndStart(): Promise<void> {
    await this.stop();
    this.#ends = [];
    await this.start();
  }

  #launch(): void {
    const { record, plan } = this.#options;
    this.#condition = nothingSaid;
    this.#count.launched();
    const past = { lastPort: this.#lastPort, restarts: this.#count.restarts, isMoved: this.#isMoved };
    this.#isMoved = false;
    const life = beginLife(this.#options, past, (message) => this.#hear(life, message));
    this.#life = life;
    const { process } = life;
    if (process.pid !== null) void record?.started(this.id, process.pid);
    void process.gone.then((end) => this.#ended(life, end));
    this.#expectWord(life, plan.readyWithinMs, told('was not ready in time'));
  }

  #hear(life: ComponentLife, heard: unknown): void {
    if (life !== this.#life) return;
    const parsed = fromComponent.safeParse(heard);
    if (!parsed.success) return this.#notUnderstood(heard);
    const message = parsed.data;
    life.heardAtMs = performance.now();
    if (life.isHeldLong) this.#enterCondition(life, this.#condition);
    life.isHeldLong = false;
    if (message.kind === 'ready') this.#becameReady(life, message.port ?? null);
    if (message.kind === 'condition') this.#enterCondition(life, { degraded: message.degraded, note: message.note ?? null });
    if (message.kind === 'tell') this.#options.onTell(message.to, message.message);
    if (this.isUp) this.#expectWord(life, this.#options.hungAfterMs ?? heartbeat.hungAfterMs, told('did not answer'));
  }

  #becameReady(life: ComponentLife, port: number | null): void {
    this.#port = port ?? this.#port;
    this.#lastPort = this.#port ?? this.#lastPort;
    // Not before: somebody waits for a start.
    if (life.readyAtMs === null) life.process.standBack(this.#options.plan.niceness);
    if (life.readyAtMs === null) this.#options.log.debug('component ready', { of: this.id, port });
    life.readyAtMs ??= performance.now();
    if (this.#state === 'starting') this.#enterCondition(life, this.#condition);
    this.#settled.resolve();
  }

  /** A component may report what it lacks before it reports that it is ready. */
  #enterCondition(life: ComponentLife, condition: ReportedCondition): void {
    if (this.#state === 'stopping') return;
    this.#condition = condition;
    const { degraded, note } = condition;
    this.#options.log.debug('component condition', { of: this.id, degraded: degraded !== null, noted: note !== null });
    if (life.readyAtMs === null) this.#reason = degraded;
    else this.#enter(degraded === null ? 'running' : 'degraded', degraded ?? note);
  }

  #expectWord(life: ComponentLife, withinMs: number, verdict: string): void {
    const overdue = (): void => {
      if (life !== this.#life || this.#state === 'stopping') return;
      life.verdict = verdict;
      this.#killedAtMs = performance.now();
      this.#options.log.error('component hung and was killed', { of: this.id, afterMs: withinMs });
      life.process.kill();
    };
    const { plan, env, isBusy = isMachineBusy, isHeld = () => isHeldIn(env()) } = this.#options;
    const excuse = excuseOf({
      withinMs,
      isBusy,
      killedAtMs: this.#killedAtMs,
      isHeld: plan.waitsForDisplay === true ? isHeld : null,
      heldLong: () => this.#isHeldLong(life),
    });
    this.#watchdog.expect(withinMs, overdue, excuse);
  }

  /** It is not killed, because another process would wait as well, and not called well either. The next word from it takes this back. */
  #isHeldLong(life: ComponentLife): void {
    if (life !== this.#life || this.#state === 'stopping') return;
    if (!life.isHeldLong) this.#options.log.warn('display does not answer', { of: this.id });
    life.isHeldLong = true;
    const reason = told('the display does not answer');
    if (life.readyAtMs === null) this.#reason = reason;
    else this.#enter('degraded', reason);
    this.#settled.resolve();
  }

  #beginStop(): void {
    this.#watchdog.rest();
    this.#enter('stopping', null);
  }

  #ended(life: ComponentLife, end: ProcessEnd): void {
    if (life !== this.#life) return;
    const nowMs = performance.now();
    this.#watchdog.rest();
    void this.#options.record?.ended(this.id);
    [this.#life, this.#port] = [null, null];
    this.#options.onEnd?.();
    if (this.#state === 'stopping') return this.#settled.resolve();
    if (end.code === exitCodes.unavailable || end.code === exitCodes.noDisplay) {
      this.#enter('stopped', this.#reason ?? told('it cannot run here'));
      const settled = this.#settled;
      const isWanted = (): boolean => !this.#retired && this.#settled === settled;
      if (end.code === exitCodes.noDisplay) void onDisplayReturn(this.#options, isWanted, () => void this.start());
      return settled.resolve();
    }
    const ended = endOf(life, end, nowMs);
    this.#options.log.error('component ended', { of: this.id, ...end, readyForMs: ended.readyForMs });
    this.#afterFailure(ended);
  }

  #afterFailure(end: ComponentEnd): void {
    const { counting, decision } = judgeEnds(this.#ends, end);
    this.#ends = counting;
    this.#count.failed(end);
    const { quick, wellMs } = end;
    const delayMs = decision.kind === 'restart' ? Math.round(decision.delayMs) : null;
    this.#options.log.debug('restart decided', { of: this.id, quick, wellMs: Math.round(wellMs), counting: this.#ends.length, delayMs });
    this.#enter('backoff', causeOf(end));
    const { resolve } = this.#settled;
    if (decision.kind === 'give-up') return void this.#giveUp(end).then(resolve);
    this.#startAgain = setTimeout(() => void this.start(), decision.delayMs);
    resolve();
  }

  /** Resolves when it is `failed`; its last log lines are waited for only briefly. */
  async #giveUp(end: ComponentEnd): Promise<void> {
    this.#options.log.critical('component given up', { of: this.id, failures: this.#ends.length });
    const settled = this.#settled;
    const evidence = await evidenceOf(this.#options, this.#ends);
    if (this.#state !== 'backoff' || this.#settled !== settled) return; // it was started or stopped by hand meanwhile
    this.#enter('failed', whyGivenUp({ id: this.id, end, ...evidence }));
  }

  #enter(state: ComponentState, reason: string | null): void {
    if (state !== this.#state) this.#options.log.info('component state', { of: this.id, state, process: this.#life?.process.pid });
    const wasUp = this.isUp;
    [this.#state, this.#reason] = [state, reason];
    if (this.isUp) this.#up.resolve();
    else if (wasUp) this.#up = Promise.withResolvers();
  }
}
