/**
 * Tells the background that something was copied in this page: not what, and not where, since the browser tells it which tab that was. Events that a page only
 * makes are left out; a copy that its script makes for a person (`execCommand`) is one. It is in pages only while the user wants the source of copies, and has
 * allowed all sites.
 */
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import type { Copied } from '../messages.ts';

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineContentScript({
  registration: 'runtime',
  main: () => {
    const tell = ({ isTrusted }: Event): void => {
      if (!isTrusted) return;
      const message: Copied = { ask: 'copied' };
      // The extension was updated: this page has the script of the earlier one.
      browser.runtime.sendMessage(message).catch(() => {});
    };
    for (const name of ['copy', 'cut']) window.addEventListener(name, tell, { capture: true });
  },
});
