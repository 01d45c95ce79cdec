import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { FakeWindow } from '../../../../test/doubles/fake-window.ts';
import { shellBeginning } from '../../../../test/harness/shell-beginning.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { WindowControl } from './window-control.ts';
import { OpenWindowMemory, openedAs, type WindowMemory } from './window-memory.ts';

const run = 'this run';
const icon = { rgba: new Uint8Array(4), sizePx: 1 };

interface Beginning {
  readonly kept?: Partial<WindowMemory>;
  readonly hasPlace?: boolean;
  readonly startsHidden?: boolean;
  readonly isBack?: boolean;
}

/** A window that is opened from its memory, and controlled. */
function rig(t: TestContext, { kept = {}, hasPlace = true, startsHidden = false, isBack = false }: Beginning = {}) {
  const folder = temporaryHome(t);
  const memory = new OpenWindowMemory(path.join(folder, 'window.json'));
  t.after(() => memory[Symbol.asyncDispose]());
  memory.set({ place: { x: 100, y: 50 }, ...kept });
  const logged: string[] = [];
  const window = new FakeWindow({ ...openedAs(memory.value), icon }, hasPlace);
  const told: boolean[] = [];
  const page = { draws: true };
  const shell = {
    state: { ...shellBeginning, railIsOpen: memory.value.railIsOpen } as unknown as ShellState,
    set: (change: Partial<ShellState>) => {
      shell.state = { ...shell.state, ...change };
      if (change.picker !== undefined && page.draws) queueMicrotask(() => control.drawn(change.picker?.opened ?? 0));
    },
    show: (section: ShellState['section']) => shell.set({ section }),
    lists: { search: (query: string) => shell.set({ query }) },
    notices: { clear: () => shell.set({ notice: null }) },
    setShown: (isShown: boolean) => void told.push(isShown),
  };
  const control = new WindowControl({
    window,
    memory,
    shell,
    log: rememberingLog((event) => logged.push(event)),
    run,
    startsHidden,
    isBack,
  });
  t.after(() => control[Symbol.dispose]());
  const keeps = (what: Partial<WindowMemory>): Promise<unknown> =>
    until(JSON.stringify(what), () => {
      const { place, size, isMaximised } = memory.value;
      const now: Partial<WindowMemory> = { place, size, isMaximised };
      return Object.entries(what).every(([name, value]) => JSON.stringify(now[name as 'size']) === JSON.stringify(value));
    });
  return { window, memory, shell, page, told, control, logged, keeps };
}

test('is hidden and shown by toggle, hidden by its close button, and that is remembered', async (t) => {
  const { window, memory, control, told } = rig(t);
  assert.equal(control.opensAt, 'front', 'a new run shows it');
  await control.toggle();
  assert.deepEqual([window.isActive, memory.value.shownIn], [true, { run, isShown: true }]);
  await control.toggle();
  assert.deepEqual([window.isVisible, memory.value.shownIn, control.opensAt], [false, { run, isShown: false }, null]);
  assert.equal(await control.restore(), true);
  window.askToClose();
  assert.deepEqual([window.isVisible, control.opensAt], [false, null]);
  assert.deepEqual(told, [true, false, true, false], 'the page hears of it');
});

test('that starts hidden is not shown by a new start, but again after a failure if it was shown meanwhile', async (t) => {
  const { control } = rig(t, { startsHidden: true });
  assert.equal(control.opensAt, null);
  await control.restore();
  assert.equal(control.opensAt, 'front');
});

test('that is back after a failure is shown where it was, and takes no keyboard', async (t) => {
  const { window, control, logged } = rig(t, { isBack: true });
  assert.equal(control.opensAt, 'behind');
  assert.equal(await control.restore('behind'), false);
  assert.deepEqual([window.isVisible, window.isActive, logged], [true, false, []]);
  assert.equal(await control.restore(), true, 'the user opens it');
});

test('that its user restarts is back in front, and after a later failure as it was', async (t) => {
  const { control, memory } = rig(t, { isBack: true, kept: { shownIn: { run, isShown: true, isAwaited: true } } });
  assert.equal(control.opensAt, 'front');
  assert.equal(await control.restore('front'), true);
  assert.deepEqual(memory.value.shownIn, { run, isShown: true });
  assert.equal(control.opensAt, 'behind');
});

