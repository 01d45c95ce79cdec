/** What most stories begin with: a private display, a Hub on it, and a program that copies there. */
import { ClipboardOwner } from './clipboard-owner.ts';
import { TestHub, type TestHubOptions } from './hub.ts';
import { startXDisplay, type XDisplay } from './x-display.ts';

export interface HubDesk extends AsyncDisposable {
  readonly display: XDisplay;
  readonly hub: TestHub;
  readonly owner: ClipboardOwner;
}

export interface HubDeskOptions extends TestHubOptions {
  /** Added to the Hub's surroundings. */
  readonly env?: Readonly<Record<string, string>>;
  /** Done before the Hub starts: its documents are written here. */
  readonly prepare?: (hub: TestHub) => void;
}

/** Returns once Hub is up. What was started is ended in the reverse order, also where a later part does not start. */
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
