/**
 * Hub over a long time: five copies per second, and every twenty seconds a random component is killed. Afterwards every copy is looked up in the journal
 * and in the WorkSpace, byte for byte. The memory and open descriptors of each component are checked for growth.
 *
 * X11 has one clipboard, so a copy made while no monitor runs is replaced by the next one, and nobody else has it. Those copies are counted separately.
 * Every other copy must be in the journal or counted as missed or gone by the monitor; otherwise it is lost, which must never happen.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ComponentState } from '../../src/contract/components.ts';
import { startXDisplay } from '../../test/harness/desktop/x-display.ts';
import { TestHub } from '../../test/harness/hub.ts';
import type { Bench } from '../bench.ts';
import { loggedSince } from '../measuring/log-times.ts';
import type { Report } from '../measuring/report.ts';
import type { CopyCommand, CopyReply } from '../programs/copying-program.ts';
import { Program } from '../programs/program.ts';
import { oneOf, randomFrom } from './random.ts';
import { accountFor, type CopyAccount } from './soak-accounts.ts';
import { type Copy, type TimeWithoutMonitor, textOf } from './soak-copies.ts';
import { ResourceWatch } from './soak-resources.ts';

const usual = { seconds: 30 * 60, seed: 1, 'kill-every': 20 } as const;
const copyEveryMs = 200;
const progressEveryMs = 60_000;
const backWithinMs = 30_000;
const slopeFromSeconds = 20 * 60;

export const soak: Bench = {
  about:
    '5 copies a second and kills, for 30 minutes: losses, memory, descriptors; --seconds N, --seed N, --kill-every N (seconds, 0 is never)',
  options: usual,
  run: async (report, parts, { seconds = usual.seconds, seed = usual.seed, 'kill-every': killEverySeconds = usual['kill-every'] }) => {
    const display = parts.use(await startXDisplay());
    const hub = parts.use(new TestHub({ DISPLAY: display.name }));
    await hub.start();
    const owner = parts.use(await Program.start<CopyCommand, CopyReply>('copying-program.ts', [display.name]));
    const watch = parts.use(new ResourceWatch(hub));
    const run = new Soak({ hub, owner, report, random: randomFrom(seed), killEveryMs: killEverySeconds * 1_000 });
    await run.for(seconds * 1_000);
    const account = await accountFor(hub, run.copies, run.gaps);
    const title = `${account.made} copies in ${seconds} s, ${run.killed} kills, ${run.gaps.length} of them of the monitor, seed ${seed}`;
    report.table(title, ['', 'copies'], rowsOf(account));
    report.table('kills and restarts', ['component', 'kills', 'restarts'], await run.restarts());
    report.table('resources', watch.columns, watch.rows());
    report.note(
      'The slope is of all processes that a component has had, with what the journal holds; --kill-every 0 shows that of one process.',
    );
    report.never('copies lost: logged as durable, and not in the journal', account.takenAndLost);
    report.never('copies lost: made while a monitor ran, neither kept nor counted as missed or gone', account.unaccounted);
    report.never('copies lost: on the clipboard for more than a second, and counted as gone', account.goneThoughThere);
    report.never('copies lost: in the journal, without a file of the same bytes', account.journaled - account.saved);
    report.never('contents in the journal that nobody has copied', account.strange);
    if (seconds < slopeFromSeconds)
      return report.note(`The slope is not checked, because a run of less than ${slopeFromSeconds / 60} minutes is too short for it.`);
    for (const { name, perHour, error } of watch.slopes()) {
      const what = `memory that ${name} gains in an hour, beyond twice the error of the slope`;
      report.target({ what, figure: Math.max(0, perHour - 2 * error), limit: 10, better: 'lower', unit: 'MB' });
    }
  },
};

function rowsOf(account: CopyAccount): readonly (readonly [string, number])[] {
  return [
    ['in the journal', account.journaled],
    ['  of these as a file with the same bytes', account.saved],
    ['made while no monitor ran, and gone', account.goneInGaps],
    ['made while no monitor ran, and found on the clipboard afterwards', account.foundAfterGaps],
    ['counted as missed or gone by a monitor', account.missedCounted],
    ...account.missed.map(([because, count]): [string, number] => [`  logged: ${because}`, count]),
    ['logged as durable, and not in the journal', account.takenAndLost],
    ['not accounted for', account.unaccounted],
  ];
}

interface SoakParts {
  readonly hub: TestHub;
  readonly owner: Program<CopyCommand, CopyReply>;
  readonly report: Report;
  readonly random: () => number;
  /** 0 means never. */
  readonly killEveryMs: number;
}

