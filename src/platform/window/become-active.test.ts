import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomeActive } from './become-active.ts';

/** A window of a desktop that makes it active when it is shown anew, or never. */
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

test('a window that is active, or becomes so by itself, is left as it is', async () => {
  const { state, parts } = windowOf({ givesNewOnes: true }, { isActive: true, isWanted: true });
  assert.equal(await becomeActive(parts), true);
  const slow = windowOf({ givesNewOnes: true });
  setTimeout(() => {
    slow.state.isActive = true;
  }, 20);
  assert.equal(await becomeActive(slow.parts), true);
  assert.deepEqual([state.shownAnew, slow.state.shownAnew], [0, 0]);
});

test('one that stays behind is shown anew, once; when that is in vain, it says so', async () => {
  const agreeing = windowOf({ givesNewOnes: true });
  assert.equal(await becomeActive(agreeing.parts), true);
  const refusing = windowOf({ givesNewOnes: false });
  assert.equal(await becomeActive(refusing.parts), false);
  assert.deepEqual([agreeing.state.shownAnew, refusing.state.shownAnew], [1, 1]);
});

test('one that is hidden meanwhile is not shown again, nor where that is not the way', async () => {
  const hidden = windowOf({ givesNewOnes: true });
  setTimeout(() => {
    hidden.state.isWanted = false;
  }, 20);
  assert.equal(await becomeActive(hidden.parts), false);
  assert.equal(hidden.state.shownAnew, 0);
  const behind = windowOf({ givesNewOnes: true });
  assert.equal(await becomeActive({ ...behind.parts, showAnew: null }), false);
});