test('that the desktop has just minimized comes back with toggle, although its own events do not say so yet', async (t) => {
  const { window, control } = rig(t);
  await control.restore();
  window.isMinimizedUnseen = true;
  await control.toggle();
  assert.deepEqual([window.isVisible, await window.isOnScreen()], [true, true]);
  await control.toggle();
  assert.equal(window.isVisible, false);
});

test('that does not become active is logged, unless it was hidden meanwhile', async (t) => {
  const { window, control, logged } = rig(t);
  window.isGranted = false;
  assert.equal(await control.restore(), false);
  assert.equal(logged.filter((event) => event.includes('did not become active')).length, 1);
  const restoring = control.restore();
  control.hide();
  assert.equal(await restoring, false);
  assert.equal(logged.filter((event) => event.includes('did not become active')).length, 1);
});

test('grows and shrinks with its rail, and is remembered without it', async (t) => {
  const { window, control, keeps } = rig(t);
  await control.restore();
  control.toggleRail();
  assert.equal(window.bounds.width, 760);
  await keeps({ size: { width: 608, height: 600 } });
  window.become({ width: 900, height: 640, x: 7 });
  await keeps({ size: { width: 748, height: 640 }, place: { x: 7, y: 50 } });
  control.toggleRail();
  assert.deepEqual(window.bounds, { x: 7, y: 50, width: 748, height: 640 });
});

test('on a narrow screen is remembered with what the rail took from its content, until its user resizes it', async (t) => {
  const { window, control, keeps } = rig(t);
  await control.restore();
  window.screen = { x: 0, y: 0, width: 700, height: 600 };
  control.toggleRail();
  assert.deepEqual([window.bounds.x, window.bounds.width], [0, 700]);
  await keeps({ size: { width: 608, height: 600 }, place: { x: 0, y: 50 } });
  window.become({ width: 680 });
  await keeps({ size: { width: 528, height: 600 } });
  control.toggleRail();
  assert.equal(window.bounds.width, 528);
});

test('that is maximized keeps its own size and place, and is remembered as maximized', async (t) => {
  const { window, control, memory, keeps } = rig(t);
  await control.restore();
  window.become({ x: 200, y: 60 });
  await keeps({ place: { x: 200, y: 60 } });
  window.become({ x: 0, y: 0, width: 1_920, height: 1_050, extent: 'maximised' });
  await keeps({ isMaximised: true });
  const { place, size } = memory.value;
  assert.deepEqual({ place, size }, { place: { x: 200, y: 60 }, size: { width: 608, height: 600 } });
  assert.deepEqual(openedAs(memory.value), {
    place: { x: 200, y: 60 },
    size: { width: 608, height: 600 },
    smallest: { width: 369, height: 420 },
    isMaximised: true,
  });
  // An intermediate size, which is neither.
  window.become({ extent: 'own' });
  window.become({ x: 200, y: 60, width: 608, height: 600 });
  await keeps({ isMaximised: false, place: { x: 200, y: 60 }, size: { width: 608, height: 600 } });
  window.become({ x: 0, y: 0, width: 1_920, height: 1_080, extent: 'full-screen' });
  control.hide();
  assert.deepEqual([memory.value.size, memory.value.isMaximised], [{ width: 608, height: 600 }, false]);
});

test('whose rail was moved while it was maximized changes its width once it is restored', async (t) => {
  const { window, control, shell, memory, keeps } = rig(t, { kept: { isMaximised: true } });
  window.become({ x: 0, y: 0, width: 1_920, height: 1_050, extent: 'maximised' });
  await control.restore();
  control.toggleRail();
  assert.deepEqual([shell.state.railIsOpen, memory.value.railIsOpen, window.bounds.width], [true, true, 1_920]);
  window.become({ x: 100, y: 50, width: 608, height: 600, extent: 'own' });
  await until('room for the rail', () => window.bounds.width === 760);
  await keeps({ isMaximised: false, size: { width: 608, height: 600 } });
  window.become({ width: 1_920, extent: 'maximised' });
  await keeps({ isMaximised: true });
  control.toggleRail();
  control.toggleRail();
  window.become({ width: 760, extent: 'own' });
  await keeps({ isMaximised: false, size: { width: 608, height: 600 } });
  assert.equal(window.bounds.width, 760);
});

test('has room for the labels beside its content, however narrow its user or its memory makes it', async (t) => {
  const { window, control } = rig(t, { kept: { size: { width: 360, height: 300 } } });
  assert.deepEqual([window.bounds.width, window.bounds.height, window.smallest], [369, 420, { width: 369, height: 420 }]);
  await control.restore();
  control.toggleRail();
  assert.deepEqual([window.bounds.width, window.smallest], [521, { width: 521, height: 420 }]);
  control.toggleRail();
  assert.deepEqual([window.bounds.width, window.smallest], [369, { width: 369, height: 420 }]);
});

