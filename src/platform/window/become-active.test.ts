import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomeActive } from './become-active.ts';

/** A window of a desktop that makes it active when it is shown again, or never. */
function windowOf(desktop: { readonly givesNewOnes: boolean }, initial = { isActive: false, isWanted: true }) {
  const state = { ...initial, shownAnew: 0 };
  const parts = {
    isWanted: () => state.isWanted,
    isActive: () => state.isActive,
    showAnew: () => {
      state.shownAnew += 1;
      state.isActive = desktop.givesNewOnes;
    },
  };
  return { state, parts };
}

/** Changes between the first look and the second one. */
function soon(value: boolean): () => boolean {
  let looks = 0;
  return () => {
    looks += 1;
    return looks > 1 ? value : !value;
  };
}

test('a window that is active, or becomes active by itself, is left alone', async () => {
  const { state, parts } = windowOf({ givesNewOnes: true }, { isActive: true, isWanted: true });
  assert.equal(await becomeActive(parts), true);
  const slow = windowOf({ givesNewOnes: true });
  assert.equal(await becomeActive({ ...slow.parts, isActive: soon(true) }), true);
  assert.deepEqual([state.shownAnew, slow.state.shownAnew], [0, 0]);
});

test('a window that stays in the background is shown again, once; if that does not help, the result says so', async () => {
  const agreeing = windowOf({ givesNewOnes: true });
  assert.equal(await becomeActive(agreeing.parts), true);
  const refusing = windowOf({ givesNewOnes: false });
  assert.equal(await becomeActive(refusing.parts), false);
  assert.deepEqual([agreeing.state.shownAnew, refusing.state.shownAnew], [1, 1]);
});

test('a window that was hidden meanwhile is not shown again, nor on a system where that does not help', async () => {
  const hidden = windowOf({ givesNewOnes: true });
  assert.equal(await becomeActive({ ...hidden.parts, isWanted: soon(false) }), false);
  assert.equal(hidden.state.shownAnew, 0);
  const behind = windowOf({ givesNewOnes: true });
  assert.equal(await becomeActive({ ...behind.parts, showAnew: null }), false);
});
