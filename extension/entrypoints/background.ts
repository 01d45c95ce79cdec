/** The events of the browser that start the background, and what each is for. All of them are registered at once, or the browser does not start it for them. */
import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { type Background, startBackground } from '../background/background.ts';
import { openBadge } from '../background/badge.ts';
import type { Wanted } from '../background/collect.ts';
import { readSettings } from '../background/kept.ts';
import { addMenus, wantedFromMenu } from '../background/menus.ts';
import { applyPageScripts } from '../background/page-scripts.ts';
import { type Answer, codeBlock, copied, pageFile, type Request, viewPort } from '../messages.ts';
import type { PageFileAnswer } from '../page/tasks.ts';

const againAfterMs = 1_000;

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineBackground(() => {
  let starting: Promise<Background> | null = null;
  /** A start that failed, such as for a storage that could not be read, is tried again with the next event. */
  const started = (): Promise<Background> => {
    starting ??= startBackground().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  };
  const wake = (): void =>
    void started().then(
      (background) => background.wake(),
      () => {},
    );
  /** A key and a menu have nothing but the button on which to tell that it did not work. */
  const save = (wanted: Wanted): void =>
    void started()
      .then((background) => background.save(wanted))
      .catch(() => openBadge().refused());

  browser.runtime.onInstalled.addListener(() => {
    addMenus();
    void readSettings()
      .then(applyPageScripts)
      .catch(() => {});
  });
  browser.runtime.onStartup.addListener(wake);
  browser.alarms.onAlarm.addListener(wake);
  wake();

  browser.contextMenus.onClicked.addListener((info, tab) => {
    const wanted = tab === undefined ? null : wantedFromMenu(info, tab);
    if (wanted !== null) save(wanted);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    const what = command.replace(/^save-/, '');
    if (tab === undefined || (what !== 'article' && what !== 'selection' && what !== 'page')) return;
    save({ what, tab });
  });

  browser.permissions.onAdded.addListener(
    ({ origins }) =>
      void started()
        .then((background) => background.allowed(origins ?? []))
        .catch(() => openBadge().refused()),
  );
  browser.permissions.onRemoved.addListener(
    () =>
      void started()
        .then((background) => background.permissionsRemoved())
        .catch(() => {}),
  );

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== viewPort || port.sender?.id !== browser.runtime.id) return;
    let leave = (): void => {};
    let isGone = false;
    port.onDisconnect.addListener(() => {
      isGone = true;
      leave();
    });
    void started()
      .then((background) => {
        if (!isGone) leave = background.watch((view) => port.postMessage(view));
      })
      // The viewer asks again.
      .catch(() => setTimeout(() => port.disconnect(), againAfterMs));
  });

  browser.runtime.onMessage.addListener((message: unknown, sender, answer: (value: Answer | PageFileAnswer) => void) => {
    if (sender.id !== browser.runtime.id) return;
    void started()
      .then(async (background) => {
        const isOwnPage = sender.url?.startsWith(`${location.origin}/`) === true;
        if (isOwnPage) return await carryOut(background, message as Request);
        const file = pageFile.safeParse(message);
        if (file.success) return await background.pageFile(sender.frameId === 0 ? sender.tab?.id : undefined, file.data);
        if (copied.safeParse(message).success) {
          if (sender.tab !== undefined) await background.copiedIn(sender.tab);
          return { ok: true as const };
        }
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

async function carryOut(background: Background, request: Request): Promise<Answer> {
  switch (request.ask) {
    case 'save':
      return await background.save({ what: request.what, tab: await browser.tabs.get(request.tabId) });
    case 'take-up':
      return await background.takeUp(request.id);
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
