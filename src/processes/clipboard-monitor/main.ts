/**
 * The clipboard monitor: notices every copy and records it in the journal. It is a process of its own, so that a strange clipboard owner, a huge
 * picture or a lost display affects nothing else. It must never keep or log what its owner marks as concealed.
 */

import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { activeWorkspace } from '../../domain/saving/workspace.ts';
import { openReopeningReader } from '../../journal/reopening-reader.ts';
import { ThreadWriter } from '../../journal/writing/writer.ts';
import { openClipboard, thisProgram, watchDisplayPlace } from '../../platform/clipboard/index.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { watchJournalPresence } from '../journal-presence.ts';
import { Monitor } from './monitor.ts';
import { readRoom } from './recording/journal-room.ts';

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('clipboard', process.env));
const place = { file: component.places.journal, blobs: component.places.blobs };
// The thread stays while nobody copies: a copy is only in memory until it is written, and should not wait for a thread to start.
const writer = parts.use(new ThreadWriter(place, component.log, { outlivesJournal: true, fails: component.threadFails('journal') }));
const journal = parts.use(openReopeningReader(place));
const hub = parts.use(openHubDocument('hub', component, () => monitor.selectionRulesChanged()));
const catalog = parts.use(openHubDocument('workspaces', component));
/** Checked for each copy: one that follows a selection belongs into the WorkSpace that was selected. */
const workspaceNow = (): string => {
  const { workspaceOverride: override, defaultWorkspace: defaultPath, userHome } = component.places;
  catalog.look();
  return activeWorkspace(catalog.value, { override, defaultPath, userHome });
};
const filter = parts.use(
  openHubDocument(
    'content-filter',
    component,
    () => {},
    () => monitor.filterChanged(),
  ),
);
/** Checked for each copy: a rule takes effect as soon as it is saved. */
const filterNow = (): ContentFilter | null => {
  filter.look();
  return filter.standing === 'unknown' ? null : filter.value;
};
const { DISPLAY: display, WAYLAND_DISPLAY: waylandDisplay, XDG_RUNTIME_DIR: runtimeFolder, XAUTHORITY: authorityFile } = process.env;
const permitted = thisProgram(process.env, component.places.userHome);
const system = { platform: process.platform, display, authorityFile, waylandDisplay, runtimeFolder, permitted, log: component.log };
const monitor = parts.use(
  new Monitor({
    component,
    journal,
    writer,
    filter: filterNow,
    selectionRules: () => hub.value.primary_selection,
    workspace: workspaceNow,
    room: () => readRoom(journal, hub.value.journal.max_megabytes),
    openClipboard: () => openClipboard(system),
    watchDisplayPlace: (changed) => watchDisplayPlace(system, changed),
  }),
);
parts.use(
  watchJournalPresence({
    journal,
    log: component.log,
    gone: () => {
      journal.renew();
      monitor.journalIsAnother();
    },
  }),
);
await monitor.start();
component.ready();
await component.stopRequested;
