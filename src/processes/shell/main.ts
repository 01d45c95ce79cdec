/**
 * The shell: the window with its page, and the tray icon. It shows what the core tells and passes on what the user asks for; it holds no copy
 * beyond what it shows, writes none of it anywhere, and can die without costing one.
 */
import path from 'node:path';
import { exitCodes } from '../../contract/components.ts';
import { makeDpiAware } from '../../platform/dpi-awareness/index.ts';
import { claimWindows } from '../../platform/jump-list/index.ts';
import { becomeComponent } from '../component.ts';
import { listOwner } from './list-owner.ts';
import { openShell } from './open-shell.ts';

// The page is flat and small: drawn straight into its window it is there sooner than by layers, and the web process is smaller. WebKitGTK reads
// this when its first process starts.
process.env.WEBKIT_DISABLE_COMPOSITING_MODE ??= '1';

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('hub', process.env));
const owner = listOwner(component.places, component.env);
if (!claimWindows(process.platform, owner.key)) component.log.warn('the taskbar does not know these windows for ours');
if (makeDpiAware() === 'refused') component.log.warn('the window is not drawn at the scale of its display');
const opened = await openShell({
  component,
  owner,
  platform: process.platform,
  page: path.join(import.meta.dirname, '../../../.runtime/page'),
});
if (!opened.ok) {
  component.degraded(opened.detail ?? 'there is no display');
  component.log.warn('no window', { reason: opened.reason });
  process.exitCode = exitCodes.unavailable;
} else {
  const shell = parts.use(opened.value);
  const lost = shell.lost.then((because) => {
    component.log.error('the window is lost, the process ends', { because });
    process.exitCode = 1; // so that the supervisor opens another one
  });
  component.ready();
  await Promise.race([component.stopRequested, lost]);
}