test('has no place to remember if its desktop reports none, and is remembered if it is hidden right after a move', async (t) => {
  const { window, control, memory } = rig(t, { kept: { place: null }, hasPlace: false });
  await control.restore();
  window.become({ width: 700 });
  control.hide();
  assert.deepEqual([memory.value.place, memory.value.size.width], [null, 700]);
  window.become({ width: 640 });
  control[Symbol.dispose]();
  assert.equal(memory.value.size.width, 700, 'a hidden window remembers no changes, because they are not the user’s');
});

test('makes room for a rail as wide as the page is scaled, and opens with as much the next time', async (t) => {
  const { window, memory, control, keeps } = rig(t, { kept: { size: { width: 900, height: 600 } } });
  await control.restore();
  control.toggleRail(600);
  assert.equal(window.bounds.width, 900 + 228);
  await keeps({ size: { width: 900, height: 600 } });
  assert.equal(openedAs(memory.value).size.width, 900 + 228);
  control.toggleRail(752);
  assert.equal(window.bounds.width, 900);
});

test('grows with the text that the desktop wants, as its picker does, once its page tells how large that is', async (t) => {
  const { window, memory, control } = rig(t, { kept: { size: { width: 600, height: 500 }, pickerSize: { width: 400, height: 440 } } });
  control.drawn(0, 400);
  assert.deepEqual([window.bounds.width, window.bounds.height], [900, 750]);
  assert.deepEqual([memory.value.pageZoom, memory.value.pickerSize], [1.5, { width: 600, height: 660 }]);
  await control.showPicker({ opened: 1, into: 'Mousepad', pastes: true }, null);
  assert.deepEqual([window.bounds.width, window.bounds.height], [600, 660]);
  control.drawn(0, 200);
  assert.equal(memory.value.pageZoom, 1.5, 'the width of the picker is not that of the window');
});

test('gets its width back from the rail even if the page is not laid out yet for the new width', async (t) => {
  const { window, memory, control } = rig(t, { kept: { size: { width: 900, height: 600 } } });
  await control.restore();
  control.toggleRail(900);
  assert.equal(window.bounds.width, 1_052);
  control.toggleRail(900);
  assert.deepEqual([window.bounds.width, memory.value.pageZoom], [900, 1]);
});

test('has its own size again after the picker, also if that was called again before the size was there', async (t) => {
  const { window, control, memory } = rig(t, { kept: { size: { width: 700, height: 650 } } });
  await control.restore();
  const before = { ...window.bounds };
  const picker = { into: 'Mousepad', pastes: true };
  await control.showPicker({ opened: 1, ...picker }, null);
  const [resize, move] = [window.resize.bind(window), window.move.bind(window)];
  [window.resize, window.move] = [() => {}, () => {}];
  await control.leavePicker();
  await control.showPicker({ opened: 2, ...picker }, null);
  [window.resize, window.move] = [resize, move];
  await control.leavePicker();
  assert.deepEqual([window.bounds.width, window.bounds.height], [before.width, before.height]);
  control[Symbol.dispose]();
  assert.deepEqual(memory.value.size, { width: 700, height: 650 });
});

test('is where it was after the picker, if the window manager moved it away from the edge of the screen for the width of that', async (t) => {
  const { window, control } = rig(t, { kept: { size: { width: 400, height: 650 } } });
  await control.restore();
  window.become({ x: 850, y: 40 });
  const before = { ...window.bounds };
  await control.showPicker({ opened: 1, into: 'Mousepad', pastes: true }, null);
  await control.leavePicker();
  window.become({ x: 800 });
  await until('the place before', () => window.bounds.x === 850);
  assert.deepEqual(window.bounds, before);
  window.become({ x: 700 });
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(window.bounds.x, 700, 'whoever moves it later is obeyed');
});

