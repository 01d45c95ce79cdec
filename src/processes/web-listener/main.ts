/** The web listener: the HTTP server for the browser extension. It reports its own status; it never holds content. */

import { version } from '../../contract/version.ts';
import { type ListenerStatus, listenerRoutes } from '../../contract/web-listener.ts';
import { serveRoute } from '../../http/handler.ts';
import { openPeerUser } from '../../platform/peer-user/index.ts';
import { becomeComponent } from '../component.ts';
import { openHttpEndpoint } from '../http-endpoint.ts';

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('web_listener', process.env));
const status: ListenerStatus = { status: 'ok', component: 'web_listener', version, pairedExtensions: 0, connectedExtensions: 0 };
const endpoint = parts.use(
  await openHttpEndpoint({
    component,
    variable: 'HUB_WEB_PORT',
    port: process.env.HUB_WEB_PORT,
    lastPort: process.env.HUB_LAST_PORT,
    usualPort: 5000,
    peerUser: openPeerUser(),
    routes: () => [serveRoute(listenerRoutes.status, () => ({ kind: 'json', value: status }))],
  }),
);
component.ready(endpoint.facts());
await component.stopRequested;
