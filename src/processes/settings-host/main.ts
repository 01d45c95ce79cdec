/**
 * The settings host: serves the WorkSpace catalog and the configuration documents on its pipe, reports documents that are not valid, and keeps the index
 * of the WorkSpaces, which a process of its own writes. It holds no content and no secret.
 */
import { DiskQuestions } from '../../base/disk-questions.ts';
import { settingsAnswers } from '../../configuration/settings-answers.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument, reportDocuments } from '../documents.ts';
import { servePipe } from '../serve-pipe.ts';
import { IndexKeeper } from './indexing/index-keeper.ts';

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('settings_host', process.env));
const { places } = component;
// Of the eight threads that it has for files (`fileThreads` in `components.ts`).
const questions = new DiskQuestions(5);
parts.use(reportDocuments(component));
const catalog = parts.use(openHubDocument('workspaces', component, () => index.catalogChanged()));
const filter = parts.use(openHubDocument('content-filter', component, () => index.filterChanged()));
const hub = parts.use(openHubDocument('hub', component, () => index.hubChanged()));
const index = parts.use(
  new IndexKeeper({
    component,
    questions,
    catalog: () => catalog.value,
    filter: () => (filter.standing === 'unknown' ? null : filter.value),
    hub: () => hub.value,
  }),
);
component.onTold((message) => index.hear(message));
const pipe = await servePipe({
  places,
  name: 'settings-host',
  log: () => component.log,
  answer: settingsAnswers({ places, catalog: () => catalog.value, questions }),
  onDisturbed: (what) => component.log.warn('pipe disturbed', { what }),
});
if (!pipe.ok) throw new Error(`settings pipe: ${pipe.detail}`);
parts.use(pipe.value);
component.ready();
await component.stopRequested;
