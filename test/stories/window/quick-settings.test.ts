/** The quick settings as real windows: opened by their verbs, changed by the keyboard, closed by Escape; and their documents, which take no secret. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { documents } from '../../../src/contract/documents.ts';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

describe('the quick settings', { skip: withoutDesktop() }, () => {
  const parts = new AsyncDisposableStack();
  let rig: WindowRig;
  before(async () => {
    rig = parts.use(await WindowRig.open({ HUB_DEBUG: 'true' }));
    await rig.active();
  });
  after(() => parts.disposeAsync());

  const sizeOf = async () => {
    const { width, height } = await rig.desktop.geometry(rig.window);
    return `${width}×${height}`;
  };
  const sizeIs = (size: string) => until(`a window of ${size}`, async () => (await sizeOf()) === size);
  const act = async (verb: string) => assert.equal((await rig.hub.command(['action', verb])).status, 0);
  const document = (name: 'structured-text' | 'chat-routing') => {
    const file = rig.hub.places.document(documents[name].file);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  };

  test('are small windows, and Escape brings the window back as it was', async () => {
    const before = await rig.desktop.geometry(rig.window);
    await act('quick-settings-structured-text');
    await sizeIs('480×560');
    await until('the keyboard', async () => (await rig.desktop.active()) === rig.window);
    await rig.desktop.key('Escape');
    await sizeIs(`${before.width}×${before.height}`);
    await until('the keyboard again', async () => (await rig.desktop.active()) === rig.window);
    assert.deepEqual(await rig.desktop.geometry(rig.window), before);
  });

  test('change their own document, by the keyboard alone', async () => {
    await act('quick-settings-structured-text');
    await sizeIs('480×560');
    await rig.settled();
    for (const _ of ['format', 'cells']) await rig.desktop.key('Tab');
    await rig.desktop.key('space');
    await until('the change', () => document('structured-text').exact === true);
    await rig.desktop.key('Escape');
  });

  test('leave a window hidden that was hidden', async () => {
    await until('the window itself', async () => (await sizeOf()) !== '480×560');
    // It has this size while it is hidden, and is shown then.
    await rig.shown();
    await rig.active();
    await act('toggle');
    await rig.hidden();
    await act('quick-settings-chat');
    await rig.shown();
    await sizeIs('480×560');
    await rig.active();
    await rig.settled();
    await rig.desktop.key('Escape');
    await rig.hidden();
  });

  test('give the verb that takes the text of the clipboard a shortcut, which works in any window', async () => {
    const acted = () => rig.hub.logs().split('"verb":"extract-clipboard-text"').length - 1;
    const set = await rig.hub.command(['config', 'set', 'text-extraction', 'shortcut', 'Ctrl+Alt+T']);
    assert.equal(set.status, 0, set.stderr);
    await until('the verb', async () => {
      await rig.desktop.key('ctrl+alt+t');
      return acted() > 0;
    });
    await rig.hub.command(['config', 'reset', 'text-extraction', 'shortcut']);
  });

  test('take no secret, from a command as little as from the window, and say why', async () => {
    const secret = [
      'set',
      'chat-routing',
      'default_assistant',
      `sk-ant-api03-${'Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1JkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNm'}-AbCdEfAA`,
    ];
    const refused = await rig.hub.command(['config', ...secret]);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /default_assistant: This looks like a key or password; settings must not contain secrets/);
    assert.deepEqual(document('chat-routing'), {});
    assert.ok(!rig.hub.logs().includes('sk-ant'));
    const ordinary = await rig.hub.command(['config', 'set', 'chat-routing', 'default_assistant', 'Claude']);
    assert.equal(ordinary.status, 0);
    assert.deepEqual(document('chat-routing'), { default_assistant: 'Claude' });
  });
});
