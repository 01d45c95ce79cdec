/** A copy from a browser carries the page that the browser's extension reported, and nothing that only a page or an extension says. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SourceSnapshot } from '../../src/contract/source-snapshot.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { ExtensionClient, type Paired, pairWith } from '../harness/extension-client.ts';
import { until } from '../harness/until.ts';

/** The owner is a program of Node with a window, and so is the extension: to Hub they are one browser. */
describe('a copy from a browser with a paired extension', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let paired: Paired;
  let extension: ExtensionClient;
  let copies = 0;
  const tea = { url: 'https://example.org/tea', title: 'All about tea' };

  before(async () => {
    desk = await startHubDesk();
    const { code } = JSON.parse((await desk.hub.command(['pair', '--json'])).stdout);
    paired = await pairWith(desk.hub.webPort, code);
    extension = await ExtensionClient.connect(desk.hub.webPort, paired);
  });
  after(async () => {
    extension?.[Symbol.dispose]();
    await desk?.[Symbol.asyncDispose]();
  });

  const copy = async (targets: object = {}): Promise<SourceSnapshot> => {
    copies += 1;
    const text = `what is copied the ${copies}. time`;
    await desk.owner.own({ UTF8_STRING: { content: { text } }, ...targets });
    return desk.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === text);
  };
  const sourceOf = ({ sourceType, lblSourceName, lblPath }: SourceSnapshot): readonly string[] => [sourceType, lblSourceName, lblPath];
  const withPage = ['web', tea.title, tea.url];
  const desktops = ['local', 'Browser', process.execPath];

  it('has the page in sight, and the program and window that the desktop tells', async () => {
    await desk.owner.showWindow({ title: `${tea.title} - Browser`, className: 'Browser' });
    assert.deepEqual(sourceOf(await copy()), desktops, 'before anything is reported');
    assert.equal(await extension.ask({ kind: 'tab', page: tea }), 'ack');
    const snapshot = await copy();
    assert.deepEqual(sourceOf(snapshot), withPage);
    assert.deepEqual([snapshot.appIdentity.name, snapshot.appIdentity.windowTitle], ['Browser', `${tea.title} - Browser`]);
    assert.deepEqual(sourceOf(await copy({ 'chromium/x-source-url': { content: { text: 'https://example.org/' } } })), withPage);
  });

  it('has the address that the clipboard names if that is of another origin', async () => {
    const snapshot = await copy({ 'chromium/x-source-url': { content: { text: 'https://other.example/frame' } } });
    assert.deepEqual(sourceOf(snapshot), ['web', `${tea.title} - Browser`, 'https://other.example/frame']);
  });

  it('has no page that is not in its window, and none that may not be told of', async () => {
    await desk.owner.showWindow({ title: 'Another page - Browser', className: 'Browser' });
    assert.deepEqual(sourceOf(await copy()), desktops);
    await desk.owner.showWindow({ title: `${tea.title} - Browser`, className: 'Browser' });
    assert.deepEqual(sourceOf(await copy()), withPage);
    assert.equal(await extension.ask({ kind: 'tab', page: null }), 'ack');
    assert.deepEqual(sourceOf(await copy()), desktops);
  });

  it('gets the page that is reported a moment later, and clients hear of it', async () => {
    const { snapshotId } = await copy();
    await using events = await desk.hub.events();
    assert.equal(await extension.ask({ kind: 'copy', ...tea }), 'ack');
    await events.find(({ event, data }) => event === 'source' && JSON.stringify(data).includes(tea.url));
    const later = await desk.hub.source((snapshot) => snapshot.snapshotId !== snapshotId);
    assert.deepEqual(sourceOf(later), withPage);
  });

  it('has no page any more when the extension has gone', async () => {
    assert.equal(await extension.ask({ kind: 'tab', page: tea }), 'ack');
    assert.deepEqual(sourceOf(await copy()), withPage);
    await extension.end();
    await until('the end', async () => {
      const answer = await fetch(`http://127.0.0.1:${desk.hub.webPort}/api/status`);
      return ((await answer.json()) as { connectedExtensions: number }).connectedExtensions === 0;
    });
    await until('a copy without a page', async () => sourceOf(await copy())[0] === 'local');
  });
});
