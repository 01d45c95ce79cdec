/**
 * How many copies become files automatically: a program that copies in a loop must not fill the WorkSpace. Further copies are kept in the journal,
 * and become files on request.
 */
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { LeastRecentlyUsed } from '../least-recently-used.ts';

/** This much at once, and this much more for each hour. */
export interface SaveAllowance {
  readonly files: { readonly atOnce: number; readonly perHour: number };
  readonly bytes: { readonly atOnce: number; readonly perHour: number };
}

const gibibyte = 1024 ** 3;
const ofOneProgram: SaveAllowance = { files: { atOnce: 10_000, perHour: 1_000 }, bytes: { atOnce: 4 * gibibyte, perHour: gibibyte } };

/**
 * Nobody copies this much by hand, or with a script that ends. `together` is for all programs: one that changes its name each time has no more than
 * that, and one that floods leaves half of it to the others.
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
  /** When it was copied (Unix, ms): a copy that waited in the journal uses the allowance of its time. */
  readonly copiedAtMs: number;
}

/** What is left after a save, or null if it is too much. `null` before the first one. A clock that was set back has no effect. */
export function spendSaveBudget(
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

/** How many programs are distinguished; the one that copied longest ago is forgotten first, and has a full allowance when it copies again. */
const mostPrograms = 256;

/** The budgets of all programs, in memory. */
export class SaveRate {
  readonly #allowances: Readonly<Record<'program' | 'together', SaveAllowance>>;
  readonly #programs = new LeastRecentlyUsed<SaveBudget>(() => mostPrograms);
  #together: SaveBudget | null = null;

  constructor(allowances: Readonly<Record<'program' | 'together', SaveAllowance>> = saveAllowances) {
    this.#allowances = allowances;
  }

  /** Whether a copy may become a file automatically. If so, it is counted. */
  take(save: AutomaticSave): boolean {
    const program = programOf(save.app);
    const own = spendSaveBudget(this.#programs.get(program) ?? null, save, this.#allowances.program);
    const together = spendSaveBudget(this.#together, save, this.#allowances.together);
    if (own === null || together === null) return false;
    this.#programs.set(program, own);
    this.#together = together;
    return true;
  }
}

/** All copies from unknown programs share one budget. */
function programOf({ executable, name }: AutomaticSave['app']): string {
  return executable ?? name ?? '';
}
