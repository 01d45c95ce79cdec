/**
 * The changes of lists, for pages that request them with the revision that they have seen: in order, the last change of each fragment, and bounded.
 */
import type { RowChange, RowNews } from '../../contract/page-rows/rows.ts';

/** More than occur between two views; a page that is further behind reads its rows again. */
const mostChanges = 300;

export class RowChangesLog {
  /** By the fragment's number, oldest first. */
  readonly #changes = new Map<string, { readonly revision: number; readonly change: RowChange }>();
  /** Changes up to this revision are incomplete. */
  #lostUpTo = Number.NEGATIVE_INFINITY;

  /** @param revision the view that contains the change. */
  note(change: RowChange, revision: number): void {
    const id = 'row' in change ? change.row.id : change.gone;
    this.#changes.delete(id);
    this.#changes.set(id, { revision, change });
    for (const [oldest, { revision: said }] of this.#changes) {
      if (this.#changes.size <= mostChanges) return;
      this.#changes.delete(oldest);
      this.#lostUpTo = Math.max(this.#lostUpTo, said);
    }
  }

  /** Changes before the view of that revision are unknown. */
  reset(revision: number): void {
    this.#changes.clear();
    this.#lostUpTo = revision;
  }

  /** The changes for a page that has seen `after`, with the view `upTo`. A page that has seen nothing, or another process's view, is reset. */
  between(after: number, upTo: number): RowNews {
    if (!(after >= 0 && after <= upTo) || after < this.#lostUpTo) return { kind: 'reset' };
    const told = [...this.#changes.values()].filter(({ revision }) => revision > after && revision <= upTo);
    return { kind: 'changes', changes: told.map(({ change }) => change) };
  }
}
