/**
 * Hub over time: five copies a second, and every twenty seconds the death of a component chosen at random. What was copied is looked for
 * afterwards in the journal and in the WorkSpace, byte for byte. Memory and open descriptors of each component are watched for a slope.
 *
 * X11 has one clipboard: what is copied while no monitor runs is replaced by the next copy and was never anywhere else. Those copies are
 * counted apart. Every other copy is in the journal, or the monitor has counted it as missed, or it is lost; and lost is never allowed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { TestHub } from '../test/harness/hub.ts';
import { startXDisplay } from '../test/harness/x-display.ts';
import type { Bench } from './bench.ts';
import type { CopyCommand, CopyReply } from './copying-program.ts';
import { Program } from './program.ts';
import { oneOf, randomFrom } from './random.ts';
import type { Report } from './report.ts';
import { accountFor, type Copy, type Gap } from './soak-accounts.ts';
import { ResourceWatch } from './soak-resources.ts';

const usualSeconds = 30 * 60;
const copyEveryMs = 200;
const killEveryMs = 20_000;
const progressEveryMs = 60_000;
const backWithinMs = 30_000;
const wordsPerCopy = 40;
const slopeFromSeconds = 20 * 60;

export const soak: Bench = {
  about: '5 copies a second, a random kill every 20 s, 30 minutes: losses, memory, descriptors; --seconds N, --seed N',
  options: { seconds: usualSeconds, seed: 1 },
  run: async (report, parts, { seconds = usualSeconds, seed = 1 }) => {
    const display = parts.use(await startXDisplay());
    const hub = parts.use(new TestHub({ DISPLAY: display.name }));
    await hub.start();
    const owner = parts.use(await Program.start<CopyCommand, CopyReply>('copying-program.ts', [display.name]));
    const watch = parts.use(new ResourceWatch(hub));
    const run = new Soak(hub, owner, report, randomFrom(seed));
    await run.for(seconds * 1_000);
    const account = await accountFor(hub, run.copies, run.gaps);
    report.table(
      `${account.made} copies in ${seconds} s, ${run.killed} kills, ${run.gaps.length} of them of the monitor, seed ${seed}`,
      ['', 'copies'],
      [
        ['in the journal', account.journaled],
        ['  of these as a file with the same bytes', account.saved],
        ['made while no monitor ran, and gone', account.goneInGaps],
        ['made while no monitor ran, and found on the clipboard afterwards', account.foundAfterGaps],
        ['counted as missed by a monitor', account.missed],
        ...account.missedBecause.map(([because, count]): [string, number] => [`  ${because}`, count]),
        ['not accounted for', account.unaccounted],
      ],
    );
    report.table('kills and restarts', ['component', 'kills', 'restarts'], await run.restarts());
    report.table('resources', watch.columns, watch.rows());
    report.never('copies lost: made while the monitor ran, neither kept nor counted', account.unaccounted);
    report.never('copies lost: in the journal, without their file', account.journaled - account.saved);
    if (seconds < slopeFromSeconds) report.note(`A slope of less than ${slopeFromSeconds / 60} minutes says little: it is no target here.`);
    else
      for (const { name, perHour, error } of watch.slopes()) {
        const what = `memory that ${name} gains in an hour, beyond twice the error of the slope`;
        report.target({ what, figure: Math.max(0, perHour - 2 * error), limit: 10, better: 'lower', unit: 'MB' });
      }
  },
};

class Soak {
  readonly #hub: TestHub;
  readonly #owner: Program<CopyCommand, CopyReply>;
  readonly #report: Report;
  readonly #random: () => number;
  readonly #kills = new Map<string, number>();
  readonly copies: Copy[] = [];
  /** When no monitor watched, from its death until its successor was up. */
  readonly gaps: Gap[] = [];
  #ended = false;

  constructor(hub: TestHub, owner: Program<CopyCommand, CopyReply>, report: Report, random: () => number) {
    this.#hub = hub;
    this.#owner = owner;
    this.#report = report;
    this.#random = random;
  }

  /** Copies and kills for so long; rejects when a component does not come back. */
  async for(ms: number): Promise<void> {
    const endMs = performance.now() + ms;
    const killing = this.#killUntil(endMs);
    const telling = setInterval(() => this.#report.note(`${this.copies.length} copies, ${this.killed} kills`), progressEveryMs);
    let dueMs = performance.now();
    while (performance.now() < endMs) {
      const number = this.copies.length + 1;
      const text = textOf(number);
      const { unixMs } = await this.#owner.ask({ text });
      this.copies.push({ text, atMs: unixMs });
      dueMs += copyEveryMs;
      await pause(Math.max(0, dueMs - performance.now()));
    }
    this.#ended = true;
    clearInterval(telling);
    await killing;
  }

  async restarts(): Promise<readonly (readonly [string, number, number])[]> {
    const { components } = await this.#hub.until(() => true);
    return components.filter(({ pid }) => pid !== null).map(({ id, restarts }) => [id, this.#kills.get(id) ?? 0, restarts] as const);
  }

  get killed(): number {
    return [...this.#kills.values()].reduce((sum, count) => sum + count, 0);
  }

  async #killUntil(endMs: number): Promise<void> {
    // The last one has its time to come back while copies are still made.
    for (let dueMs = performance.now() + killEveryMs; dueMs < endMs - killEveryMs / 4; dueMs += killEveryMs) {
      await pause(Math.max(0, dueMs - performance.now()));
      if (this.#ended) return;
      const { components } = await this.#hub.until(() => true);
      const victim = oneOf(
        components.filter(({ id, pid }) => pid !== null && id !== 'supervisor'),
        this.#random,
      );
      const killedAtMs = Date.now();
      process.kill(victim.pid ?? 0, 'SIGKILL');
      this.#kills.set(victim.id, (this.#kills.get(victim.id) ?? 0) + 1);
      await this.#isBack(victim.id, victim.pid);
      if (victim.id === 'clipboard') this.gaps.push({ fromMs: killedAtMs, toMs: Date.now() });
    }
  }

  async #isBack(id: string, before: number | null): Promise<void> {
    const endMs = performance.now() + backWithinMs;
    await this.#hub.until(({ components }) => {
      if (performance.now() > endMs) throw new Error(`${id} did not come back`);
      return components.some((each) => each.id === id && each.pid !== before && (each.state === 'running' || each.state === 'degraded'));
    });
  }
}

/** Another text for every number, of about 300 bytes. */
function textOf(number: number): string {
  return `Soak copy ${number}\n${Array.from({ length: wordsPerCopy }, (_, word) => `word${(number * 31 + word * 7) % 997}`).join(' ')}\n`;
}
