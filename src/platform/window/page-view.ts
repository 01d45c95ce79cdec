/** The view of the page in the window. The page is served by a custom protocol (`hub://page/`), so that no port is open for it, and it may not navigate elsewhere. */
import type { Application, BrowserWindow } from '@webviewjs/webview';
import type { ShellWindow, ShellWindowOptions } from './interface.ts';
import { watchPageProcess } from './page-process.ts';

export const scheme = 'hub';
const address = `${scheme}://page/`;
/** Windows shows a custom protocol under this address (wry, "custom protocols"). */
const addressOnWindows = `http://${scheme}.page/`;

export interface PageViewOptions extends Pick<ShellWindowOptions, 'engineFolder' | 'background'> {
  readonly toolkit: typeof import('@webviewjs/webview');
  readonly application: Application;
  readonly platform: NodeJS.Platform;
  /** The engine's process of the page has ended; called on Linux only. */
  readonly ended: () => void;
}

/** Loads the page into the window. */
export function createPageView(window: BrowserWindow, options: PageViewOptions): ShellWindow['page'] {
  const { toolkit, application, platform, engineFolder, background, ended } = options;
  const view = window.createWebview({
    url: address,
    // Nothing of the page is written to disk: it stores nothing, and what it shows is the user's.
    incognito: true,
    // Windows still stores files of its engine, by default beside the program, in a folder that may be read-only.
    ...(platform === 'win32' ? { webContext: application.createWebContext({ dataDirectory: engineFolder }) } : {}),
    theme: toolkit.Theme.System,
    enableDevtools: false,
    hotkeysZoom: true,
    navigationHandler: (url) => isOfPage(url, platform),
    newWindowHandler: () => false,
  });
  view.setBackgroundColor(...background, 255);
  if (platform === 'linux') watchPageProcess(ended);
  return {
    reload: () => {
      if (!window.isDisposed()) view.reload();
    },
  };
}

/** Whether the page may go there: nowhere else. */
function isOfPage(url: string, platform: NodeJS.Platform): boolean {
  return url.startsWith(address) || (platform === 'win32' && url.startsWith(addressOnWindows));
}
