/** The setup of most stories: a private display, a Hub on it, and a program that copies there. */

import { TestHub, type TestHubOptions } from '../hub.ts';
import { ClipboardOwner } from '../owners/clipboard-owner.ts';
import { startXDisplay, type XDisplay } from './x-display.ts';

export interface HubDesk extends AsyncDisposable {
  readonly display: XDisplay;
  readonly hub: TestHub;
  readonly owner: ClipboardOwner;
}

export interface HubDeskOptions extends TestHubOptions {
  /** Added to the environment of Hub. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called before Hub starts, for example to write its documents. */
  readonly prepare?: (hub: TestHub) => void;
}

/** Resolves once Hub is running. All parts are stopped in reverse order, also if a later part fails to start. */
export async function startHubDesk({ env = {}, prepare, ...options }: HubDeskOptions = {}): Promise<HubDesk> {
  await using starting = new AsyncDisposableStack();
  const display = starting.use(await startXDisplay());
  const hub = starting.use(new TestHub({ DISPLAY: display.name, ...env }, options));
  prepare?.(hub);
  await hub.start();
  const owner = starting.use(await ClipboardOwner.start(display.name));
  const started = starting.move();
  return { display, hub, owner, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
