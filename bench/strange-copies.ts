/**
 * Strange copies: texts of all shapes, damaged pictures, lists of files with odd names, and owners that are silent, refuse, stall, or exit while they
 * are asked. No process may exit or be killed because of what was copied, and an ordinary copy after every hundred has to be kept byte for byte. Copies
 * count as missed if their owner provides nothing, or if they are replaced before Hub can read them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { HealthStatus } from '../src/contract/bridge.ts';
import { valueOfAnswer } from '../test/harness/bridge.ts';
import { startXDisplay } from '../test/harness/desktop/x-display.ts';
import { TestHub } from '../test/harness/hub.ts';
import { ClipboardOwner, type OwnedTargets, type OwnerManner } from '../test/harness/owners/clipboard-owner.ts';
import { generatedText } from '../test/harness/owners/hostile-texts.ts';
import type { Bench } from './bench.ts';
import { LogTail } from './measuring/log-tail.ts';
import { summarize } from './measuring/percentiles.ts';
import { statisticCells, statisticColumns } from './measuring/report.ts';
import { oneOf, randomFrom } from './soak/random.ts';

const usual = { copies: 100_000, seed: 1 } as const;
const batchCopies = 100;
const settleWithinMs = 120_000;
const heardWithinMs = 150;
/** The monitor's log lines with the outcome of a copy. */
const ends: ReadonlySet<string> = new Set(['copied', 'copy missed', 'copy gone', 'copy skipped']);
const progressEveryMs = 60_000;

export const strangeCopies: Bench = {
  about: '100,000 copies of all shapes, by owners that behave in every way: restarts, losses; --copies N, --seed N',
  options: usual,
  run: async (report, parts, { copies = usual.copies, seed = usual.seed }) => {
    const display = parts.use(await startXDisplay());
    const hub = parts.use(new TestHub({ DISPLAY: display.name }));
    await hub.start();
    const run = parts.use(new StrangeCopies(hub, display.name, seed));
    let toldAtMs = performance.now();
    while (run.made < copies) {
      await run.batch(Math.min(batchCopies, copies - run.made));
      if (performance.now() - toldAtMs < progressEveryMs) continue;
      toldAtMs = performance.now();
      report.note(`${new Date().toISOString().slice(11, 19)}  ${run.made} copies`);
    }
    const { components } = await hub.until(() => true);
    const { copies: counters } = await health(hub);
    report.table(
      `${run.made} copies, seed ${seed}`,
      ['', 'copies'],
      [...Object.entries(counters), ...Array.from(run.missed, ([because, count]) => [`  missed: ${because}`, count] as const)],
    );
    report.table('judging, ms', [...statisticColumns], [statisticCells(summarize(run.judgedMs))]);
    report.table(
      'restarts',
      ['component', 'restarts', 'state'],
      components.map(({ id, restarts, state }) => [id, restarts, state]),
    );
    report.never(
      'restarts',
      components.reduce((sum, { restarts }) => sum + restarts, 0),
    );
    report.never('ordinary copies that were not kept byte for byte', run.ordinaryLost);
    report.never('copies that could not be judged', run.unjudgeable);
    report.never('log lines of the level ERROR or CRITICAL', run.errors);
  },
};

class StrangeCopies implements AsyncDisposable {
  readonly #hub: TestHub;
  readonly #display: string;
  readonly #random: () => number;
  readonly #seed: number;
  readonly #log: LogTail;
  #owner: ClipboardOwner | null = null;
  #ends = 0;
  made = 0;
  ordinaryLost = 0;
  unjudgeable = 0;
  errors = 0;
  readonly judgedMs: number[] = [];
  /** Counts of missed copies, by the monitor's reason. */
  readonly missed = new Map<string, number>();

  constructor(hub: TestHub, display: string, seed: number) {
    this.#hub = hub;
    this.#display = display;
    this.#seed = seed;
    this.#random = randomFrom(seed);
    this.#log = new LogTail(hub.places.logs, 'hub.log');
  }

  /** Makes this many copies; resolves when an ordinary one after them is kept. */
  async batch(copies: number): Promise<void> {
    for (let copy = 0; copy < copies; copy += 1) {
      await this.#copy(this.#strange());
      this.made += 1;
    }
    await this.#ordinary();
    this.#readLog();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#log[Symbol.dispose]();
    await this.#owner?.kill();
  }

