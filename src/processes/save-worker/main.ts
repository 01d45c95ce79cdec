/** The save worker: writes fragments that are queued for a file into the WorkSpace, each durably and once. It does not decide which ones. */

import { within } from '../../base/deadline.ts';
import { errorCode } from '../../base/log.ts';
import { activeWorkspace, belongsInto } from '../../domain/saving/workspace.ts';
import { wasSavedInto } from '../../journal/fragments/receipts.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { ThreadWriter, usualRestMs } from '../../journal/writing/writer.ts';
import { trashUser } from '../../platform/trash/trash-folder.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { watchJournalPresence } from '../journal-presence.ts';
import { FileRequests } from './file-requests.ts';
import { probeWorkspace } from './probe-workspace.ts';
import { FileRemoval } from './remove-files.ts';
import { startSaving } from './save-queue.ts';
import { SaveWatch } from './save-watch.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

/** A drive that does not respond does not delay the start; what is found later is reported later. */
const firstLookWithinMs = 300;

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('save_worker', process.env));
const { places } = component;
const place = { file: places.journal, blobs: places.blobs };
const writer = parts.use(new ThreadWriter(place, component.log, { restsAfterMs: usualRestMs, fails: component.threadFails('journal') }));
const journal = parts.use(openJournalReader(place));
const catalog = parts.use(
  openHubDocument('workspaces', component, () => {
    void saving.retryNow();
    void watch.look();
    void folders.makeFirst(workspace()).then(() => watch.look());
  }),
);
const fallbacks = { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome };
const workspace = (): string => activeWorkspace(catalog.value, fallbacks);
const folders = new WorkspaceFolders({ isUsed });
const made = component.env.HUB_RESTARTS === '0' ? folders.make(workspace()) : null;
const watch = parts.use(
  new SaveWatch({
    component,
    journal,
    workspace,
    isSlow: () => saving.isSlow(),
    waitsElsewhere: () => saving.waitsElsewhere(),
    mended: () => void saving.retryNow(),
    probe: (folder) => probeWorkspace(folder, folders),
  }),
);
const settled = (fragmentId: number): void => component.tell('python_core', { kind: 'settled', fragmentId });
const saving = parts.use(
  startSaving({
    journal,
    writer,
    log: component.log,
    workspace,
    belongs: (copiedFor) => belongsInto(copiedFor, catalog.standing === 'unknown' ? null : catalog.value, fallbacks),
    folders,
    settled: (fragmentId) => {
      settled(fragmentId);
      void watch.saved();
    },
    paceChanged: () => void watch.look(),
  }),
);
parts.use(watchJournalPresence({ journal, log: component.log, gone: () => component.beginAnew() }));
const user = trashUser(component.env, places.userHome);
const removal = new FileRemoval({ journal, writer, log: component.log, user, removed: settled });
const files = new FileRequests({
  journal,
  writer,
  log: component.log,
  user,
  alone: (target, work) => saving.alone(target, work),
  tell: (to, message) => component.tell(to, message),
});
component.onTold((message) => {
  if (message.kind === 'files') files.heard(message);
  if (message.kind !== 'save') return;
  // The monitor and whoever asked for the save may know a selection that the watcher has not reported yet.
  catalog.look();
  writer.wake();
  saving.look();
  removal.look();
});
removal.look();
void files.look();
// What failed in an earlier process is tried again, and not reported, because it may long be fixed.
await within(
  firstLookWithinMs,
  Promise.all([made, saving.retryNow()]).then(() => watch.look()),
);
component.ready();
await component.stopRequested;

function isUsed(folder: string): boolean {
  try {
    return wasSavedInto(journal, folder);
  } catch (error) {
    component.log.warn('journal did not tell which WorkSpaces were used', { code: errorCode(error) });
    return true;
  }
}
