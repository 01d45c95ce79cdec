/** How the popup and the options talk to the background. */
import { browser } from 'wxt/browser';
import { type Answer, type Request, type View, viewPort } from '../messages.ts';

/** `ok: false` also if the browser ended the background before that answered: whoever waits can ask again. */
export async function ask(request: Request): Promise<Answer> {
  try {
    return ((await browser.runtime.sendMessage(request)) as Answer | undefined) ?? { ok: false };
  } catch {
    return { ok: false };
  }
}

/** Shows every change for as long as the page is open. A background that the browser has ended is started again by this. */
export function watchView(show: (view: View) => void): void {
  const port = browser.runtime.connect({ name: viewPort });
  port.onMessage.addListener((view) => show(view as View));
  port.onDisconnect.addListener(() => watchView(show));
}
