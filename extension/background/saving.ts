/**
 * What the user asks to save, from the click until it is in the queue; and what did not get there, with its reason, in the same list. Some of it can be taken up
 * again once the user has allowed its hosts, also if the popup is gone by then.
 */
import { browser } from 'wxt/browser';
import { fitsFrame } from '../../src/contract/extension-messages.ts';
import type { Answer, CodeBlock, Needed, PageFile, Save, SaveTrouble, What } from '../messages.ts';
import { fileNameOf } from '../page/file-name.ts';
import type { PageFileAnswer } from '../page/tasks.ts';
import type { Badge } from './badge.ts';
import { openBeingRead } from './being-read.ts';
import { type Collected, collect, fromBackground, shortTitle, shownFile, type Tab, type Wanted } from './collect.ts';
import { excludedHosts, readToken, takeWish } from './kept.ts';
import { newId } from './link.ts';
import { tellableAddress, whyNotRead } from './may-save.ts';
import { openPageFetching } from './page-files.ts';
import type { About, SaveMessage, Saves } from './saves.ts';

export interface SavingParts {
  readonly saves: Pick<Saves, 'add' | 'note' | 'find'>;
  readonly badge: Pick<Badge, 'reading' | 'taken' | 'refused'>;
  readonly onChange: () => void;
  /** A save is in the queue. */
  readonly onQueued: (message: SaveMessage) => Promise<void>;
}

export interface Saving {
  save(wanted: Wanted): Promise<Answer>;
  saveCode(block: CodeBlock, tab: Tab): Promise<Answer>;
  /** Saves what needed hosts, if the user has allowed them. */
  takeUp(id: string): Promise<Answer>;
  /** The user has allowed hosts: perhaps those that a save waits for. */
  allowed(origins: readonly string[]): Promise<void>;
  /** What the script in a page that is being saved can't read itself. */
  pageFile(tabId: number | undefined, file: PageFile): Promise<PageFileAnswer>;
  /** What the browser's disk did not take, the newest first. Gone with the background. */
  readonly unstored: readonly Save[];
  /** What is being read now. */
  readonly reading: readonly Save[];
}

/** From what something was to be saved. */
type From = Pick<Tab, 'url' | 'title'>;
type Refused = Omit<Extract<Collected, { ok: false }>, 'ok'>;

/** Of a page of which nothing is read, its title is not written down either. */
const withoutTitle: ReadonlySet<SaveTrouble> = new Set(['private-window', 'excluded-host', 'excluded-by-hub']);
const mostUnstored = 5;

