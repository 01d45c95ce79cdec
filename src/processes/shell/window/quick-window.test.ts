import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { FakeWindow } from '../../../../test/doubles/fake-window.ts';
import { shellBeginning } from '../../../../test/harness/shell-beginning.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { QuickWindow } from './quick-window.ts';
import { WindowControl } from './window-control.ts';
import { OpenWindowMemory, openedAs } from './window-memory.ts';

function rig(t: TestContext) {
  const memory = new OpenWindowMemory(path.join(temporaryHome(t), 'window.json'));
  t.after(() => memory[Symbol.asyncDispose]());
  memory.set({ place: { x: 100, y: 50 } });
  const window = new FakeWindow({ ...openedAs(memory.value), icon: { rgba: new Uint8Array(4), sizePx: 1 } });
  const shell = {
    state: { ...shellBeginning } as unknown as ShellState,
    set: (change: Partial<ShellState>) => {
      shell.state = { ...shell.state, ...change };
      const { quick = null, picker } = shell.state;
      if ('quick' in change || 'picker' in change) queueMicrotask(() => control.drawn(quick?.opened ?? picker?.opened ?? 0));
    },
    show: (section: ShellState['section']) => shell.set({ section }),
    lists: { search: (query: string) => shell.set({ query }) },
    notices: { clear: () => shell.set({ notice: null }) },
    setShown: () => {},
  };
  const control = new WindowControl({ window, memory, shell, log: rememberingLog(() => {}), run: 'this run' });
  t.after(() => control[Symbol.dispose]());
  const followed: string[] = [];
  const quick = new QuickWindow({ window, control, memory, shell, follow: () => void followed.push('documents') });
  return { window, memory, shell, control, quick, followed };
}

test('it is small and in the middle, has the keyboard, and the window is back where it was when it is closed', async (t) => {
  const { window, memory, shell, control, quick, followed } = rig(t);
  await control.restore();
  const before = window.bounds;
  assert.equal(await quick.open('text-extraction'), true);
  assert.deepEqual(window.bounds, { x: 720, y: 173, width: 480, height: 560 });
  assert.deepEqual([window.form, shell.state.quick?.name, followed.length], ['small', 'text-extraction', 1]);
  assert.equal(window.title, 'Text extraction – Hub');
  control.hide();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual([window.bounds, window.form, window.isActive, shell.state.quick], [before, 'window', true, null]);
  assert.equal(window.title, 'Hub');
  assert.deepEqual(memory.value.size, { width: before.width, height: before.height }, 'its size is not that of the window');
});

test('closed, it leaves a window hidden that was hidden', async (t) => {
  const { window, control, quick } = rig(t);
  await quick.open('chat-routing');
  assert.equal(window.isVisible, true);
  control.hide();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual([window.isVisible, window.form], [false, 'window']);
});

test('closed, it leaves the keyboard to the program that had it, with the window behind', async (t) => {
  const { window, control, quick } = rig(t);
  await control.restore();
  window.isActive = false;
  await quick.open('chat-routing');
  assert.equal(window.isActive, true);
  control.hide();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual([window.isVisible, window.isActive, window.form], [true, false, 'window']);
});

test('each is its own: another one takes its place, as a page that begins anew', async (t) => {
  const { shell, quick } = rig(t);
  await quick.open('chat-routing');
  const first = shell.state.quick?.opened ?? 0;
  await quick.open('structured-text');
  assert.equal(shell.state.quick?.name, 'structured-text');
  assert.ok((shell.state.quick?.opened ?? 0) > first);
});

test('the picker and the window itself take its place, and it takes that of the picker', async (t) => {
  const { window, shell, control, quick } = rig(t);
  await quick.open('chat-routing');
  await control.showPicker({ opened: 1, into: '', pastes: false }, null);
  assert.deepEqual([window.form, shell.state.quick, shell.state.picker?.opened], ['picker', null, 1]);
  await quick.open('text-extraction');
  assert.deepEqual([window.form, shell.state.picker, shell.state.quick?.name], ['small', null, 'text-extraction']);
  await control.restore();
  assert.deepEqual([window.form, shell.state.quick, window.isActive], ['window', null, true]);
});
