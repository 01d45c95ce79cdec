/** The events of the browser that start the background, and what each is for. All of them are registered at once, or the browser does not start it for them. */
import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '../background/background.ts';
import { applyCodeButtons } from '../background/code-buttons.ts';
import { readSettings } from '../background/kept.ts';
import { addMenus, wantedFromMenu } from '../background/menus.ts';
import { type Answer, codeBlock, type Request, viewPort } from '../messages.ts';

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineBackground(() => {
  const started = startBackground();
  const wake = (): void => void started.then((background) => background.wake());

  browser.runtime.onInstalled.addListener(() => {
    addMenus();
    void readSettings().then(applyCodeButtons);
  });
  browser.runtime.onStartup.addListener(wake);
  browser.alarms.onAlarm.addListener(wake);
  wake();

  browser.contextMenus.onClicked.addListener((info, tab) => {
    const wanted = tab === undefined ? null : wantedFromMenu(info, tab);
    if (wanted !== null) void started.then((background) => background.save(wanted));
  });
  browser.commands.onCommand.addListener((command, tab) => {
    const what = command.replace(/^save-/, '');
    if (tab === undefined || (what !== 'article' && what !== 'selection' && what !== 'page')) return;
    void started.then((background) => background.save({ what, tab }));
  });

  browser.permissions.onRemoved.addListener(() => void started.then((background) => background.permissionsRemoved()));

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== viewPort || port.sender?.id !== browser.runtime.id) return;
    let leave = (): void => {};
    let isGone = false;
    port.onDisconnect.addListener(() => {
      isGone = true;
      leave();
    });
    void started.then((background) => {
      if (!isGone) leave = background.watch((view) => port.postMessage(view));
    });
  });

  browser.runtime.onMessage.addListener((message: unknown, sender, answer: (value: Answer) => void) => {
    if (sender.id !== browser.runtime.id) return;
    void started
      .then(async (background) => {
        const isOwnPage = sender.url?.startsWith(`${location.origin}/`) === true;
        if (isOwnPage) return await carryOut(background, message as Request);
        const block = codeBlock.safeParse(message);
        return block.success && sender.tab !== undefined
          ? // Not `sender.tab.url`: that needs a permission of its own.
            await background.saveCode(block.data, {
              id: sender.tab.id,
              url: sender.url,
              title: sender.tab.title,
              incognito: sender.tab.incognito,
            })
          : { ok: false as const };
      })
      .then(answer, () => answer({ ok: false }));
    return true;
  });
});

async function carryOut(background: Awaited<ReturnType<typeof startBackground>>, request: Request): Promise<Answer> {
  switch (request.ask) {
    case 'save':
      return await background.save({ what: request.what, tab: await browser.tabs.get(request.tabId) });
    case 'save-target':
      return await background.save({ what: request.what, tab: await browser.tabs.get(request.tabId), address: request.address });
    case 'open':
      return await background.open(request.id);
    case 'pair':
      return await background.pair(request.code);
    case 'unpair':
      return await background.unpair();
    case 'test':
      return await background.test();
    case 'apply-settings':
      return await background.applySettings();
  }
}
