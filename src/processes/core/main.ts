/**
 * The core: judges what was captured, holds the present source snapshot, and answers the HTTP bridge. What it knows stands in the
 * journal, so that its death costs nothing. It must never answer for a save before the file is durable.
 */
import { onEachBeat } from '../../base/beats.ts';
import { within } from '../../base/deadline.ts';
import type { ContentFilter } from '../../contract/documents.ts';
import { damagedRows } from '../../journal/damaged-rows.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { journalsPutAside, tellPutAside } from '../../journal/put-aside.ts';
import { ThreadWriter, usualRestMs } from '../../journal/writer.ts';
import { openPeerUser } from '../../platform/peer-user/index.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { watchJournalPresence } from '../journal-presence.ts';
import { openListening } from '../listening.ts';
import { openCore } from './core.ts';
import { bridgeHandlers } from './routes.ts';

/** Deleting or moving it ends what is said of a journal that was put aside. */
const putAsideEveryMs = 30_000;
const lookWithinMs = 300;

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('python_core', process.env));
const place = { file: component.places.journal, blobs: component.places.blobs };
const writer = parts.use(new ThreadWriter(place, component.log, { restsAfterMs: usualRestMs }));
let portLack: string | null = null;
let putAside: string | null = null;
const say = (): void => component.degraded(portLack, putAside ?? damagedRows(journal.damaged));
const journal = parts.use(
  openJournalReader(place, () => {
    component.log.error('damaged row left out', { rows: journal.damaged });
    say();
  }),
);
// Not again: later, a copy that the journal could not take yet may wait in such a file of this Hub's monitor, and a full disk may last.
if (component.env.HUB_RESTARTS === '0') void writer.write('sweepBlobs', Date.now() - 3_600_000);
const hub = parts.use(openHubDocument('hub', component));
const filter = parts.use(openHubDocument('content-filter', component, () => core.rulesChanged()));
/** Looked at for each fragment: what was copied after a rule was written must not be judged without it. */
const filterNow = (): ContentFilter | null => {
  filter.look();
  return filter.standing === 'unknown' ? null : filter.value;
};
const cache = parts.use(openHubDocument('cache', component, () => core.limitsChanged()));
const core = parts.use(
  openCore({ component, journal, writer, saveRules: () => hub.value.save, filter: filterNow, cacheLimits: () => cache.value }),
);
const listening = parts.use(
  await openListening({
    component: {
      ...component,
      degraded: (lack) => {
        portLack = lack;
        say();
      },
    },
    port: process.env.HUB_BRIDGE_PORT,
    lastPort: process.env.HUB_LAST_PORT,
    usualPort: 5001,
    peerUser: openPeerUser(),
    routes: (server) => bridgeHandlers({ core, journal, writer, server }),
  }),
);
component.onTold(({ kind }) => {
  if (kind === 'captured') writer.wake(); // while the judge's thread starts
});
/** As long as one lies there. */
const lookForPutAside = async (): Promise<void> => {
  const now = tellPutAside(await journalsPutAside(place.file));
  if (now === putAside) return;
  putAside = now;
  say();
};
await within(lookWithinMs, lookForPutAside());
parts.use(onEachBeat(putAsideEveryMs, () => void lookForPutAside()));
parts.use(watchJournalPresence({ journal, log: component.log, gone: () => component.beginAnew() }));
component.ready(listening.facts());
core.begin(); // not before: a content that holds it up is not to hold up the core
await component.stopRequested;