test('is the picker over another window for a while, and itself afterwards', async (t) => {
  const { window, control, memory } = rig(t, { kept: { size: { width: 700, height: 650 } } });
  await control.restore();
  const before = { ...window.bounds };
  const over = { x: 800, y: 300, width: 400, height: 400 };
  const called = { window: 7, bounds: over, isBehind: true };
  const overs: unknown[] = [];
  control.onPickerOver((...told) => overs.push(told));
  assert.equal(await control.showPicker({ opened: 1, into: 'Mousepad', pastes: true }, called), true);
  assert.deepEqual(overs, [[7, 1]]);
  const { width, height } = memory.value.pickerSize;
  assert.deepEqual([window.form, window.bounds.width, window.bounds.height], ['picker', width, height]);
  assert.equal(window.bounds.x, over.x + (over.width - width) / 2);
  window.become({ width: 500, height: 400 });
  await until('size of the picker', () => memory.value.pickerSize.width === 500 && memory.value.pickerSize.height === 400);
  await control.leavePicker();
  assert.deepEqual([window.form, window.bounds, window.isVisible], ['window', before, true]);
  assert.deepEqual(
    [memory.value.size, memory.value.place],
    [
      { width: 700, height: 650 },
      { x: 100, y: 50 },
    ],
    'what is remembered is the window',
  );
});

test('as the picker it keeps the size that the user gave it, and none that the window has yet, whether it is left in that moment or stays', async (t) => {
  const { window, control, memory } = rig(t, { kept: { size: { width: 700, height: 720 } } });
  const picker = { into: 'Mousepad', pastes: true };
  const { pickerSize } = memory.value;
  await control.showPicker({ opened: 1, ...picker }, null);
  await control.leavePicker();
  await control.showPicker({ opened: 2, ...picker }, null);
  // The window manager has just done what was asked of it before.
  window.become({ width: 700, height: 720 });
  await control.leavePicker();
  assert.deepEqual(memory.value.pickerSize, pickerSize);
  await control.showPicker({ opened: 3, ...picker }, null);
  window.become({ width: 700, height: 720 });
  window.become({ width: 701, height: 719 });
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.deepEqual(memory.value.pickerSize, pickerSize);
  window.become({ width: 640, height: 500 });
  await until('size by the user', () => memory.value.pickerSize.width === 640);
  await control.leavePicker();
  await control.showPicker({ opened: 4, ...picker }, null);
  assert.deepEqual([window.bounds.width, window.bounds.height], [640, 500]);
});

test('behind other windows it stays on the screen when the picker is left, and goes back to its place among them', async (t) => {
  const { window, control, page } = rig(t);
  await control.restore();
  Object.assign(window, { isActive: false, above: 7 });
  await control.showPicker({ opened: 1, into: 'Mousepad', pastes: true }, null);
  assert.equal(window.isActive, true);
  page.draws = false;
  window.isGranted = false; // an activation would take its keyboard away here
  assert.equal(await control.leavePicker('on'), 'other');
  assert.deepEqual([window.form, window.isVisible, window.isActive, window.putBelowOf], ['window', true, true, 7]);
});

test('left before it was on the screen, the picker gives a window that was shown back to it', async (t) => {
  const { window, control, page } = rig(t);
  await control.restore();
  page.draws = false;
  const opening = control.showPicker({ opened: 1, into: 'Mousepad', pastes: true }, null);
  const leaving = control.leavePicker('on');
  control.drawn(0);
  assert.equal(await leaving, 'other');
  assert.deepEqual([window.form, window.isVisible, await opening], ['window', true, false]);
});

test('left while it is just coming to the front, it is taken from the screen, or it would have the keyboard later', async (t) => {
  const { window, control, page } = rig(t);
  await control.restore();
  Object.assign(window, { isActive: false, above: 7 });
  const coming = Promise.withResolvers<boolean>();
  const activate = t.mock.method(window, 'activate', () => {
    window.isVisible = true;
    return coming.promise;
  });
  const opening = control.showPicker({ opened: 1, into: 'Mousepad', pastes: true }, null);
  await turn();
  assert.equal(activate.mock.callCount(), 1);
  page.draws = false;
  const leaving = control.leavePicker('back');
  assert.equal(window.isVisible, false);
  activate.mock.restore();
  coming.resolve(false);
  control.drawn(0);
  assert.deepEqual([await leaving, await opening, window.isVisible, window.putBelowOf], ['other', false, true, null]);
});

test('whatever closes the picker leaves it as Escape does', async (t) => {
  const { window, control } = rig(t);
  await control.restore();
  let left = 0;
  control.leavesPickerBy(async () => {
    left += 1;
    await control.leavePicker();
  });
  for (const close of [() => window.askToClose(), () => control.hide(), () => control.toggle()]) {
    await control.showPicker({ opened: 1, into: '', pastes: false }, null);
    await close();
    await turn();
  }
  assert.deepEqual([left, control.isPicker], [3, false]);
});

