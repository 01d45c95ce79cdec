/**
 * A program in Wine that watches the clipboard, for timing: Hub's clipboard without the rest of Hub, or one of the readers that it is compared with.
 * Arguments: the port of the socket, and which one.
 */
import { once } from 'node:events';
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { ContentSpool } from '../../src/base/files/spooled-content.ts';
import { machineClockMs } from '../../src/base/machine-clock.ts';
import { identifyOwner } from '../../src/domain/capture/owner-identity.ts';
import type { CopyEvent } from '../../src/platform/clipboard/interface.ts';
import { openWindowsClipboard } from '../../src/platform/clipboard/windows/windows-clipboard.ts';
import { pollClipboard } from './windows-readers.ts';
import { answerOverSocket } from './wine-program.ts';

export type WindowsWatcher = 'hub' | 'listening' | 'polling';

/** Tells what it has heard since this order was given last. */
export interface HeardCommand {
  readonly do: 'heard';
}

export interface HeardCopies {
  /** `atMs` on the machine's clock; `readMs` from the announcement to the text, where the watcher knows. */
  readonly copies: readonly { readonly text: string; readonly atMs: number; readonly readMs: number | null }[];
  /** Copies that the watcher itself counts as missed. */
  readonly missed: number;
}

type Heard = HeardCopies['copies'][number];

let copies: Heard[] = [];
let missed = 0;

const begin: Readonly<Record<WindowsWatcher, () => Promise<void> | void>> = {
  hub: watchAsHub,
  listening: async () => {
    const thread = new Worker(new URL('windows-listening-program.ts', import.meta.url));
    await once(thread, 'message');
    thread.on('message', (heard: Pick<Heard, 'text' | 'atMs'>) => void copies.push({ ...heard, readMs: null }));
  },
  polling: () => pollClipboard((text) => void copies.push({ text, atMs: machineClockMs(), readMs: null })),
};

async function watchAsHub(): Promise<void> {
  const opened = await openWindowsClipboard();
  if (!opened.ok) throw new Error(opened.reason);
  opened.value.watch({
    identifyOwner,
    judge: () => 'read',
    newContent: () => new ContentSpool({ folder: os.tmpdir() }),
    onEvent: hear,
    onLost: (reason) => {
      throw new Error(reason);
    },
    onFault: (error) => {
      throw error;
    },
  });
}

function hear(event: CopyEvent): void {
  const atMs = machineClockMs();
  if (event.kind === 'missed') missed += 1;
  if (event.kind !== 'copy') return;
  const content = event.copy.representations.find(({ mediaType }) => mediaType === 'text/plain')?.content;
  const text = content !== undefined && 'inline' in content ? content.inline.toString() : '';
  copies.push({ text, atMs, readMs: event.copy.timings.readAfterMs });
}

await begin[process.argv[3] as WindowsWatcher]();
await answerOverSocket<HeardCommand, HeardCopies>(Number(process.argv[2]), () => {
  const heard = { copies, missed };
  copies = [];
  missed = 0;
  return heard;
});
process.exit(0);
