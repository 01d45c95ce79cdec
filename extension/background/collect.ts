/** Gets from a page what the user asked to save, and makes Hub's message of it. */
import { browser } from 'wxt/browser';
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import type { SaveTrouble, What } from '../messages.ts';
import { base64, tryFetch } from '../page/fetching.ts';
import { fileNameOf } from '../page/file-name.ts';
import { type Found, pageLimits, type Result, type Task } from '../page/tasks.ts';
import { newId } from './link.ts';
import { type ExcludedHosts, tellableAddress, whyNotRead } from './may-save.ts';
import type { SaveMessage } from './saves.ts';

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
  | { readonly ok: true; readonly message: SaveMessage; readonly title: string; readonly host: string }
  | { readonly ok: false; readonly trouble: SaveTrouble; readonly origin?: string };

const script = '/page.js';
/** A page that takes longer is given up. */
const pageWithinMs = 30_000;

export async function collect(wanted: Wanted, excludedHosts: ExcludedHosts): Promise<Collected> {
  const { tab, address } = wanted;
  const trouble = whyNotRead({ url: tab.url, isPrivate: tab.incognito }, excludedHosts);
  if (trouble !== null) return { ok: false, trouble };
  const url = tellableAddress(tab.url);
  if (url === null || tab.id === undefined) return { ok: false, trouble: 'not-a-web-page' };
  const result = await ask(tab.id, taskFor(wanted), wanted.frameId ?? 0);
  if (result === null) return { ok: false, trouble: 'page-closed-to-extensions' };
  const host = new URL(url).hostname;
  if (result.ok) return { ok: true, message: messageFor(result.value, url), title: result.value.title, host };
  if (address === undefined || result.reason !== 'not-readable') return { ok: false, trouble: result.reason };
  return await fromBackground(address, url, tab.title ?? host);
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
      .then(([first]) => resolve((first?.result as Result | undefined) ?? { ok: false, reason: 'failed' }))
      .catch(() => resolve({ ok: false, reason: 'not-readable' }));
    return await promise.finally(() => clearTimeout(deadline));
  } catch {
    return null;
  }
}

/**
 * A picture of a host that does not give it to other sites: the background may read it where the user has allowed that host, and from one that gives it
 * to everybody.
 */
async function fromBackground(address: string, url: string, title: string): Promise<Collected> {
  if (!/^https?:/.test(address)) return { ok: false, trouble: 'not-readable' };
  const file = await tryFetch(address, extensionLimits.fileBytes, AbortSignal.timeout(pageLimits.fetchMs));
  if (typeof file !== 'string') {
    const found: Found = {
      kind: 'file',
      title,
      name: fileNameOf(address, file.mediaType),
      mediaType: file.mediaType,
      content: base64(file.bytes),
    };
    return { ok: true, message: messageFor(found, url), title, host: new URL(url).hostname };
  }
  const { protocol, hostname } = new URL(address);
  const origin = `${protocol}//${hostname}/*`;
  const isAllowed = await browser.permissions.contains({ origins: [origin] });
  return file === 'not-readable' && !isAllowed ? { ok: false, trouble: 'host-needed', origin } : { ok: false, trouble: file };
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

/** As long as Hub takes it, and no half of a character at its end. */
export function shortTitle(title: string): string {
  return title
    .slice(0, extensionLimits.title)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
}
