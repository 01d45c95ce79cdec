/**
 * Tells Hub which page is in front, so that a copy has the page that it comes from. Only while the user wants it, only over a connection that is there, and nothing
 * of it is stored. An excluded host or a private window is told as "none".
 */
import { type Browser, browser } from 'wxt/browser';
import { shortTitle } from './collect.ts';
import { excludedHosts, readSettings } from './kept.ts';
import { type Link, newId } from './link.ts';
import { tellableAddress, whyNotRead } from './may-save.ts';

export interface TabReports {
  /** Whether to listen to the events of tabs and windows. They would start the background all day long. */
  follow(isOn: boolean): void;
  /** Something about the tab in front may have changed. */
  tell(): void;
  /** The same, where Hub has forgotten what it was told: over a new connection, or after a pause. */
  tellAfresh(): void;
  /** Something was copied in this tab. The page of a tab that was in front before it is told already; this tells which of two with one title it was. */
  copiedIn(tab: Pick<Browser.tabs.Tab, 'url' | 'title' | 'incognito'>): Promise<void>;
}

/** A page that copies, or changes its title, without end takes nothing from what is to be saved: Hub hears of copies, and of the page in front, only so often. */
const everyMs = 250;

interface Page {
  readonly url: string;
  readonly title: string;
}

export function openTabReports({ link }: { readonly link: Pick<Link, 'send' | 'state'> }): TabReports {
  let told: string | null = null;
  let isTelling = false;
  let again = false;
  let copiedAtMs = 0;
  /** Whether Hub was sent something. */
  const tellOnce = async (): Promise<boolean> => {
    if (link.state !== 'connected') {
      told = null;
      return false;
    }
    if (!(await readSettings()).tellsTabs) return false;
    const page = await pageInFront();
    const now = JSON.stringify(page);
    if (now === told) return false;
    told = now;
    const reply = await link.send({ id: newId(), kind: 'tab', atMs: Date.now(), page });
    if (reply.kind !== 'ack') told = null;
    return true;
  };
  const tellAll = async (): Promise<void> => {
    try {
      while (again) {
        again = false;
        // What changes meanwhile is told after it, as it is then.
        if (await tellOnce()) await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    } catch {
      // The browser has no windows or no storage now: the next event tells it.
      told = null;
    } finally {
      isTelling = false;
    }
  };
  const tell = (): void => {
    again = true;
    if (isTelling) return;
    isTelling = true;
    void tellAll();
  };
  const onUpdated = (_id: number, change: { readonly url?: string; readonly title?: string }): void => {
    if (change.url !== undefined || change.title !== undefined) tell();
  };
  return {
    copiedIn: async (tab) => {
      const atMs = Date.now();
      if (link.state !== 'connected' || Math.abs(atMs - copiedAtMs) < everyMs) return;
      // Before anything is waited for: until then, all others of a page that copies without end would pass.
      copiedAtMs = atMs;
      const { tellsTabs, codeButtons } = await readSettings();
      // A page that is open keeps its script when either switch is off.
      const page = tellsTabs && codeButtons ? await tellablePage(tab) : null;
      if (page !== null) await link.send({ id: newId(), kind: 'copy', atMs, ...page });
      else if (copiedAtMs === atMs) copiedAtMs = 0;
    },
    tell,
    tellAfresh: () => {
      told = null;
      tell();
    },
    follow: (isOn) => {
      browser.tabs.onActivated.removeListener(tell);
      browser.tabs.onUpdated.removeListener(onUpdated);
      browser.windows.onFocusChanged.removeListener(tell);
      if (!isOn) return;
      browser.tabs.onActivated.addListener(tell);
      browser.tabs.onUpdated.addListener(onUpdated);
      browser.windows.onFocusChanged.addListener(tell);
    },
  };
}

async function pageInFront(): Promise<Page | null> {
  const window = await browser.windows.getLastFocused({ populate: false });
  if (!window.focused || window.incognito) return null;
  const [tab] = await browser.tabs.query({ active: true, ...(window.id === undefined ? {} : { windowId: window.id }) });
  return tab === undefined ? null : await tellablePage(tab);
}

/** Null: Hub may not know of it. */
async function tellablePage(tab: Pick<Browser.tabs.Tab, 'url' | 'title' | 'incognito'>): Promise<Page | null> {
  if (whyNotRead({ url: tab.url, isPrivate: tab.incognito }, await excludedHosts()) !== null) return null;
  const url = tellableAddress(tab.url);
  return url === null ? null : { url, title: shortTitle(tab.title ?? '') };
}
