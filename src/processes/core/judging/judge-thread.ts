/**
 * One thread that examines content, seen from outside: it gets one question at a time, each with a deadline. A thread that is late or crashes is
 * ended and replaced. Nothing that it does blocks the caller's event loop, and no content can end more than the thread.
 */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import { errorCode, errorOrigin, type Log, msSince } from '../../../base/log.ts';
import { afterThreadMs, releaseMemory } from '../../../base/memory.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { CacheDocument } from '../../../contract/documents/cache.ts';
import { noCacheFigures, sumOfCacheFigures } from '../../../domain/least-recently-used.ts';
import { aboutFragment } from '../../about-copy.ts';
import type { DetectionFigures } from './detection-cache.ts';
import type { FragmentQuestion, JudgeQA, JudgeRequest, JudgeStage } from './judge.ts';

export interface ToThread {
  readonly id: number;
  readonly request: JudgeRequest;
}

/** How long each stage took, in milliseconds. */
export type StageTimes = { [Stage in JudgeStage]?: number };

export type FromThread =
  | { readonly isReady: true }
  | { readonly id: number; readonly answer: unknown; readonly stages?: StageTimes; readonly figures: DetectionFigures }
  | { readonly id: number; readonly threw: Error };

/** Why a question has no answer. `no-thread` is not its fault: none could be started, or the core is stopping. */
export type NoAnswer = 'late' | 'died' | 'threw' | 'no-thread';

export interface JudgeThreadParts {
  readonly log: Log;
  readonly cacheLimits: () => CacheDocument;
  /** The program of the thread; Hub's own by default. */
  readonly program?: URL;
  readonly deadlineMs?: number;
  readonly idleMs?: number;
}

const usualDeadlineMs = 1_000;
/**
 * A thread that is idle for this long ends and frees its 17 MB. The next content waits for another one to start, which takes 0.06 s of processor
 * time.
 */
const usualIdleMs = 60_000;
/** Time to read the modules and the model, on a busy machine. */
const readyWithinMs = 20_000;
/** Of JavaScript's heap; judging anything takes a tenth of it. */
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 } as const;
/** A thread that waits for a disk ends when that responds. With so many of these, another one would not help. */
const mostEnding = 3;
/** The deadline is divided into so many parts: a pause of the whole process, or a sleep of the machine, falls into one of them. */
const slices = 20;
/** A thread that hangs uses a processor for this part of the deadline. One that used less is waiting for its turn on a busy machine. */
const busyShare = 0.6;
/** A thread that waits for something else, such as a disk, is late after so many deadlines. */
const patience = 5;

/** Calls `late` once. The returned function ends the timer. */
function watchDeadline(deadlineMs: number, late: () => void): () => void {
  const since = process.cpuUsage();
  let passed = 0;
  const timer = setInterval(() => {
    passed += 1;
    if (passed < slices) return;
    const { user, system } = process.cpuUsage(since);
    if (passed < slices * patience && (user + system) / 1_000 < deadlineMs * busyShare) return;
    clearInterval(timer);
    late();
  }, deadlineMs / slices);
  return () => clearInterval(timer);
}

const noFigures: DetectionFigures = { detection: noCacheFigures, file: noCacheFigures };
const notHeard = { hear: () => {}, over: () => {} } as const;

interface Running {
  readonly worker: Worker;
  /** Resolves when the thread has reported that it is ready. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended, for whatever reason. Must not be awaited by each question: it would retain all of their answers. */
  readonly ended: Promise<void>;
  isReady: boolean;
  /** It did not answer, or did not start, in time. */
  isLate: boolean;
  hasEnded: boolean;
  /** This process ended it, which is no failure. */
  isStopped: boolean;
  hear: (message: FromThread) => void;
  /** Called when it ends. */
  over: () => void;
}

export class JudgeThread implements AsyncDisposable {
  readonly #parts: JudgeThreadParts;
  readonly #waiting: (() => void)[] = [];
  readonly #ending = new Set<Running>();
  #isAsked = false;
  #isToForget = false;
  #running: Running | null = null;
  #closed = false;
  #lastId = 0;
  #rest: NodeJS.Timeout | undefined;
  #figures = noFigures;
  /** Of threads that have ended. */
  #earlier = noFigures;

  constructor(parts: JudgeThreadParts) {
    this.#parts = parts;
  }

