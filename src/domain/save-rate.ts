/**
 * How much of what is copied becomes files by itself: a program that copies in a loop is not to fill the WorkSpace. What is beyond that is kept
 * in the journal, and becomes a file when somebody asks for it.
 */
import type { AppIdentity } from '../contract/source-snapshot.ts';
import { LeastRecentlyUsed } from './least-recently-used.ts';

/** So much at once, and so much more with each hour that passes. */
export interface SaveAllowance {
  readonly files: { readonly atOnce: number; readonly perHour: number };
  readonly bytes: { readonly atOnce: number; readonly perHour: number };
}

const gibibyte = 1024 ** 3;
const ofOneProgram: SaveAllowance = { files: { atOnce: 10_000, perHour: 1_000 }, bytes: { atOnce: 4 * gibibyte, perHour: gibibyte } };

/**
 * Nobody copies so much by hand, nor with a script that has an end. `together` is for all programs: one that calls itself something else each time
 * has no more than that, and one that floods leaves half of it to the others.
 */
export const saveAllowances = {
  program: ofOneProgram,
  together: { files: { atOnce: 20_000, perHour: 2_000 }, bytes: { atOnce: 8 * gibibyte, perHour: 2 * gibibyte } },
} as const satisfies Readonly<Record<'program' | 'together', SaveAllowance>>;

/** What is left of an allowance at a time. */
export interface SaveBudget {
  readonly files: number;
  readonly bytes: number;
  readonly atMs: number;
}

/** A copy that would become a file. */
export interface AutomaticSave {
  readonly app: Pick<AppIdentity, 'executable' | 'name'>;
  readonly bytes: number;
  /** When it was copied (Unix, ms): what waits in the journal for long has the allowance of its time. */
  readonly copiedAtMs: number;
}

/** What is left after a save, or null where it is too much. `null` before the first one. A clock that was set back brings nothing and costs nothing. */
export function spend(
  budget: SaveBudget | null,
  { bytes, copiedAtMs }: Pick<AutomaticSave, 'bytes' | 'copiedAtMs'>,
  allowance: SaveAllowance,
): SaveBudget | null {
  const hours = budget === null ? 0 : Math.max(0, copiedAtMs - budget.atMs) / 3_600_000;
  const left = (kind: 'files' | 'bytes'): number => {
    const { atOnce, perHour } = allowance[kind];
    return budget === null ? atOnce : Math.min(atOnce, budget[kind] + hours * perHour);
  };
  const next = { files: left('files') - 1, bytes: left('bytes') - bytes, atMs: copiedAtMs };
  return next.files < 0 || next.bytes < 0 ? null : next;
}

/** Programs that are told apart; the one that copied longest ago is forgotten first, with a full allowance when it comes back. */
const mostPrograms = 256;

/** The budgets of all programs, in memory. */
export class SaveRate {
  readonly #allowances: Readonly<Record<'program' | 'together', SaveAllowance>>;
  readonly #programs = new LeastRecentlyUsed<SaveBudget>(() => mostPrograms);
  #together: SaveBudget | null = null;

  constructor(allowances: Readonly<Record<'program' | 'together', SaveAllowance>> = saveAllowances) {
    this.#allowances = allowances;
  }

  /** Whether a copy may become a file by itself. One that may is counted. */
  take(save: AutomaticSave): boolean {
    const program = programOf(save.app);
    const own = spend(this.#programs.get(program) ?? null, save, this.#allowances.program);
    const together = spend(this.#together, save, this.#allowances.together);
    if (own === null || together === null) return false;
    this.#programs.set(program, own);
    this.#together = together;
    return true;
  }
}

/** All that nobody knows the program of share one budget. */
function programOf({ executable, name }: AutomaticSave['app']): string {
  return executable ?? name ?? '';
}
