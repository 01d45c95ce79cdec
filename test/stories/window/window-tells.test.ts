/** What the page shows when other clients act: a real Hub, the shell's own parts, and the real page in a browser, whose text is read. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Bridge } from '../../../src/client/bridge.ts';
import { CoreLink } from '../../../src/processes/shell/core-link.ts';
import { Shell } from '../../../src/processes/shell/shell.ts';
import { pageHandler } from '../../../src/processes/shell/window/page-handler.ts';
import { rememberingLog } from '../../doubles/fake-component.ts';
import { valueOfAnswer } from '../../harness/bridge.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import type { TestHub } from '../../harness/hub.ts';
import type { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { shellBeginning } from '../../harness/shell-beginning.ts';
import { until } from '../../harness/until.ts';
import { buildPage, builtPage } from '../../page/build-page.ts';
import { launchBrowser, noBrowser } from '../../page/page-browser.ts';

describe('the page in a browser', { skip: withoutXvfb() || noBrowser }, () => {
  const parts = new AsyncDisposableStack();
  let hub: TestHub;
  let owner: ClipboardOwner;
  let shell: Shell;
  let page: Page;

  before(async () => {
    await buildPage();
    ({ hub, owner } = parts.use(
      await startHubDesk({ prepare: (desk) => desk.setDocument('config/content-filter.json', { excluded_extensions: ['.json'] }) }),
    ));
    const { places } = hub;
    const bridge = new Bridge(() => link.port, { timeoutMs: 4_000 });
    shell = parts.use(
      new Shell({
        places,
        bridge,
        silence: { begun: () => {} },
        initial: { ...shellBeginning, section: 'now', workspacePath: hub.workspace },
      }),
    );
    const link = parts.use(
      new CoreLink({
        places,
        log: rememberingLog(() => {}),
        snapshot: (snapshot) => shell.follow(snapshot),
        changed: (fragment) => void shell.changed(fragment),
        missed: () => shell.lists.missed(),
        deleted: (id) => shell.lists.deleted(id),
        connected: (isConnected) => shell.set({ connection: isConnected ? 'connected' : 'lost' }),
      }),
    );
    page = await openPage();
    await shell.refreshStatus();
  });
  after(() => parts.disposeAsync());

  async function openPage(): Promise<Page> {
    const handle = pageHandler({
      folder: builtPage,
      viewAfter: (revision) => shell.newsAfter(revision),
      rows: (query) => shell.lists.rows(query),
      answered: () => {},
      command: (command) => void (command.kind === 'expand' && shell.lists.expand(command.fragmentId)),
      picture: async () => null,
      html: async () => null,
      profilePicture: () => null,
      programIcon: async () => null,
    });
    const server = createServer(async ({ method = 'GET', url = '/' }, response) => {
      const answered = await handle(new Request(`http://127.0.0.1${url}`, { method }));
      response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(Buffer.from(await answered.arrayBuffer()));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await launchBrowser();
    parts.defer(async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    });
    const opened = await browser.newPage();
    await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return opened;
  }

  /** All visible text. */
  const words = (): Promise<string> => page.evaluate('document.body.innerText') as Promise<string>;
  const reads = (what: string): Promise<unknown> => until(`“${what}” on the page`, async () => (await words()).includes(what));
  const readsNoMore = (what: string): Promise<unknown> => until(`no “${what}”`, async () => !(await words()).includes(what));

  async function copied(text: string): Promise<string> {
    await owner.own({ UTF8_STRING: { content: { text } } });
    await reads(text);
    return valueOfAnswer(await hub.bridge.fragments({ limit: 1 })).items[0]?.id ?? '';
  }

  const deleteElsewhere = async (id: string): Promise<void> => {
    valueOfAnswer(await hub.bridge.delete(id));
  };

  test('removes a copy that another client deletes from every place where it was shown', async () => {
    const earlier = await copied('an osprey over the lake');
    const present = await copied('two cranes at dusk');
    await page.getByText('an osprey over the lake').first().click();
    await until('opened row', () => shell.state.expanded?.id === earlier);
    await deleteElsewhere(earlier);
    await readsNoMore('osprey');
    assert.equal(shell.state.expanded, null);
    assert.ok((await words()).includes('two cranes'));
    await deleteElsewhere(present);
    await readsNoMore('cranes');
    await reads('The last copy was deleted from the history');
  });

  test('shows why a copy was not kept, and none of its content', async () => {
    const secret = { UTF8_STRING: { content: { text: 'hunter2-hunter2' } } };
    await copied('seven wrens in the hedge');
    await owner.own({ ...secret, 'x-kde-passwordManagerHint': { content: { text: 'secret' } } });
    await reads('the program marked it as secret');
    await copied('eight wrens in the hedge');
    await owner.own({ UTF8_STRING: { content: { text: '{"sparrows": 12, "hedge": [1, 2, 3]}' } } });
    await reads('your rules exclude its folder or extension');
    assert.ok(!(await words()).includes('sparrows'));
    await owner.clear();
    await reads('Nothing is on the clipboard now');
    assert.ok(!(await words()).includes('hunter2'));
  });
});
