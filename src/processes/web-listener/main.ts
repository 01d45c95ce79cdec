/**
 * The web listener: the HTTP server for browser extensions. It pairs them, takes what they save, and tells them what became of it. It must never acknowledge
 * what is not in the journal, and never log what a page or an extension said.
 */
import { askOpen } from '../../client/ask-pipes.ts';
import { speakAs } from '../../configuration/speak-language.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { told } from '../../domain/language/say.ts';
import { activeWorkspace } from '../../domain/saving/workspace.ts';
import { openPeerUser } from '../../platform/peer-user/index.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { openHttpEndpoint } from '../http-endpoint.ts';
import { servePipe } from '../serve-pipe.ts';
import { openListener } from './listener.ts';

const shownWithinMs = 5_000;

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('web_listener', process.env));
const { places } = component;
const hub = parts.use(openHubDocument('hub', component, ({ language }) => speakAs(language, process.env)));
speakAs(hub.value.language, process.env);
const catalog = parts.use(openHubDocument('workspaces', component));
const tellRules = (): void => listener.tellRules();
const filter = parts.use(openHubDocument('content-filter', component, tellRules, tellRules));
/** Checked for each message: a rule takes effect as soon as it is saved. */
const filterNow = (): ContentFilter | null => {
  filter.look();
  return filter.standing === 'unknown' ? null : filter.value;
};
const peerUser = openPeerUser();
const { workspaceOverride: override, defaultWorkspace: defaultPath, userHome } = places;
const listener = parts.use(
  openListener({
    component,
    peerUser,
    filter: filterNow,
    workspace: () => activeWorkspace(catalog.value, { override, defaultPath, userHome }),
    misunderstood: (is) =>
      sayCondition({
        note: is ? told('a browser extension sends what this version of Hub does not understand; update the extension, or Hub') : null,
      }),
    show: async (file) => (await askOpen(places, { as: 'file', target: file }, { timeoutMs: shownWithinMs })).ok,
  }),
);
const { condition } = listener.pairings;
let said: { readonly lack: string | null; readonly note: string | null } = { lack: null, note: null };
function sayCondition(change: Partial<typeof said>): void {
  said = { ...said, ...change };
  component.degraded(said.lack ?? condition, said.note);
}
if (condition !== null) component.log.error('paired extensions not readable');
const pipe = await servePipe({
  places,
  name: 'web-listener',
  log: () => component.log,
  answer: (request) => listener.pairings.answer(request),
  onDisturbed: (what) => component.log.warn('pipe disturbed', { what }),
});
if (!pipe.ok) throw new Error(`pipe of the web listener: ${pipe.detail}`);
parts.use(pipe.value);
const endpoint = parts.use(
  await openHttpEndpoint({
    component: { ...component, degraded: (lack) => sayCondition({ lack }) },
    variable: 'HUB_WEB_PORT',
    port: process.env.HUB_WEB_PORT,
    lastPort: process.env.HUB_LAST_PORT,
    usualPort: 5000,
    peerUser,
    routes: () => listener.routes,
    extensions: listener.guests,
  }),
);
parts.defer(() => listener.leave());
component.ready(endpoint.facts());
await component.stopRequested;