export function openSaving({ saves, badge, onChange, onQueued }: SavingParts): Saving {
  const pageFetching = openPageFetching();
  const beingRead = openBeingRead(() => {
    badge.reading(beingRead.saves.length > 0);
    onChange();
  });
  const taking = new Set<string>();
  let unstored: readonly Save[] = [];

  const refuse = async (what: What, from: From, { trouble, detail, needed, of }: Refused): Promise<Answer> => {
    const address = tellableAddress(of) ?? tellableAddress(from.url);
    const save: Save = {
      ...{ id: newId(), atMs: Date.now(), what, state: 'not-saved', trouble },
      title: withoutTitle.has(trouble) ? '' : shortTitle(from.title ?? ''),
      host: address === null ? '' : new URL(address).hostname,
      ...(detail === undefined ? {} : { detail }),
      ...(needed === undefined ? {} : { needed }),
    };
    badge.refused();
    try {
      await saves.note(save);
    } catch {
      unstored = [save, ...unstored].slice(0, mostUnstored);
    }
    onChange();
    return { ok: false, trouble };
  };
  /** Whatever fails on the way to the browser's disk: the user has to know that it is not saved. */
  const orRefuse = async (what: What, from: From, saving: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await saving();
    } catch {
      return await refuse(what, from, { trouble: 'not-stored' });
    }
  };
  const enqueue = async (message: SaveMessage, about: About, instead?: string): Promise<Answer> => {
    const from = { url: message.url, title: about.title };
    if (!fitsFrame(message)) return await refuse(about.what, from, { trouble: 'too-large' });
    const full = await saves.add(message, about, instead);
    if (full !== null) return await refuse(about.what, from, { trouble: full });
    unstored = unstored.filter(({ id }) => id !== instead);
    badge.taken();
    onChange();
    await onQueued(message);
    return { ok: true };
  };
  const finish = async (what: What, from: From, found: Collected, instead?: string): Promise<Answer> => {
    if (!found.ok) return await refuse(what, from, found);
    const { title, host, missing, needed } = found;
    const more = { ...(missing === undefined ? {} : { missing }), ...(needed === undefined ? {} : { needed }) };
    return await enqueue(found.message, { what, title, host, ...more }, instead);
  };

  const saveWanted = async (wanted: Wanted, instead?: string): Promise<Answer> => {
    const { what, tab } = wanted;
    const from = fromOf(wanted);
    if ((await readToken()) === null) return await refuse(what, from, { trouble: 'not-paired' });
    const collecting = async (): Promise<Collected> => await collect(wanted, await excludedHosts());
    const found = await beingRead.during(shownOf(what, from), async () =>
      what === 'page' && tab.id !== undefined ? await pageFetching.during(tab.id, collecting) : await collecting(),
    );
    return await finish(what, from, found, instead);
  };
  const saveCode = async ({ text, language }: CodeBlock, tab: Tab): Promise<Answer> => {
    const what: What = 'code';
    if ((await readToken()) === null) return await refuse(what, tab, { trouble: 'not-paired' });
    const why = whyNotRead({ url: tab.url, isPrivate: tab.incognito }, await excludedHosts());
    const url = tellableAddress(tab.url);
    if (why !== null || url === null) return await refuse(what, tab, { trouble: why ?? 'not-a-web-page' });
    const page = { url, title: shortTitle(tab.title ?? '') };
    const block = { text: text.toWellFormed(), form: 'code' as const, ...(language === undefined ? {} : { language }) };
    return await enqueue(
      { id: newId(), kind: 'selection', atMs: Date.now(), ...page, ...block },
      { what, title: page.title, host: new URL(url).hostname },
    );
  };

  const saveNeeded = async (id: string, what: What, { page, tabId, address, origins }: Needed): Promise<Answer> => {
    if (!(await browser.permissions.contains({ origins: [...origins] }))) return { ok: false, trouble: 'host-needed' };
    if (address !== undefined) {
      const excluded = await excludedHosts();
      const why = whyNotRead({ url: page.url, isPrivate: false }, excluded);
      if (why !== null) return await refuse(what, page, { trouble: why });
      const found = await (address === page.url ? shownFile(page, excluded) : fromBackground(address, page, what, excluded));
      return await finish(what, page, found, id);
    }
    const tab = tabId === undefined ? null : await browser.tabs.get(tabId).catch(() => null);
    if (tab === null || tellableAddress(tab.url) !== page.url) return await refuse(what, page, { trouble: 'page-gone' });
    return await saveWanted({ what: what === 'selection' ? what : 'page', tab }, id);
  };
  const takeUp: Saving['takeUp'] = async (id) => {
    // The popup and the event of the browser may both ask for it.
    if (taking.has(id)) return { ok: true };
    taking.add(id);
    try {
      const save = [...unstored, await saves.find(id)].find((one) => one?.id === id) ?? null;
      if (save?.needed === undefined) return { ok: false, trouble: 'gone' };
      const { needed, what, title } = save;
      const from = { url: needed.page.url, title };
      const saving = async (): Promise<Answer> => await saveNeeded(id, what, needed);
      const answer = await orRefuse(what, from, async () =>
        needed.address === undefined ? await saving() : await beingRead.during(shownOf(what, from), saving),
      );
      onChange();
      return answer;
    } finally {
      taking.delete(id);
    }
  };

  return {
    save: async (wanted) => await orRefuse(wanted.what, fromOf(wanted), async () => await saveWanted(wanted)),
    saveCode: async (block, tab) => await orRefuse('code', tab, async () => await saveCode(block, tab)),
    takeUp,
    allowed: async (origins) => {
      const id = await takeWish();
      const save = id === null ? null : await saves.find(id);
      if (save?.needed?.origins.some((origin) => origins.includes(origin)) === true) await takeUp(save.id);
    },
    pageFile: async (tabId, file) => await pageFetching.fetch(tabId, file),
    get unstored() {
      return unstored;
    },
    get reading() {
      return beingRead.saves;
    },
  };
}

/** A file has a name of its own, by which its user knows it. */
function fromOf({ tab, address }: Wanted): From {
  if (address === undefined || !URL.canParse(address)) return tab;
  const { pathname, hostname } = new URL(address);
  return { ...tab, title: pathname.length > 1 ? fileNameOf(address, { mediaType: '' }) : hostname };
}

function shownOf(what: What, { url, title }: From): Pick<Save, 'what' | 'title' | 'host'> {
  const address = tellableAddress(url);
  return { what, title: shortTitle(title ?? ''), host: address === null ? '' : new URL(address).hostname };
}