  async #copy(targets: OwnedTargets): Promise<void> {
    // The owner may have exited during the previous copy, as it was asked to.
    if (!(await this.#own(targets))) await this.#own(targets);
    if (this.#random() < 0.9) await this.#heard(); // otherwise the next copy may replace it before it is read
  }

  async #own(targets: OwnedTargets): Promise<boolean> {
    try {
      this.#owner ??= await ClipboardOwner.start(this.#display);
      await this.#owner.own(targets, oneOf([{}, { chunkBytes: 1_000 }, { chunkBytes: 65_536 }, { listedTimes: 500 }], this.#random));
      return true;
    } catch {
      await this.#owner?.kill();
      this.#owner = null;
      return false;
    }
  }

  /** Waits for the outcome of the copy; only briefly if the owner misbehaves. */
  async #heard(): Promise<void> {
    const before = this.#ends;
    for (const endMs = performance.now() + heardWithinMs; this.#ends === before && performance.now() < endMs; this.#readLog())
      await pause(1);
  }

  #readLog(): void {
    for (const line of this.#log.read()) {
      if (ends.has(line.event)) this.#ends += 1;
      if (line.event === 'judged' && typeof line.ms === 'number') this.judgedMs.push(line.ms);
      if (line.event === 'copy missed' || line.event === 'copy gone')
        this.missed.set(String(line.because), (this.missed.get(String(line.because)) ?? 0) + 1);
      if (line.because === 'unjudgeable') this.unjudgeable += 1;
      if (line.level === 'ERROR' || line.level === 'CRITICAL') this.errors += 1;
    }
  }

  /** An ordinary copy after the strange ones. */
  async #ordinary(): Promise<void> {
    const text = `An ordinary copy after ${this.made} strange ones, seed ${this.#seed}.\n`;
    await this.#copy({ UTF8_STRING: { content: { text } } });
    const endMs = performance.now() + settleWithinMs;
    while (performance.now() < endMs) {
      if (await this.#isKept(text)) return;
      await pause(20);
    }
    this.ordinaryLost += 1;
  }

  /**
   * The save rate allows no file for each copy of a program as fast as this one, so the content is compared in the history. It may not be the newest
   * fragment, because earlier copies of slow owners can be complete after it.
   */
  async #isKept(text: string): Promise<boolean> {
    const { items } = valueOfAnswer(await this.#hub.bridge.fragments({ limit: batchCopies }));
    return items.some((fragment) => fragment.text === text && (fragment.state === 'kept' || fragment.state === 'saved'));
  }

  #strange(): OwnedTargets {
    const generated = Buffer.from(generatedText(this.#seed * 1_000_003 + this.made));
    const text = { content: { base64: generated.toString('base64') } };
    const kind = this.#random();
    if (kind < 0.6) return { UTF8_STRING: text };
    if (kind < 0.7)
      return { UTF8_STRING: text, 'text/html': { content: { base64: Buffer.from(`<p>${generated}</p>`).toString('base64') } } };
    if (kind < 0.75) return { 'text/uri-list': text };
    if (kind < 0.8) return { 'text/uri-list': { content: { text: this.#fileList() } } };
    if (kind < 0.9) return { [oneOf(pictureTypes, this.#random)]: { content: { base64: this.#picture().toString('base64') } } };
    return this.#badOwner(text);
  }

  #badOwner(text: OwnedTargets[string]): OwnedTargets {
    const manner = oneOf(manners, this.#random);
    const target = oneOf(['UTF8_STRING', 'TARGETS', 'text/html', 'image/png', 'text/uri-list'], this.#random);
    return { UTF8_STRING: text, [target]: { ...text, manner } };
  }

  #fileList(): string {
    const names = Array.from({ length: 1 + Math.floor(this.#random() * 40) }, () => oneOf(oddNames, this.#random));
    return names.map((name) => `file:///tmp/${name}\r\n`).join('');
  }

  /** The beginning of a picture, followed by random bytes. */
  #picture(): Buffer {
    const noise = Buffer.from(Array.from({ length: Math.floor(this.#random() ** 4 * 200_000) }, () => Math.floor(this.#random() * 256)));
    return Buffer.concat([oneOf(pictureStarts, this.#random), noise]);
  }
}

const manners: readonly OwnerManner[] = ['incr', 'silent', 'refuse', 'stall', 'die'];
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/tiff', 'image/webp', 'image/svg+xml'];
const pictureStarts = [
  '89504e470d0a1a0a0000000d49484452ffffffffffffffff',
  '89504e470d0a1a0a0000000d494844520000001000000010080600000000000000',
  'ffd8ffe000104a46494600010101004800480000ffc000110800ff00ff03',
  'ffd8ffffffffffffffffffffffff',
  '474946383961ffffffff',
  '52494646ffffff7f5745425056503858',
  '0000001c66747970617669660000000061766966',
  '',
].map((hex) => Buffer.from(hex, 'hex'));
const oddNames = [
  '%00',
  '%2e%2e/%2e%2e/etc/passwd',
  '%',
  '%ff%fe',
  'a%0Ab',
  `${'.'.repeat(5_000)}`,
  'plain.txt',
  '%E2%80%AEgnp.exe',
  '-rf',
];

async function health(hub: TestHub): Promise<HealthStatus> {
  return valueOfAnswer(await hub.bridge.health());
}
