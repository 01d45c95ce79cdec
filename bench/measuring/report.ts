/** The output of a benchmark: plain aligned tables while it runs, one line per target at its end, and all figures as one document. */
import { describeMachine, isBusy, type Machine } from './machine.ts';
import type { Summary } from './percentiles.ts';

export type Cell = string | number | null;

export interface Target {
  readonly what: string;
  readonly figure: number;
  readonly limit: number;
  readonly better: 'lower' | 'higher';
  readonly unit: string;
}

export const statisticColumns = ['p50', 'p90', 'p99', 'min', 'max', 'samples'] as const;

/** The cells of `statisticColumns`. */
export function statisticCells({ p50, p90, p99, min, max, samples }: Summary): readonly string[] {
  return [...[p50, p90, p99, min, max].map((value) => value.toFixed(2)), String(samples)];
}

export class Report {
  readonly #name: string;
  readonly #machine: Machine = describeMachine();
  readonly #print: (line: string) => void;
  readonly #tables: { title: string; columns: readonly string[]; rows: readonly (readonly Cell[])[] }[] = [];
  readonly #targets: Target[] = [];
  #isSound = true;

  constructor(name: string, print: (line: string) => void) {
    this.#name = name;
    this.#print = print;
    const { cpu, cores, load, node, system, date } = this.#machine;
    print(`${cpu}, ${cores} cores, load ${load.join(' ')}, Node ${node}, ${system}, ${date}`);
    if (isBusy(this.#machine)) print('The machine was busy before this began: times and rates are worse than on an idle one.');
  }

  note(line: string): void {
    this.#print(line);
  }

  /** A table; the first column is left-aligned, the others right. */
  table(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
    this.#tables.push({ title, columns, rows });
    const shown = [columns, ...rows.map((row) => row.map((cell) => (cell === null ? '-' : String(cell))))];
    const widths = columns.map((_, column) => Math.max(...shown.map((row) => (row[column] ?? '').length)));
    this.#print(`\n${title}`);
    for (const row of shown) {
      const cells = widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)));
      this.#print(`  ${cells.join('  ').trimEnd()}`);
    }
  }

  /** A table that is too long to be printed: it is only in the document. */
  figures(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
    this.#tables.push({ title, columns, rows });
  }

  /** Printed at the end, with whether it was reached. */
  target(target: Target): void {
    this.#targets.push(target);
  }

  /** False once something was found that must never happen. */
  get isSound(): boolean {
    return this.#isSound;
  }

  /** Printed at the end: how often something happened that must never happen. Anything but zero makes the benchmark fail. */
  never(what: string, count: number): void {
    this.#isSound &&= count === 0;
    this.target({ what, figure: count, limit: 0, better: 'lower', unit: '' });
  }

  end(): void {
    this.#print('');
    for (const target of this.#targets) this.#print(targetLine(target));
  }

  toJSON(): object {
    const targets = this.#targets.map((target) => ({ ...target, reached: Number.isNaN(target.figure) ? null : isReached(target) }));
    return { bench: this.#name, machine: this.#machine, tables: this.#tables, targets };
  }
}

function isReached({ figure, limit, better }: Target): boolean {
  return better === 'lower' ? figure <= limit : figure >= limit;
}

function targetLine(target: Target): string {
  const { what, figure, limit, better, unit } = target;
  // A run that was told to leave it out, or that has no sample of it.
  if (Number.isNaN(figure)) return `not measured  ${what}`;
  const rounded = Math.round(figure * 100) / 100;
  return `${isReached(target) ? 'reached' : 'MISSED '}  ${what}: ${rounded} ${unit} (target ${better === 'lower' ? '≤' : '≥'} ${limit} ${unit})`;
}
