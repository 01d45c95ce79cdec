import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Desktop, withoutDesktop } from '../../../test/harness/desktop/desktop.ts';
import { until } from '../../../test/harness/until.ts';
import { Atoms } from '../x11/atoms.ts';
import { connectX } from '../x11/connection.ts';
import { hasFocus, takeFocus } from '../x11/input-focus.ts';
import { openX11Activation, type X11Activation } from './x11-activation.ts';

const run = promisify(execFile);
const isWanted = () => true;

describe('a window under X11', { skip: withoutDesktop() }, () => {
  const parts = new AsyncDisposableStack();
  let desktop: Desktop;
  let activation: X11Activation;

  before(async () => {
    desktop = parts.use(await Desktop.start());
    const opened = await openX11Activation(desktop.display);
    assert.ok(opened);
    activation = parts.use(opened);
  });
  after(() => parts.disposeAsync());

  test('comes to the front of another one, and is active then', async () => {
    using one = await desktop.coverWith('one');
    using other = await desktop.coverWith('other');
    assert.equal(await activation.isActive(one.window), false);
    assert.equal(await activation.activate(one.window, isWanted), true);
    assert.equal(await desktop.active(), one.window);
    assert.equal(await activation.isActive(other.window), false);
  });

  test('has the keyboard too, where its manager names it as active without it', async () => {
    using window = await desktop.coverWith('only');
    await until('active window', async () => (await desktop.active()) === window.window);
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    // The manager's own window, which openbox focuses when it has no other.
    const support = /0x\w+$/.exec(await desktop.property(connection.root, '_NET_SUPPORTING_WM_CHECK'))?.[0];
    takeFocus(connection, Number(support));
    await until('no active window', async () => (await desktop.active()) === null);
    // What openbox says by itself if its own request for the focus was too late.
    await desktop.nameActive(window.window);
    assert.equal(await activation.isActive(window.window), true);
    assert.equal(await hasFocus(connection, window.window), false);
    assert.equal(await activation.activate(window.window, isWanted), true);
    assert.equal(await hasFocus(connection, window.window), true);
  });

  test('that took the keyboard itself does not keep its manager from giving it to another one', async () => {
    using one = await desktop.coverWith('one');
    using other = await desktop.coverWith('other');
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const atoms = await Atoms.intern(connection, ['_NET_ACTIVE_WINDOW']);
    const support = /0x\w+$/.exec(await desktop.property(connection.root, '_NET_SUPPORTING_WM_CHECK'))?.[0];
    await until('focus of the other', () => hasFocus(connection, other.window));
    takeFocus(connection, Number(support));
    await until('no active window', async () => (await desktop.active()) === null);
    await desktop.nameActive(one.window);
    assert.equal(await activation.activate(one.window, isWanted), true);
    // As a pager does, with the manager's own time.
    connection.sendToRoot(other.window, atoms?.of('_NET_ACTIVE_WINDOW') ?? 0, [2, 0, 0, 0, 0]);
    await until('keyboard of the other', () => hasFocus(connection, other.window));
  });

  test('leaves the keyboard to a window of another program that has it', async () => {
    using window = await desktop.coverWith('only');
    using asking = await desktop.coverWith('asking');
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    await until('focus of the dialog', () => hasFocus(connection, asking.window));
    await desktop.nameActive(window.window);
    assert.equal(await activation.activate(window.window, isWanted), false);
    assert.equal(await hasFocus(connection, asking.window), true);
  });

  test('is not active while it is hidden, although its manager still names it', async () => {
    using window = await desktop.coverWith('only');
    await desktop.hide(window.window);
    assert.equal(await activation.isActive(window.window), false);
    assert.equal(await activation.activate(window.window, isWanted), false);
  });

  test('is on its screen behind another one, but not while it is minimized', async () => {
    using one = await desktop.coverWith('one');
    using _other = await desktop.coverWith('other');
    assert.equal(await activation.isViewable(one.window), true);
    await desktop.minimise(one.window);
    await until('minimized window', async () => !(await activation.isViewable(one.window)));
  });

  test('goes to its place among the windows of others', async () => {
    using below = await desktop.coverWith('below');
    using above = await desktop.coverWith('above');
    await until('order', async () => (await activation.windowAbove(below.window)) === above.window);
    assert.equal(await activation.windowAbove(above.window), null);
    await activation.putBelow(above.window, below.window, isWanted);
    await until('another order', async () => (await activation.windowAbove(above.window)) === below.window);
    assert.equal(await activation.windowAbove(below.window), null);
    await activation.putBelow(below.window, above.window, () => false);
    assert.equal(await activation.windowAbove(above.window), below.window, 'not if it is not wanted any more');
    // A window on top of all others is in a layer of its own.
    await desktop.keepOnTop(below.window, true);
    const put = activation.putBelow(below.window, above.window, isWanted);
    assert.equal(await Promise.race([put.then(() => 'put'), pause(100, 'waits')]), 'waits');
    await desktop.keepOnTop(below.window, false);
    await put;
    await until('the first order', async () => (await activation.windowAbove(below.window)) === above.window);
  });

  test('shows its background, and not what was on the screen before, until its program has drawn it', async () => {
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    let window = 0;
    connection.order((client) => {
      window = client.AllocID();
      // From its parent (0): depth, class and visual.
      return client.CreateWindow(window, connection.root, 0, 0, 40, 40, 0, 0, 0, 0, { overrideRedirect: true });
    });
    await until('window', async () => !(await connection.isViewable(window)));
    activation.paintBehind(window, [1, 2, 3]);
    await activation.isViewable(window);
    connection.order((client) => client.MapWindow(window));
    await until('window on the screen', () => connection.isViewable(window));
    const { stdout } = await run('import', ['-window', 'root', '-crop', '1x1+20+20', '-depth', '8', 'rgb:-'], {
      env: desktop.env,
      encoding: 'buffer',
    });
    assert.deepEqual([...stdout], [1, 2, 3]);
  });

  describe('whose manager is late', () => {
    afterEach(() => desktop.holdManager(false));

    test('is active once that goes on', async () => {
      using one = await desktop.coverWith('one');
      using other = await desktop.coverWith('other');
      await until('the other one', async () => (await desktop.active()) === other.window);
      desktop.holdManager(true);
      const activated = activation.activate(one.window, isWanted);
      assert.equal(await Promise.race([activated, pause(2_500, 'waits')]), 'waits');
      desktop.holdManager(false);
      assert.equal(await activated, true);
      assert.equal(await desktop.active(), one.window);
    });

    test('gives up if the user has turned to another one meanwhile', async () => {
      using one = await desktop.coverWith('one');
      using third = await desktop.coverWith('third');
      using other = await desktop.coverWith('other');
      await until('the other one', async () => (await desktop.active()) === other.window);
      desktop.holdManager(true);
      const begun = Promise.withResolvers<void>();
      const activated = activation.activate(one.window, () => {
        begun.resolve();
        return true;
      });
      await begun.promise;
      await desktop.nameActive(third.window);
      assert.equal(await Promise.race([activated, pause(4_500, 'waits')]), false);
      assert.equal(await desktop.active(), third.window);
    });
  });

  test('is not activated any more if it was hidden meanwhile, and the result is false', async () => {
    using window = await desktop.coverWith('only');
    await desktop.hide(window.window);
    let looks = 0;
    const startMs = performance.now();
    const activated = await activation.activate(window.window, () => {
      looks += 1;
      return looks < 3;
    });
    assert.equal(activated, false);
    assert.equal(looks, 3, `it went on for ${performance.now() - startMs} ms`);
  });
});
