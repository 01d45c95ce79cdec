/** A history of any length, whose rows are made when they are read. */

import type { RowsAnswer, RowsQuery } from '../../src/contract/page-rows/rows.ts';
import type { FragmentRow } from '../../src/contract/shell-page.ts';
import { fragmentRow } from './views.ts';

const rowOf = (number: number): FragmentRow =>
  fragmentRow({ id: String(number), title: `Copy ${number}`, preview: '', toolTip: `Copy ${number}` });

/** So many copies, of which some may be deleted. */
export class LongHistory {
  newest: number;
  readonly gone = new Set<number>();

  constructor(newest: number) {
    this.newest = newest;
  }

  readonly read = ({ before, after, limit }: RowsQuery): RowsAnswer => {
    const rows: FragmentRow[] = [];
    const total = this.newest - this.gone.size;
    if (after === undefined) {
      let number = Math.min(this.newest, (before ?? Number.POSITIVE_INFINITY) - 1);
      for (; number > 0 && rows.length < limit; number -= 1) if (!this.gone.has(number)) rows.push(rowOf(number));
      return { rows, from: number > 0 ? Number(rows.at(-1)?.id) : 0, to: before ?? null, total };
    }
    let number = after + 1;
    for (; number <= this.newest && rows.length < limit; number += 1) if (!this.gone.has(number)) rows.unshift(rowOf(number));
    return { rows, from: after === 0 ? 0 : after + 1, to: number > this.newest ? null : number, total };
  };

  copy(): { readonly row: FragmentRow } {
    this.newest += 1;
    return { row: rowOf(this.newest) };
  }

  delete(number: number): { readonly gone: string } {
    this.gone.add(number);
    return { gone: String(number) };
  }
}
