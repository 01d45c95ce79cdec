/** The save worker: writes fragments that wait for a file into the WorkSpace, each durably and once. It decides nothing about whether. */

import { activeWorkspace } from '../../domain/workspace.ts';
import { openJournal } from '../../journal/journal.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { startSaving } from './saving.ts';

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('save_worker', process.env));
const { places } = component;
const journal = parts.use(openJournal({ file: places.journal, blobs: places.blobs }));
const catalog = parts.use(openHubDocument('workspaces', component, () => saving.retryNow()));
const workspace = (): string =>
  activeWorkspace(catalog.value, { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome });
const saving = parts.use(
  startSaving({
    journal,
    log: component.log,
    workspace,
    settled: (fragmentId) => component.tell('python_core', { kind: 'settled', fragmentId }),
  }),
);
component.onTold((message) => {
  if (message.kind === 'save') saving.look();
});
component.ready();
await component.stopRequested;