test('a hidden window is hidden again after it was the picker, and shown as itself when somebody asks for it', async (t) => {
  const { window, control } = rig(t, { startsHidden: true });
  await control.showPicker({ opened: 1, into: '', pastes: false }, null);
  assert.equal(window.isVisible, true);
  window.askToClose();
  assert.deepEqual([window.isVisible, window.form, control.isPicker], [false, 'window', false]);
  await control.showPicker({ opened: 2, into: '', pastes: false }, null);
  await control.restore();
  assert.deepEqual([window.isVisible, window.form, control.isPicker], [true, 'window', false]);
});

test('the page of a hidden window stays the picker, ready for the next call, until the window is asked for', async (t) => {
  const { window, control, shell } = rig(t, { startsHidden: true });
  shell.set({ query: 'harbour' });
  for (const opened of [1, 2]) {
    await control.showPicker({ opened, into: '', pastes: false }, null);
    shell.set({ query: 'berlin' });
    await control.leavePicker();
    assert.deepEqual([window.isVisible, window.form, shell.state.picker?.opened], [false, 'window', opened]);
  }
  await control.restore();
  assert.deepEqual([window.isVisible, shell.state.picker, shell.state.query], [true, null, 'harbour']);
});

test('opened again it stays where something is half written', async (t) => {
  const { control, shell } = rig(t);
  await control.restore();
  shell.show('history');
  control.writing(true);
  control.hide();
  await control.restore();
  assert.equal(shell.state.section, 'history');
  control.writing(false);
  control.hide();
  await control.restore();
  assert.equal(shell.state.section, 'now');
});

test('is shown in another form only once the page has that form too, and hidden until then', async (t) => {
  const { window, control, page } = rig(t);
  await control.restore();
  page.draws = false;
  const opening = control.showPicker({ opened: 1, into: '', pastes: false }, null);
  await turn();
  assert.deepEqual([window.form, window.isVisible], ['picker', false]);
  control.drawn(1);
  assert.equal(await opening, true);
  assert.equal(window.isVisible, true);
  const leaving = control.leavePicker();
  await turn();
  assert.deepEqual([window.form, window.isVisible], ['window', false]);
  const restoring = control.restore();
  await turn();
  assert.equal(window.isVisible, false, 'also if somebody asks for it meanwhile');
  control.drawn(0);
  await Promise.all([leaving, restoring]);
  assert.equal(window.isVisible, true);
});

test('left before its page was drawn, the picker is not shown', async (t) => {
  const { window, control, page } = rig(t, { startsHidden: true });
  page.draws = false;
  const opening = control.showPicker({ opened: 1, into: '', pastes: false }, null);
  await control.leavePicker();
  control.drawn(1);
  assert.equal(await opening, false);
  assert.equal(window.isVisible, false);
});

test('has its own search again after it was the picker', async (t) => {
  const { control, shell } = rig(t);
  await control.restore();
  shell.set({ query: 'harbour' });
  await control.showPicker({ opened: 1, into: '', pastes: false }, null);
  assert.equal(shell.state.query, '');
  shell.set({ query: 'berlin' });
  await control.leavePicker();
  assert.equal(shell.state.query, 'harbour');
});

test('opened again it begins with the copies, and where it only lost the front it stays as it is', async (t) => {
  const { control, shell, memory } = rig(t);
  shell.show('history');
  await control.restore();
  assert.equal(shell.state.section, 'history', 'the first time, as its memory says');
  shell.show('settings');
  await control.restore();
  assert.equal(shell.state.section, 'settings', 'it was shown already');
  control.hide();
  await control.restore();
  assert.deepEqual([shell.state.section, memory.value.section], ['now', 'now']);
});

test('a window at the edge is where it was once the rail is closed, unless somebody has moved it meanwhile', async (t) => {
  const { window, control } = rig(t);
  window.screen = { x: 0, y: 0, width: 1_000, height: 800 };
  await control.restore();
  for (const x of [0, 392, 200]) {
    window.move({ x, y: 50 });
    control.toggleRail();
    assert.ok(window.bounds.x + window.bounds.width <= 1_000);
    control.toggleRail();
    assert.deepEqual([window.bounds.x, window.bounds.width], [x, 608]);
  }
  window.move({ x: 392, y: 50 });
  control.toggleRail();
  window.move({ x: 20, y: 50 });
  control.toggleRail();
  assert.equal(window.bounds.x, 20);
});
