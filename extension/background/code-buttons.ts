/** The button at code blocks: its script is in every page that the user does not exclude, once the user has switched it on and allowed it. */
import { browser } from 'wxt/browser';
import type { Settings } from './kept.ts';

const id = 'code-button';
export const everyPage = '*://*/*';

/** Registers the script, or removes it; pages that are open keep what they have. */
export async function applyCodeButtons({ codeButtons, excludedHosts }: Settings): Promise<void> {
  const isWanted = codeButtons && !excludedHosts.includes('*') && (await browser.permissions.contains({ origins: [everyPage] }));
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] });
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: [id] });
  if (!isWanted) return;
  const excludeMatches = excludedHosts.map((host) => (/^[\d.]+$|^\[/.test(host) ? `*://${host}/*` : `*://*.${host}/*`));
  await browser.scripting.registerContentScripts([
    {
      id,
      js: ['content-scripts/code-button.js'],
      matches: [everyPage],
      excludeMatches,
      runAt: 'document_idle',
      persistAcrossSessions: true,
    },
  ]);
}