  /** The cached results, as of the last answer; the counts are those of all threads. */
  get figures(): DetectionFigures {
    const sumOf = (cache: keyof DetectionFigures) => sumOfCacheFigures(this.#earlier[cache], this.#figures[cache]);
    return { detection: sumOf('detection'), file: sumOf('file') };
  }

  /** Whether an earlier thread that did not answer still runs: it may wait for a disk, and another one should not follow it. */
  get isOneStuck(): boolean {
    return [...this.#ending].some(({ isLate }) => isLate);
  }

  /** Makes sure that a thread is ready for questions. False if that is impossible now. */
  async start(): Promise<boolean> {
    if (this.#closed || (this.#running === null && this.#ending.size >= mostEnding)) return false;
    const running = this.#running ?? this.#tryLaunch();
    if (running === null) return false;
    this.#running = running;
    const outcome = running.isReady || (await within(readyWithinMs, Promise.race([running.ready, running.ended])));
    if (running.isReady) this.#restSoon();
    if (running.isReady || running.isStopped) return this.#running === running;
    this.#parts.log.error('judge not started', { inTime: outcome !== tooLate });
    running.isLate = true;
    this.#end(running);
    return false;
  }

  /** Asks, once all earlier questions are answered; `first` goes before those that wait. Never rejects. */
  async ask<Kind extends keyof JudgeQA>(
    kind: Kind,
    question: JudgeQA[Kind][0],
    { first = false }: { readonly first?: boolean } = {},
  ): Promise<Outcome<JudgeQA[Kind][1], NoAnswer>> {
    const startMs = performance.now();
    await this.#turn(first);
    const waitedMs = msSince(startMs);
    try {
      if (!(await this.start()) || this.#running === null) return failed('no-thread');
      const request = { kind, question, cacheLimits: this.#parts.cacheLimits() };
      const answered = await this.#answerOf<Kind>(this.#running, request as JudgeRequest<Kind>);
      const reason = answered.ok ? null : answered.reason;
      this.#parts.log.debug('judge asked', { about: kind as keyof JudgeQA, waitedMs, reason, ms: msSince(startMs) });
      return answered;
    } finally {
      this.#endToForget();
      const next = this.#waiting.shift();
      if (next === undefined) this.#isAsked = false;
      else next();
    }
  }

  /** Clears the cache, once the question in progress is answered: the next thread uses the new limits. */
  forget(): void {
    this.#isToForget = true;
    if (!this.#isAsked) this.#endToForget();
  }

  /** Ends the thread, whatever it is doing. True if no thread is left; one that waits for a disk also delays the exit of the process. */
  async end(): Promise<boolean> {
    this.#closed = true;
    clearTimeout(this.#rest);
    if (this.#running !== null) this.#end(this.#running);
    await within(500, Promise.all([...this.#ending].map(({ ended }) => ended)));
    return this.#ending.size === 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async #turn(first: boolean): Promise<void> {
    if (!this.#isAsked) {
      this.#isAsked = true;
      return;
    }
    const turn = Promise.withResolvers<void>();
    if (first) this.#waiting.unshift(turn.resolve);
    else this.#waiting.push(turn.resolve);
    await turn.promise;
  }

  /** Null if the system gives the process no thread. */
  #tryLaunch(): Running | null {
    try {
      return this.#launch();
    } catch (error) {
      this.#parts.log.error('judge not started', { code: errorCode(error) });
      return null;
    }
  }

  #launch(): Running {
    const program = this.#parts.program ?? new URL('./judge-program.ts', import.meta.url);
    const worker = new Worker(program, { name: 'judge', resourceLimits: memory });
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const running: Running = {
      worker,
      ready: ready.promise,
      ended: ended.promise,
      ...notHeard,
      isReady: false,
      isLate: false,
      hasEnded: false,
      isStopped: false,
    };
    worker.on('message', (message: FromThread) => {
      if (!('isReady' in message)) return running.hear(message);
      running.isReady = true;
      ready.resolve();
    });
    worker.on('error', () => {}); // it ends of it
    worker.once('exit', () => {
      running.hasEnded = true;
      this.#ending.delete(running);
      this.#part(running);
      running.over();
      ended.resolve();
      if (!this.#closed) releaseMemory(afterThreadMs);
    });
    return running;
  }

  async #answerOf<Kind extends keyof JudgeQA>(running: Running, request: JudgeRequest<Kind>): Promise<Outcome<JudgeQA[Kind][1], NoAnswer>> {
    const id = ++this.#lastId;
    const outcome = Promise.withResolvers<Outcome<JudgeQA[Kind][1], NoAnswer>>();
    running.hear = (message) => {
      if (!('id' in message) || message.id !== id) return;
      if ('threw' in message) {
        this.#parts.log.error('judge threw', { code: errorCode(message.threw), origin: errorOrigin(message.threw) });
        return outcome.resolve(failed('threw'));
      }
      this.#figures = message.figures;
      if (request.kind === 'fragment') this.#tellStages((request.question as FragmentQuestion).fragment, message.stages ?? {});
      outcome.resolve(done(message.answer as JudgeQA[Kind][1]));
    };
    running.over = () => outcome.resolve(failed(this.#closed ? 'no-thread' : 'died'));
    if (running.hasEnded) running.over();
    const stopWatch = watchDeadline(this.#parts.deadlineMs ?? usualDeadlineMs, () => outcome.resolve(failed('late')));
    try {
      clearTimeout(this.#rest);
      running.worker.postMessage({ id, request } satisfies ToThread);
      const answered = await outcome.promise;
      running.isLate = !answered.ok && answered.reason === 'late';
      if (running.isLate) this.#end(running);
      return answered;
    } finally {
      stopWatch();
      Object.assign(running, notHeard);
      this.#restSoon();
    }
  }

  #tellStages(fragment: FragmentQuestion['fragment'], stages: StageTimes): void {
    const { log } = this.#parts;
    if (!log.isDetailed) return;
    for (const [stage, ms] of Object.entries(stages) as [JudgeStage, number][]) {
      log.debug('judge stage', { ...aboutFragment(fragment), stage, ms: Math.round(ms * 100) / 100 });
    }
  }

  #endToForget(): void {
    if (this.#isToForget && this.#running !== null) this.#end(this.#running);
    this.#isToForget = false;
  }

  #restSoon(): void {
    clearTimeout(this.#rest);
    if (this.#closed) return;
    this.#rest = setTimeout(() => this.#running !== null && this.#end(this.#running), this.#parts.idleMs ?? usualIdleMs);
  }

  /** Its cache is lost with it. */
  #part(running: Running): void {
    if (this.#running !== running) return;
    this.#running = null;
    this.#earlier = { detection: { ...this.figures.detection, entries: 0 }, file: { ...this.figures.file, entries: 0 } };
    this.#figures = noFigures;
  }

  /** Ends it without waiting: a thread in a system call ends later. */
  #end(running: Running): void {
    this.#part(running);
    running.isStopped = true;
    if (running.hasEnded) return;
    this.#ending.add(running);
    void running.worker.terminate();
  }
}
