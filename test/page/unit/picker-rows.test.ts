/** The picker's rows beside a history that changes while it is read: each copy is listed once, and none is missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RowChange, RowsAnswer } from '../../../src/contract/page-rows/rows.ts';
import type { FragmentRow } from '../../../src/contract/shell-page.ts';
import { fromTop, presentFirst } from '../../../src/processes/shell/page/picker/picker-rows.ts';
import type { RowsQuestion } from '../../../src/processes/shell/page/rows/next-rows-question.ts';
import { RowList } from '../../../src/processes/shell/page/rows/row-list.ts';
import { knownRows } from '../../../src/processes/shell/page/rows/sparse-rows.ts';
import { runs } from '../../harness/effort.ts';
import { fragmentRow } from '../views.ts';

const pageRows = 5;
const allRows = 1_000;
const everything = { newest: Number.POSITIVE_INFINITY, oldest: 0 } as const;

/** What there is, by its number: whether it is pinned. */
class History {
  readonly pins = new Map<number, boolean>();
  readonly #gone: number[] = [];
  #last = 0;

  copy(isPinned = false): RowChange {
    this.#last += 1;
    this.pins.set(this.#last, isPinned);
    return this.#changed(this.#last);
  }

  pin(number: number): RowChange {
    this.pins.set(number, !this.pins.get(number));
    return this.#changed(number);
  }

  delete(number: number): RowChange {
    this.pins.delete(number);
    this.#gone.push(number);
    return { gone: String(number) };
  }

  undo(): readonly RowChange[] {
    const number = this.#gone.pop();
    if (number === undefined) return [];
    this.pins.set(number, number % 2 === 0);
    return [this.#changed(number)];
  }

  /** Copied again: the entry moves to the top, with its pin and another number (decision 0032). */
  copyAgain(number: number): readonly RowChange[] {
    const isPinned = this.pins.get(number) === true;
    this.pins.delete(number);
    return [this.copy(isPinned), { gone: String(number) }];
  }

  get numbers(): readonly number[] {
    return [...this.pins.keys()].sort((one, other) => other - one);
  }

  row(number: number): FragmentRow {
    return fragmentRow({ id: String(number), canCopy: true, isPinned: this.pins.get(number) === true });
  }

  answer({ before, after }: RowsQuestion): RowsAnswer {
    const total = this.pins.size;
    if (after !== undefined) {
      const above = this.numbers.filter((number) => number > after);
      const rows = above.slice(-pageRows);
      return {
        rows: rows.map((each) => this.row(each)),
        from: after + 1,
        to: above.length > rows.length ? (rows[0] ?? 0) + 1 : null,
        total,
      };
    }
    const below = this.numbers.filter((number) => before === undefined || number < before);
    const rows = below.slice(0, pageRows);
    const pinned = this.numbers.filter((number) => this.pins.get(number));
    return {
      rows: rows.map((each) => this.row(each)),
      from: below.length > rows.length ? (rows.at(-1) ?? 0) : 0,
      to: before ?? null,
      total,
      ...(before === undefined ? { first: pinned.map((each) => this.row(each)) } : {}),
    };
  }

  #changed(number: number): RowChange {
    return { row: this.row(number) };
  }
}

type Deed = readonly ['copy' | 'pin' | 'delete' | 'undo' | 'copy again' | 'answer' | 'unheard', number];
const deed = fc.tuple(
  fc.constantFrom('copy', 'pin', 'delete', 'undo', 'copy again', 'answer', 'answer', 'unheard'),
  fc.nat(1_000),
) as fc.Arbitrary<Deed>;

function done(history: History, [what, at]: Deed): readonly RowChange[] {
  const number = history.numbers[at % Math.max(1, history.pins.size)];
  if (what === 'undo') return history.undo();
  if (what === 'copy' || number === undefined) return [history.copy()];
  if (what === 'delete') return [history.delete(number)];
  return what === 'copy again' ? history.copyAgain(number) : [history.pin(number)];
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const idsOf = (rows: readonly FragmentRow[]): readonly number[] => rows.map(({ id }) => Number(id));

test('whatever is pinned, deleted, copied and copied again while it is read, no copy is listed twice, and in the end none is missing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.array(deed, { maxLength: 40 }), async (copies, deeds) => {
      const history = new History();
      for (let count = 0; count < copies; count += 1) history.copy(count % 7 === 0);
      // An answer is what was there when it was asked for, and arrives later.
      const open: (() => void)[] = [];
      const read = (question: RowsQuestion): Promise<RowsAnswer> => {
        const answer = history.answer(question);
        return new Promise((resolve) => open.push(() => resolve(answer)));
      };
      const list = new RowList({ read, hasAll: true });
      const shown = (count: number): readonly number[] => {
        const [newest] = history.numbers;
        const present = newest === undefined ? [] : [history.row(newest)];
        return idsOf(presentFirst(fromTop(list.shown(), count).rows, present));
      };
      const isOnce = (): void => {
        for (const ids of [shown(pageRows), shown(allRows), idsOf(knownRows(list.shown().rows))])
          assert.deepEqual(ids, [...new Set(ids)], 'a copy is listed twice');
      };
      const answer = async (): Promise<void> => {
        open.shift()?.();
        await turn();
      };
      list.see('picker', everything);
      for (const each of deeds) {
        if (each[0] === 'answer') await answer();
        else if (each[0] === 'unheard') {
          history.copy(each[1] % 2 === 0);
          list.hear({ kind: 'reset' });
        } else list.hear({ kind: 'changes', changes: done(history, each) });
        isOnce();
      }
      while (open.length > 0) {
        await answer();
        isOnce();
      }
      list.end();
      const ids = shown(allRows);
      assert.deepEqual(
        [...ids].sort((one, other) => other - one),
        history.numbers,
      );
      const pinned = history.numbers.filter((number) => history.pins.get(number));
      const [present, ...others] = ids;
      assert.equal(present, history.numbers[0]);
      const top = pinned.filter((number) => number !== present);
      assert.deepEqual(others.slice(0, top.length), top, 'what is pinned is not at the top');
    }),
    { numRuns: runs(400) },
  );
});
