import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { followTarget } from './target-end.ts';

test('the picker says at once that its window has closed, and no other picker does', () => {
  const ended = new Map<number, () => void>();
  let over: (window: number | null, opened: number) => void = () => {};
  let changed: (state: ShellState) => void = () => {};
  const shell = {
    state: { picker: null } as unknown as ShellState,
    set: (change: Partial<ShellState>) => {
      shell.state = { ...shell.state, ...change };
      changed(shell.state);
    },
    onChanged: (listener: (state: ShellState) => void) => {
      changed = listener;
    },
  };
  const control = {
    onPickerOver: (listener: typeof over) => {
      over = listener;
    },
  };
  const watch = (window: number, end: () => void) => {
    ended.set(window, end);
    return () => void ended.delete(window);
  };
  followTarget({ shell, control, ends: { watch } });
  const call = (window: number | null, opened: number): void => {
    shell.set({ picker: { opened, into: 'Mousepad', pastes: true } });
    over(window, opened);
  };
  call(7, 1);
  const first = ended.get(7);
  call(8, 2);
  assert.deepEqual([...ended.keys()], [8]);
  first?.();
  assert.equal(shell.state.picker?.isGone, undefined);
  ended.get(8)?.();
  assert.deepEqual(shell.state.picker, { opened: 2, into: 'Mousepad', pastes: true, isGone: true });
  call(9, 3);
  shell.set({ picker: null });
  assert.equal(ended.size, 0, 'a window behind no picker is not watched');
  call(null, 4);
  assert.equal(ended.size, 0);
});
