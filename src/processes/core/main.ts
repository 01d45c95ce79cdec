/**
 * The core: judges captures, holds the current source snapshot, and serves the bridge. Its state is in the journal, so that its crash costs nothing.
 * It must never confirm a save before the file is durable.
 */
import { onEachBeat } from '../../base/aligned-interval.ts';
import { within } from '../../base/deadline.ts';
import { openBelievedTime } from '../../configuration/believed-time.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { extractionLimits } from '../../contract/extraction.ts';
import { type Extraction, Extractor } from '../../extraction/extractor.ts';
import { damagedRowsNotice } from '../../journal/damage/damaged-rows.ts';
import { firstSaid, journalsPutAside, noticeNow, type PutAsideNotice } from '../../journal/damage/put-aside.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { holdsInForce } from '../../journal/retention/holds-in-force.ts';
import { ThreadWriter, usualRestMs } from '../../journal/writing/writer.ts';
import { openPeerUser } from '../../platform/peer-user/index.ts';
import { becomeComponent } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { openHttpEndpoint } from '../http-endpoint.ts';
import { InstalledPrograms } from '../installed-programs.ts';
import { watchJournalPresence } from '../journal-presence.ts';
import { readPause } from '../pause-marks.ts';
import { openCore } from './core.ts';
import { AutomaticReading } from './extracting/automatic-reading.ts';
import { ClipboardText } from './extracting/clipboard-text.ts';
import { tellTaken } from './extracting/tell-taken.ts';
import { watchJournal } from './journal-watch.ts';
import { CarryingOn } from './keeping/carrying-on.ts';
import { openLegalHolds } from './keeping/legal-holds.ts';
import { startRetention } from './keeping/retention-runs.ts';
import { startTrimming } from './keeping/trim-history.ts';
import { bridgeHandlers } from './routes.ts';
import { SearchThread } from './searching/search-thread.ts';

