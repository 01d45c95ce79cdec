/**
 * A core as it runs under the supervisor, with this process as its supervisor and a probe in its event loop. Copies are recorded in its journal, as
 * the monitor does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ContentSpool } from '../src/base/files/spooled-content.ts';
import { memoryFlags } from '../src/base/memory.ts';
import { fromComponent } from '../src/contract/components.ts';
import { recordCapture } from '../src/journal/captures/captures.ts';
import { type Journal, openJournal } from '../src/journal/journal.ts';
import { locatePlaces, type Places } from '../src/platform/locations.ts';
import { readSurroundings } from '../src/platform/surroundings.ts';
import { prepareHome } from '../src/processes/supervisor/prepare-home.ts';
import { until } from '../test/harness/until.ts';
import { logLines, numberIn } from './component-log.ts';

export interface LoopBlocks {
  readonly longestMs: number;
  readonly p99Ms: number;
}

const judgedWithinMs = 120_000;

export class ProbedCore implements AsyncDisposable {
  #root: string | null = null;
  readonly #journal: Journal;
  readonly #core: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly places: Places;

  /** Of its bridge. */
  port = 0;

  private constructor(env: NodeJS.ProcessEnv) {
    this.places = locatePlaces(readSurroundings(env));
    if (prepareHome(this.places) !== null) throw new Error('no home could be made');
    this.#journal = openJournal({ file: this.places.journal, blobs: this.places.blobs });
    const program = path.join(import.meta.dirname, '../src/processes/core/main.ts');
    const probe = path.join(import.meta.dirname, 'programs/loop-probe-program.ts');
    const flags = [...memoryFlags, '--import', probe];
    this.#core = spawn(process.execPath, [...flags, program], { env, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
    if (this.#core.stdout === null) throw new Error('no output');
    this.#lines = createInterface({ input: this.#core.stdout })[Symbol.asyncIterator]();
  }

  /** Resolves when it is ready. `env`: that of a Hub that does not run now; without it, it has a home of its own. */
  static async start(env?: NodeJS.ProcessEnv): Promise<ProbedCore> {
    const root = env === undefined ? mkdtempSync(path.join(os.tmpdir(), 'hub-core-')) : null;
    const own = root === null ? {} : { HUB_HOME: path.join(root, 'home'), HUB_BRIDGE_PORT: '0', HUB_WORKSPACE: path.join(root, 'work') };
    const started = new ProbedCore(env ?? { ...process.env, ...own });
    started.#root = root;
    await new Promise<void>((resolve) => {
      started.#core.on('message', (message) => {
        const said = fromComponent.safeParse(message);
        if (!said.success || said.data.kind !== 'ready') return;
        started.port = said.data.port ?? 0;
        resolve();
      });
    });
    return started;
  }

  get pid(): number {
    return this.#core.pid ?? 0;
  }

  /** Has these judged, and resolves when they are. */
  async judge(texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.copy(text);
    const waiting = this.#journal.statement("SELECT count(*) AS fragments FROM fragments WHERE state = 'captured'");
    await until('judgement', () => Number(waiting.get()?.fragments) === 0, judgedWithinMs);
  }

  /** Records a copy, and tells the core. */
  async copy(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    const spool = new ContentSpool({ folder: this.#journal.blobs });
    await spool.write(bytes);
    const content = await spool.finish();
    if (!content.ok) throw new Error(content.reason);
    const app = { name: 'Bench', executable: null, pid: null, windowTitle: null };
    const { captureId } = recordCapture(this.#journal, {
      origin: 'clipboard',
      copiedAtMs: Date.now(),
      source: { type: 'local', name: 'Bench', path: '', app },
      givenName: null,
      fragments: [{ kind: 'text', representations: [{ mediaType: 'text/plain', content: content.value }] }],
    });
    this.#core.send({ kind: 'told', from: 'clipboard', message: { kind: 'captured', captureId } });
  }

  /** The longest time that its event loop was blocked since the last call. */
  async hold(): Promise<LoopBlocks> {
    this.#core.stdin?.write('\n');
    const line = await this.#lines.next();
    return JSON.parse(String(line.value)) as LoopBlocks;
  }

  /** How long each fragment took, in order. */
  judgedMs(): readonly number[] {
    return logLines(this.places.logs, 'python_core.log', 'judged').map((line) => numberIn(line, 'ms'));
  }

  /** The number of fragments without a judgement. */
  unjudged(): number {
    return logLines(this.places.logs, 'python_core.log', 'judge ended').length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#core, 'exit');
    this.#core.send({ kind: 'stop' });
    const timer = setTimeout(() => this.#core.kill('SIGKILL'), 5_000);
    if (this.#core.exitCode === null && this.#core.signalCode === null) await exited;
    clearTimeout(timer);
    this.#journal[Symbol.dispose]();
    if (this.#root !== null) rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}
