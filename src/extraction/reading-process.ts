/**
 * One process that reads documents, from outside. Whatever happens to it is an answer: it is killed when it takes too long or too much memory, or when
 * nobody waits any more.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { leanMalloc } from '../base/memory.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { ExtractedText, ExtractionFailure, ExtractionProgress } from '../contract/extraction.ts';
import { extractionLimits } from '../contract/words/extraction-limits.ts';
import { Countdown } from './countdown.ts';
import {
  type FromReader,
  lowestPriority,
  memorySignal,
  type ReadingOrder,
  type RecognitionMeans,
  type ToReader,
} from './reader-messages.ts';
import { readerProgram } from './reader-program.ts';
import { TextSoFar } from './text-so-far.ts';

export type Extracted = Outcome<ExtractedText, ExtractionFailure>;

export interface ReadingBounds {
  readonly documentMs: number;
  readonly pictureMs: number;
  readonly memoryBytes: number;
}

export interface Reading {
  readonly order: ReadingOrder;
  readonly means: RecognitionMeans;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: ExtractionProgress) => void) | undefined;
  /** Something is being recognized, which takes the process up. */
  readonly recognizing?: (() => void) | undefined;
}

const lookEveryMs = 25;
/** After a large document, memory of WebAssembly is never given back. */
const tiredBytes = 200 * 1024 * 1024;
/** No more than it needs: above it, the process is killed for its memory before V8 ends it with a dump of what it read. */
const heapMegabytes = 512;
const sigkill = 'SIGKILL';

/** It may read, and nothing else: no file is written, no program started, no address reached. */
const flags = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
  `--max-old-space-size=${heapMegabytes}`,
  '--max-semi-space-size=8',
];

/** `takesInput`: it gets the standard input of this process. */
interface ProcessForm {
  readonly takesInput: boolean;
  readonly isBackground?: boolean;
  readonly program?: string;
}

export class ReadingProcess {
  readonly #child: ChildProcess;
  readonly #bounds: ReadingBounds;
  #end: ((outcome: Extracted) => void) | null = null;
  /** There will be no answer. */
  #lose: ((reason: ExtractionFailure) => void) | null = null;
  #hear: ((message: FromReader) => void) | null = null;
  #isGone = false;
  #ids = 0;

  constructor(bounds: ReadingBounds, { takesInput, isBackground = false, program = readerProgram() }: ProcessForm) {
    this.#bounds = bounds;
    this.#child = spawn(process.execPath, [...flags, program, ...(isBackground ? [lowestPriority] : [])], {
      // What it says of a document may quote it.
      stdio: [takesInput ? 'inherit' : 'ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: { ...leanMalloc, NODE_OPTIONS: '' },
      windowsHide: true,
    });
    // Loaded while the process starts. What it says is heard in its order, and its end after that.
    const check = import('./heard-messages.ts');
    this.#child.on('message', (message) => {
      check
        .then(({ fromReader }) => {
          const said = fromReader.safeParse(message);
          if (!said.success) return this.#kill('crashed');
          this.#hear?.(said.data);
        })
        .catch(() => this.#kill('crashed')); // whoever waits cannot hear how far it is, or there is no file descriptor left for the check
    });
    this.#child.on('error', () => this.#gone('crashed')); // it could not be started
    this.#child.once('exit', (status, signal) => {
      const end = (): void => this.#gone(reasonOfEnd(status, signal));
      check.then(end, end);
    });
    check.catch(() => {}); // told of by the handlers, if there is anything to tell of
  }

  /** Whether it takes another document. */
  get isUsable(): boolean {
    return !this.#isGone && this.#child.connected && (residentBytes(this.#child.pid ?? 0) ?? 0) < tiredBytes;
  }

  /** One at a time. Never rejects. */
  read({ order, means, signal, progress, recognizing }: Reading): Promise<Extracted> {
    if (signal?.aborted || this.#isGone) return Promise.resolve(failed(signal?.aborted ? 'cancelled' : 'crashed'));
    // Without a file descriptor left for it there is no process, and its event comes later.
    if ((this.#child.send as ChildProcess['send'] | undefined) === undefined) return Promise.resolve(failed('crashed'));
    return new Promise((resolve) => {
      this.#ids += 1;
      const id = this.#ids;
      const stop = (): void => this.#kill('cancelled');
      const { documentMs, pictureMs } = this.#bounds;
      // A page may begin in the last moment of those of a whole document.
      const deadline = new Countdown(documentMs, extractionLimits.recognitionMs + pictureMs, () => this.#kill('too-slow'));
      const watch = setInterval(() => this.#look(), lookEveryMs);
      signal?.addEventListener('abort', stop);
      const soFar = new TextSoFar();
      this.#end = (outcome) => {
        deadline.end();
        clearInterval(watch);
        signal?.removeEventListener('abort', stop);
        [this.#end, this.#lose, this.#hear] = [null, null, null];
        resolve(outcome);
      };
      this.#lose = (reason) => {
        const read = reason === 'cancelled' ? null : soFar.answer;
        this.#end?.(read === null ? failed(reason) : done(read));
      };
      this.#hear = (message) => {
        if (message.id !== id) return;
        if (message.kind === 'progress') progress?.(message.progress);
        else if (message.kind === 'recognizing') {
          if (message.news !== undefined) soFar.add(message.news);
          deadline.pause(pictureMs);
          recognizing?.();
        } else if (message.kind === 'recognized') deadline.resume();
        else if (message.kind === 'text') this.#end?.(done(message.extracted));
        else this.#end?.(failed(message.reason));
      };
      this.#child.send({ kind: 'read', id, order, means } satisfies ToReader, () => {}); // a dying process takes no more
    });
  }

  /** A picture is to come, in these languages: the engine is loaded before it is there. */
  prepare(languages: readonly string[], means: RecognitionMeans): void {
    if (!this.#isGone) this.#child.send?.({ kind: 'prepare', languages, means } satisfies ToReader, () => {});
  }

  /** At once: nothing is lost. */
  kill(): void {
    this.#kill('cancelled');
  }

  #look(): void {
    const bytes = this.#child.pid === undefined ? null : residentBytes(this.#child.pid);
    if (bytes !== null && bytes > this.#bounds.memoryBytes - extractionLimits.memoryOvershootBytes) this.#kill('too-much-memory');
  }

  #kill(reason: ExtractionFailure): void {
    this.#child.kill(sigkill);
    this.#gone(reason);
  }

  #gone(reason: ExtractionFailure): void {
    this.#isGone = true;
    this.#lose?.(reason);
  }
}

/** V8 aborts without memory, and so do programs in C. Anybody may have killed it. */
function reasonOfEnd(status: number | null, signal: NodeJS.Signals | null): ExtractionFailure {
  return signal === memorySignal || signal === 'SIGABRT' || status === 134 ? 'too-much-memory' : 'crashed';
}

/** proc(5): the second number of statm, in pages of 4 KiB, or larger ones on some ARM systems, where it is less than it says. */
const pageBytes = 4_096;

/** Resident, of another process; null where the system has no such file (the process watches itself there), or the process is gone. */
function residentBytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
  } catch {
    return null;
  }
}