/** Deleting or moving the file ends the note about a journal that was put aside. */
const putAsideEveryMs = 30_000;
const lookWithinMs = 300;
/** With the lowest priority, a picture takes long on a busy machine. */
const patientBounds = { ...extractionLimits, documentMs: 300_000, pictureMs: 300_000 };

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('python_core', process.env));
const place = { file: component.places.journal, blobs: component.places.blobs };
const writer = parts.use(new ThreadWriter(place, component.log, { restsAfterMs: usualRestMs, fails: component.threadFails('journal') }));
let portLack: string | null = null;
let putAside: PutAsideNotice = { says: null, isAnew: false };
let unsoundRecords: string | null = null;
const say = (): void => component.degraded(portLack, firstSaid(putAside, [damagedRowsNotice(journal.damaged), unsoundRecords]));
const journal = parts.use(
  openJournalReader(place, () => {
    component.log.error('damaged row left out', { rows: journal.damaged });
    say();
  }),
);
const holds = parts.use(openLegalHolds(component, writer));
const carryingOn = parts.use(new CarryingOn({ place, journal, log: component.log, maxMegabytes: () => hub.value.journal.max_megabytes }));
parts.use(
  new InstalledPrograms({
    ...{ platform: process.platform, env: component.env, log: component.log },
    changed: (programs) => void writer.write('nameProgramsBy', programs),
  }),
);
// Not again: later, a copy that the journal could not accept yet may be in such a file of this Hub's monitor, and a full disk may last.
if (component.env.HUB_RESTARTS === '0') void writer.write('sweepBlobs', Date.now() - 3_600_000);
const hub = parts.use(openHubDocument('hub', component, () => trimming.look()));
const filter = parts.use(openHubDocument('content-filter', component, () => core.rulesChanged()));
/** Checked for each fragment: what was copied after a rule was saved must not be judged without it. */
const filterNow = (): ContentFilter | null => {
  filter.look();
  return filter.standing === 'unknown' ? null : filter.value;
};
const time = openBelievedTime({ clockFile: component.places.clock, log: component.log, nowMs: Date.now });
const trimming = parts.use(
  startTrimming({ writer, log: component.log, limits: () => hub.value.history, time, mayDelete: () => holds.isKnown }),
);
parts.use(openHubDocument('retention-policy', component, () => retention.look()));
const retention = parts.use(
  startRetention({
    ...{ journal, writer, places: component.places, log: component.log, time },
    degraded: (reason) => {
      unsoundRecords = reason;
      say();
    },
  }),
);
const cache = parts.use(openHubDocument('cache', component, () => core.limitsChanged()));
const core = parts.use(
  openCore({
    ...{ component, journal, writer, saveRules: () => hub.value.save, filter: filterNow, cacheLimits: () => cache.value },
    holds,
  }),
);
const search = parts.use(new SearchThread({ place, indexFile: component.places.index, opened: journal.opened, log: component.log }));
const { languages } = component.places;
const extractor = parts.use(new Extractor({ languages, longAfterMs: 3_000 }));
const textExtraction = parts.use(openHubDocument('text-extraction', component, () => pictures.rulesChanged()));
const pictures = parts.use(
  new AutomaticReading({
    journal,
    log: component.log,
    copyTexts: core.copyTexts,
    extractor: parts.use(new Extractor({ languages, isBackground: true, bounds: patientBounds })),
    rules: () => textExtraction.value,
    isPaused: () => readPause(component.places)?.what === 'everything',
    filter: filterNow,
    isBusy: () => !extractor.isIdle,
  }),
);
parts.use(
  watchJournal({
    ...{ journal, log: component.log },
    changed: () => {
      pictures.look();
      retention.journalChanged();
    },
  }),
);
const askedExtractor = {
  get waiting() {
    return extractor.waiting;
  },
  extract: (reading: Extraction) => {
    pictures.interrupt();
    return extractor.extract(reading);
  },
};
const isHeld = (): boolean => readPause(component.places)?.what === 'everything';
const clipboardText = new ClipboardText({
  ...{ core, journal, writer, extractor: askedExtractor },
  rules: () => textExtraction.value,
  isHeld,
  log: component.log,
  tell: (result, text, requestId) =>
    tellTaken(component, { rules: textExtraction.value, language: hub.value.language, requestId }, result, text),
});
const endpoint = parts.use(
  await openHttpEndpoint({
    component: {
      ...component,
      degraded: (lack) => {
        portLack = lack;
        say();
      },
    },
    variable: 'HUB_BRIDGE_PORT',
    port: process.env.HUB_BRIDGE_PORT,
    lastPort: process.env.HUB_LAST_PORT,
    usualPort: 5001,
    peerUser: openPeerUser(),
    routes: (server) =>
      bridgeHandlers({
        ...{ core, journal, writer, search, server, extractor: askedExtractor, tell: component.tell },
        isHeld,
        rules: () => textExtraction.value,
        readPixels: () => pictures.mostPixels,
      }),
  }),
);
component.onTold((message) => {
  if (message.kind === 'act' && message.verb === 'extract-clipboard-text') void clipboardText.act(message.requestId);
  if (message.kind !== 'captured') return;
  writer.wake(); // while the judge thread starts
  pictures.interrupt();
});
/** As long as there is one. */
const lookForPutAside = async (): Promise<void> => {
  const aside = await journalsPutAside(place.file);
  void carryingOn.look(aside); // it looks at files, and their disk may not answer
  const now = noticeNow(journal, aside, holdsInForce(journal));
  if (now.says === putAside.says) return;
  putAside = now;
  say();
};
await within(lookWithinMs, lookForPutAside());
parts.use(onEachBeat(putAsideEveryMs, () => void lookForPutAside()));
parts.use(watchJournalPresence({ journal, log: component.log, gone: () => component.beginAnew() }));
component.ready(endpoint.facts());
pictures.look();
core.begin(); // not before: a content that blocks it must not block the core
await component.stopRequested;
