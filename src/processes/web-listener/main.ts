/** The web listener: the browser extension's end of Hub. It answers for its own state; it never holds content. */
import { type ListenerStatus, listenerRoutes } from '../../contract/listener.ts';
import { version } from '../../contract/version.ts';
import { openPeerUser } from '../../platform/peer-user/index.ts';
import { becomeComponent } from '../component.ts';
import { serve } from '../http-handler.ts';
import { openListening } from '../listening.ts';

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('web_listener', process.env));
const status: ListenerStatus = { status: 'ok', component: 'web_listener', version, pairedExtensions: 0, connectedExtensions: 0 };
const listening = parts.use(
  await openListening({
    component,
    port: process.env.HUB_WEB_PORT,
    lastPort: process.env.HUB_LAST_PORT,
    usualPort: 5000,
    peerUser: openPeerUser(),
    routes: () => [serve(listenerRoutes.status, () => ({ kind: 'json', value: status }))],
  }),
);
component.ready(listening.facts());
await component.stopRequested;