class Soak {
  readonly #parts: SoakParts;
  readonly #kills = new Map<string, number>();
  readonly copies: Copy[] = [];
  /** The times without a monitor, from a kill until the next monitor was ready. */
  readonly gaps: TimeWithoutMonitor[] = [];

  constructor(parts: SoakParts) {
    this.#parts = parts;
  }

  /** Copies and kills for this long; rejects if a component does not come back. */
  async for(ms: number): Promise<void> {
    const endMs = performance.now() + ms;
    const telling = setInterval(() => this.#tell(), progressEveryMs);
    await Promise.all([this.#copyUntil(endMs), this.#killUntil(endMs)]).finally(() => clearInterval(telling));
  }

  async restarts(): Promise<readonly (readonly [string, number, number])[]> {
    const { components } = await this.#parts.hub.until(() => true);
    return components.filter(({ pid }) => pid !== null).map(({ id, restarts }) => [id, this.#kills.get(id) ?? 0, restarts] as const);
  }

  get killed(): number {
    return [...this.#kills.values()].reduce((sum, count) => sum + count, 0);
  }

  #tell(): void {
    const time = new Date().toISOString().slice(11, 19);
    this.#parts.report.note(`${time}  ${this.copies.length} copies, ${this.killed} kills`);
  }

  async #copyUntil(endMs: number): Promise<void> {
    for (let dueMs = performance.now(); performance.now() < endMs; dueMs += copyEveryMs) {
      await pause(Math.max(0, dueMs - performance.now()));
      const text = textOf(this.copies.length + 1);
      const { unixMs } = await this.#parts.owner.ask({ text });
      this.copies.push({ text, atMs: unixMs });
    }
  }

  /** The last kill is early enough for the component to come back while copies are still made. */
  async #killUntil(endMs: number): Promise<void> {
    const { killEveryMs } = this.#parts;
    if (killEveryMs === 0) return;
    for (let dueMs = performance.now() + killEveryMs; dueMs < endMs - killEveryMs / 4; dueMs += killEveryMs) {
      await pause(Math.max(0, dueMs - performance.now()));
      await this.#killOne();
    }
  }

  async #killOne(): Promise<void> {
    const { hub, random } = this.#parts;
    const { components } = await hub.until(() => true);
    const victim = oneOf(
      components.filter(({ id, pid }) => pid !== null && id !== 'supervisor'),
      random,
    );
    const fromMs = Date.now();
    process.kill(victim.pid ?? 0, 'SIGKILL');
    this.#kills.set(victim.id, (this.#kills.get(victim.id) ?? 0) + 1);
    await this.#isBack(victim.id, victim.pid);
    const up = loggedSince(hub.places.logs, 'component state', fromMs).find(({ of, state }) => of === victim.id && isUp(state));
    if (victim.id === 'clipboard') this.gaps.push({ fromMs, toMs: up?.atMs ?? Date.now() });
  }

  async #isBack(id: string, before: number | null): Promise<void> {
    const endMs = performance.now() + backWithinMs;
    await this.#parts.hub.until(({ components }) => {
      if (performance.now() > endMs) throw new Error(`${id} did not come back`);
      return components.some((each) => each.id === id && each.pid !== before && isUp(each.state));
    });
  }
}

function isUp(state: ComponentState | null): boolean {
  return state === 'running' || state === 'degraded';
}
