/** A Hub with its window at the history, on a desktop of its own, whose journal was filled before it started. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Desktop } from '../test/harness/desktop/desktop.ts';
import { TestHub } from '../test/harness/hub.ts';
import { until } from '../test/harness/until.ts';
import { fillJournal } from './measuring/filled-journal.ts';
import type { CopyCommand, CopyReply } from './programs/copying-program.ts';
import { Program } from './programs/program.ts';

export interface FilledHub {
  readonly fragments: number;
  readonly hub: TestHub;
  readonly desktop: Desktop;
  readonly owner: Program<CopyCommand, CopyReply>;
}

/** `filled` is called periodically with the number of fragments. */
export async function startFilled(parts: AsyncDisposableStack, fragments: number, filled: (fragments: number) => void): Promise<FilledHub> {
  const desktop = parts.use(await Desktop.start('1280x800'));
  const hub = parts.use(new TestHub({ ...desktop.place, HUB_DEBUG: 'true' }, { withWindow: true }));
  const { journal, blobs } = hub.places;
  mkdirSync(blobs, { recursive: true, mode: 0o700 });
  fillJournal({ file: journal, blobs }, fragments, filled);
  writeFileSync(path.join(path.dirname(journal), 'window.json'), JSON.stringify({ section: 'history' }));
  await hub.start();
  await until('window', async () => (await desktop.windows('Hub'))[0]);
  const owner = parts.use(await Program.start<CopyCommand, CopyReply>('copying-program.ts', [desktop.display]));
  return { fragments, hub, desktop, owner };
}
