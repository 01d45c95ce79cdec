/** Gets from a page what the user asked to save, and makes Hub's message of it. */
import { browser } from 'wxt/browser';
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import type { Needed, SaveTrouble, What } from '../messages.ts';
import { base64, tryFetch } from '../page/fetching.ts';
import { fileNameOf } from '../page/file-name.ts';
import { type Found, hostPattern, pageLimits, type Result, type Task } from '../page/tasks.ts';
import { withoutTurns } from '../page/title.ts';
import { newId } from './link.ts';
import { type ExcludedHosts, tellableAddress, whyNotRead } from './may-save.ts';
import type { About, SaveMessage } from './saves.ts';

export interface Wanted {
  readonly what: Exclude<What, 'code'>;
  readonly tab: Tab;
  readonly frameId?: number;
  /** Of a picture or a link. */
  readonly address?: string;
}

export interface Tab {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly incognito: boolean;
}

export type Collected =
  | ({ readonly ok: true; readonly message: SaveMessage } & Omit<About, 'what'>)
  | { readonly ok: false; readonly trouble: SaveTrouble; readonly detail?: string; readonly needed?: Needed };

const script = '/page.js';
/** A page that takes longer is given up. */
const pageWithinMs = 30_000;

export async function collect(wanted: Wanted, excludedHosts: ExcludedHosts): Promise<Collected> {
  const { what, tab, address } = wanted;
  const trouble = whyNotRead({ url: tab.url, isPrivate: tab.incognito }, excludedHosts);
  if (trouble !== null) return { ok: false, trouble };
  const url = tellableAddress(tab.url);
  if (url === null || tab.id === undefined) return { ok: false, trouble: 'not-a-web-page' };
  const page = { url, title: tab.title ?? '' };
  const result = await ask(tab.id, taskFor(wanted), wanted.frameId ?? (what === 'selection' ? await frameOfSelection(tab.id) : 0));
  // Firefox lets no script into a tab that shows a file, but its address can be fetched.
  if (result === null)
    return what === 'page' || what === 'article' ? await shownFile(page) : { ok: false, trouble: 'page-closed-to-extensions' };
  if (result.ok) return collected(what, result.value, { url, tabId: tab.id });
  const { reason, detail } = result;
  if (address === undefined || reason !== 'not-readable')
    return { ok: false, trouble: reason, ...(detail === undefined ? {} : { detail }) };
  return await fromBackground(address, page, what);
}

function taskFor({ what, address = '' }: Wanted): Task {
  if (what === 'picture' || what === 'link') return { do: 'fetch', address };
  return { do: what };
}

/** Null: the browser lets no extension into this page. */
async function ask(tabId: number, task: Task, frameId: number): Promise<Result | null> {
  const target = { tabId, frameIds: [frameId] };
  try {
    await browser.scripting.executeScript({ target, files: [script] });
    const { promise, resolve } = Promise.withResolvers<Result>();
    const deadline = setTimeout(() => resolve({ ok: false, reason: 'too-slow' }), pageWithinMs);
    browser.scripting
      .executeScript({
        target,
        args: [task],
        func: (asked: Task) => (globalThis as unknown as { hubPage: (task: Task) => Promise<Result> }).hubPage(asked),
      })
      .then(([first]) => resolve((first?.result as Result | undefined) ?? { ok: false, reason: 'page-left' }))
      .catch((cause: unknown) => resolve(withoutResult(cause)));
    return await promise.finally(() => clearTimeout(deadline));
  } catch {
    return null;
  }
}

/** The browsers' own words: the frame or the tab is no longer there; anything else is told as it is. */
function withoutResult(cause: unknown): Result {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return /was removed|was closed|no (?:frame|tab) with|message manager|actor/i.test(detail)
    ? { ok: false, reason: 'page-left' }
    : { ok: false, reason: 'failed', detail: detail.slice(0, 200).toWellFormed() };
}

/** The frame that the user selects in: a shortcut does not tell it. */
async function frameOfSelection(tabId: number): Promise<number> {
  const frames = await browser.scripting
    .executeScript({
      target: { tabId, allFrames: true },
      func: () => {
        const field = document.activeElement;
        const isSelected = field instanceof HTMLTextAreaElement && field.selectionStart !== field.selectionEnd;
        if (!isSelected && (getSelection()?.toString() ?? '').trim() === '') return 'nothing';
        return document.hasFocus() && !/^i?frame$/i.test(field?.localName ?? '') ? 'in front' : 'behind';
      },
    })
    .catch(() => []);
  const found = frames.find(({ result }) => result === 'in front') ?? frames.find(({ result }) => result === 'behind');
  return found?.frameId ?? 0;
}

type Page = Needed['page'];

/** The file that a tab shows by itself, where no script may be put into it. */
export async function shownFile(page: Page): Promise<Collected> {
  const found = await fromBackground(page.url, page, 'page');
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
export async function fromBackground(address: string, page: Page, what: What): Promise<Collected> {
  const pattern = hostPattern(address);
  if (pattern === null) return { ok: false, trouble: 'not-readable' };
  const file = await tryFetch(address, extensionLimits.fileBytes, AbortSignal.timeout(pageLimits.fetchMs));
  if (typeof file !== 'string') {
    const name = fileNameOf(address, file);
    const title = page.title || name;
    return collected(what, { kind: 'file', title, name, mediaType: file.mediaType, content: base64(file.bytes) }, { url: page.url });
  }
  const isAllowed = await browser.permissions.contains({ origins: [pattern] });
  if (file !== 'not-readable' || isAllowed) return { ok: false, trouble: file };
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
