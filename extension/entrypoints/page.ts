/** The script that is put into a page when the user asks for a save. `executeScript` calls `hubPage` in the world that only the extension has. */
import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import type { PageFile } from '../messages.ts';
import { carryOut } from '../page/carry-out.ts';
import { bytesOfBase64, type FetchElsewhere } from '../page/fetching.ts';
import type { HubPage, PageFileAnswer, Result } from '../page/tasks.ts';

/** The background may read what the user has allowed the extension. */
const fetchInBackground: FetchElsewhere = async (address, signal) => {
  const { promise: over, resolve } = Promise.withResolvers<PageFileAnswer>();
  signal.addEventListener('abort', () => resolve({ ok: false, why: 'too-slow' }));
  const file: PageFile = { ask: 'page-file', address };
  try {
    const answer = await Promise.race([over, browser.runtime.sendMessage(file) as Promise<PageFileAnswer>]);
    return answer.ok ? { mediaType: answer.mediaType, bytes: bytesOfBase64(answer.content) } : answer.why;
  } catch {
    // the extension was updated meanwhile
    return 'not-readable';
  }
};

/** The browser may keep a page that the tab leaves as it is, to show it again later: only then would it be read on. */
async function unlessLeft(reading: Promise<Result>): Promise<Result> {
  const { promise: left, resolve } = Promise.withResolvers<Result>();
  const leave = (): void => resolve({ ok: false, reason: 'page-left' });
  addEventListener('pagehide', leave);
  return await Promise.race([reading, left]).finally(() => removeEventListener('pagehide', leave));
}

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineUnlistedScript(() => {
  const hubPage: HubPage = async (task, bounds) => await unlessLeft(carryOut(task, bounds, fetchInBackground));
  Object.assign(globalThis, { hubPage });
});
