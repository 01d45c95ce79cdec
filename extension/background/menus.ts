/** The entries of the context menu. */
import { type Browser, browser } from 'wxt/browser';
import type { What } from '../messages.ts';
import { fetchableAddress } from '../page/addresses.ts';
import { text } from '../text.ts';
import type { Wanted } from './collect.ts';

type Context = `${Browser.contextMenus.ContextType}`;

interface Entry {
  readonly what: Exclude<What, 'code'>;
  readonly title: () => string;
  readonly contexts: [Context, ...Context[]];
}

const entries: readonly Entry[] = [
  { what: 'selection', title: () => text('menuSelection'), contexts: ['selection'] },
  { what: 'picture', title: () => text('menuPicture'), contexts: ['image'] },
  { what: 'link', title: () => text('menuLink'), contexts: ['link'] },
  { what: 'article', title: () => text('menuArticle'), contexts: ['page'] },
  { what: 'page', title: () => text('menuPage'), contexts: ['page'] },
];

/** Web pages alone: no other address can be saved. */
const documentUrlPatterns = ['http://*/*', 'https://*/*'];

export function addMenus(): void {
  browser.contextMenus.removeAll(() => {
    for (const { what, title, contexts } of entries)
      browser.contextMenus.create({ id: what, title: title(), contexts, documentUrlPatterns });
  });
}

/** What a click on an entry asks for; null: nothing that is known. */
export function wantedFromMenu(info: Browser.contextMenus.OnClickData, tab: Browser.tabs.Tab): Wanted | null {
  const entry = entries.find(({ what }) => what === info.menuItemId);
  if (entry === undefined) return null;
  const { what } = entry;
  const told = what === 'picture' ? info.srcUrl : what === 'link' ? info.linkUrl : undefined;
  // A user and a password are kept nowhere, and no browser fetches an address that has them.
  const address = told === undefined ? undefined : (fetchableAddress(told, told) ?? told);
  if ((what === 'picture' || what === 'link') && address === undefined) return null;
  return {
    what,
    tab,
    ...(address === undefined ? {} : { address }),
    ...(info.frameId === undefined || what !== 'selection' ? {} : { frameId: info.frameId }),
    ...(info.frameUrl === undefined || what !== 'selection' ? {} : { frameUrl: info.frameUrl }),
  };
}
