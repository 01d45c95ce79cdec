/** Gets from a page what the user asked to save, and makes Hub's message of it. */
import { browser } from 'wxt/browser';
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import type { Needed, SaveTrouble, What } from '../messages.ts';
import type { ExcludedHosts } from '../page/excluded.ts';
import { base64, tryFetch } from '../page/fetching.ts';
import { fileNameOf } from '../page/file-name.ts';
import { type Found, hostPattern, pageLimits, type Task } from '../page/tasks.ts';
import { withoutTurns } from '../page/title.ts';
import { newId } from './link.ts';
import { tellableAddress, whyNotRead } from './may-save.ts';
import { askPage } from './page-asking.ts';
import type { About, SaveMessage } from './saves.ts';

export interface Wanted {
  readonly what: Exclude<What, 'code'>;
  readonly tab: Tab;
  readonly frameId?: number;
  /** Of that frame, where it is known. */
  readonly frameUrl?: string;
  /** Of a picture or a link. */
  readonly address?: string;
}

export interface Tab {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly incognito: boolean;
}

/** `of`: the address that was to be saved, where it is not that of the page. */
export type Collected =
  | ({ readonly ok: true; readonly message: SaveMessage } & Omit<About, 'what'>)
  | { readonly ok: false; readonly trouble: SaveTrouble; readonly detail?: string; readonly needed?: Needed; readonly of?: string };

export async function collect(wanted: Wanted, excluded: ExcludedHosts): Promise<Collected> {
  const { what, tab, address, frameId, frameUrl } = wanted;
  const trouble = whyNotRead({ url: tab.url, isPrivate: tab.incognito }, excluded);
  if (trouble !== null) return { ok: false, trouble };
  const url = tellableAddress(tab.url);
  if (url === null || tab.id === undefined) return { ok: false, trouble: 'not-a-web-page' };
  const page = { url, title: tab.title ?? '' };
  const result = await askPage({ tabId: tab.id, url, task: taskFor(wanted), excluded, frameId, frameUrl });
  // Firefox lets no script into a tab that shows a file, but its address can be fetched.
  if (result === null)
    return what === 'page' || what === 'article' ? await shownFile(page, excluded) : { ok: false, trouble: 'page-closed-to-extensions' };
  if (result.ok) return collected(what, result.value, { url, tabId: tab.id });
  if (result.reason === 'frame-needs-host') return await inFrame(result.frame, page, tab.id);
  const { reason, detail } = result;
  if (address !== undefined && reason === 'not-readable') return await fromBackground(address, page, what, excluded);
  return { ok: false, trouble: reason, ...(detail === undefined ? {} : { detail }), ...(address === undefined ? {} : { of: address }) };
}

function taskFor({ what, address = '' }: Wanted): Task {
  if (what === 'picture' || what === 'link') return { do: 'fetch', address };
  return { do: what };
}

type Page = Needed['page'];

/** What is selected in a frame of another site can be read once its host is allowed. */
async function inFrame(frame: string, page: Page, tabId: number): Promise<Collected> {
  const pattern = hostPattern(frame);
  if (pattern === null) return { ok: false, trouble: 'page-closed-to-extensions' };
  // Then the frame only did not answer in time.
  if (await browser.permissions.contains({ origins: [pattern] })) return { ok: false, trouble: 'too-slow' };
  return { ok: false, trouble: 'frame-needs-host', needed: { origins: [pattern], page, tabId } };
}

/** The file that a tab shows by itself, where no script may be put into it. */
export async function shownFile(page: Page, excluded: ExcludedHosts): Promise<Collected> {
  const found = await fromBackground(page.url, page, 'page', excluded);
  if (!found.ok)
    return found.trouble === 'host-needed' ? { ...found, trouble: 'page-needs-host' } : { ok: false, trouble: 'page-closed-to-extensions' };
  // The browser has closed this page itself.
  const isPage = found.message.kind === 'file' && /html/.test(found.message.mediaType);
  return isPage ? { ok: false, trouble: 'page-closed-to-extensions' } : found;
}

/**
 * A file of a host that does not give it to other sites: the background may read it where the user has allowed that host, and from one that gives it
 * to everybody.
 */
export async function fromBackground(address: string, page: Page, what: What, excluded: ExcludedHosts): Promise<Collected> {
  const pattern = hostPattern(address);
  if (pattern === null) return { ok: false, trouble: 'not-readable' };
  const signal = AbortSignal.timeout(pageLimits.fetchMs);
  const file = await tryFetch(address, { mostBytes: extensionLimits.fileBytes, signal, excluded });
  if (typeof file !== 'string') {
    const name = fileNameOf(address, file);
    const title = page.title || name;
    return collected(what, { kind: 'file', title, name, mediaType: file.mediaType, content: base64(file.bytes) }, { url: page.url });
  }
  const isAllowed = await browser.permissions.contains({ origins: [pattern] });
  if (file !== 'not-readable' || isAllowed) return { ok: false, trouble: file, of: address };
  return { ok: false, trouble: 'host-needed', needed: { origins: [pattern], page, address } };
}

function collected(what: What, found: Found, { url, tabId }: { readonly url: string; readonly tabId?: number }): Collected {
  const isFile = found.kind === 'file' && (what === 'picture' || what === 'link' || found.mediaType !== 'text/html');
  const title = shortTitle(isFile ? found.name : found.title);
  const missing = found.kind === 'file' ? found.missing : undefined;
  const page = { url, title: shortTitle(found.title) };
  const needed =
    missing === undefined || missing.origins.length === 0 || tabId === undefined ? undefined : { origins: missing.origins, page, tabId };
  return {
    ...{ ok: true, message: messageFor(found, url), title, host: new URL(url).hostname },
    ...(missing === undefined ? {} : { missing }),
    ...(needed === undefined ? {} : { needed }),
  };
}

function messageFor(found: Found, url: string): SaveMessage {
  const page = { id: newId(), atMs: Date.now(), url, title: shortTitle(found.title) };
  switch (found.kind) {
    case 'selection':
      return { ...page, kind: 'selection', text: found.text, form: 'markdown' };
    case 'article': {
      const { text, byline, published } = found;
      return {
        ...page,
        kind: 'page',
        text,
        ...(byline === undefined ? {} : { byline }),
        ...(published === undefined ? {} : { published }),
      };
    }
    case 'file':
      return { ...page, kind: 'file', name: found.name, mediaType: found.mediaType, content: found.content };
  }
}

/** As long as Hub takes it, without what turns the words around it, and no half of a character at its end. */
export function shortTitle(title: string): string {
  return withoutTurns(title)
    .slice(0, extensionLimits.title)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
}
