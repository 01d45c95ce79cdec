/**
 * Fetches what a page that is being saved may not read itself: pictures and styles of other hosts, where the user has allowed those. Only for the script in that page, only
 * while it reads, and as a stranger would: without cookies, so that nothing comes into a page that is for the user alone.
 */
import { browser } from 'wxt/browser';
import type { PageFile } from '../messages.ts';
import { base64, tryFetch } from '../page/fetching.ts';
import { hostPattern, type PageFileAnswer, pageLimits } from '../page/tasks.ts';
import { excludedHosts } from './kept.ts';

export interface PageFetching {
  /** Files may be fetched for the page in this tab as long as `reading` takes. */
  during<Value>(tabId: number, reading: () => Promise<Value>): Promise<Value>;
  fetch(tabId: number | undefined, file: PageFile): Promise<PageFileAnswer>;
}

export function openPageFetching(): PageFetching {
  /** For each tab, how many readings of its page are under way, and how many files may still be fetched for them. */
  const readers = new Map<number, { readings: number; left: number }>();
  return {
    during: async (tabId, reading) => {
      const reader = readers.get(tabId) ?? { readings: 0, left: 0 };
      readers.set(tabId, reader);
      reader.readings += 1;
      reader.left += pageLimits.inlinedFiles;
      return await reading().finally(() => {
        reader.readings -= 1;
        if (reader.readings === 0) readers.delete(tabId);
      });
    },
    fetch: async (tabId, { address }) => {
      const reader = tabId === undefined ? undefined : readers.get(tabId);
      const pattern = hostPattern(address);
      if (reader === undefined || reader.left <= 0 || pattern === null) return { ok: false, why: 'not-readable' };
      reader.left -= 1;
      if (!(await browser.permissions.contains({ origins: [pattern] }))) return { ok: false, why: 'host-needed' };
      const file = await tryFetch(address, {
        mostBytes: pageLimits.inlinedEachBytes,
        signal: AbortSignal.timeout(pageLimits.inliningMs),
        excluded: await excludedHosts(),
        credentials: 'omit',
      });
      return typeof file === 'string' ? { ok: false, why: file } : { ok: true, mediaType: file.mediaType, content: base64(file.bytes) };
    },
  };
}
