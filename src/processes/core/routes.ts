/** The bridge's handlers, one per route. They only translate between HTTP and the core. */
import { statSync } from 'node:fs';
import { bridgeRoutes, type DetectAnswer, type FragmentList, type HealthStatus, type SearchValues } from '../../contract/bridge.ts';
import type { TextExtractionRules } from '../../contract/documents/text-extraction.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import type { Queues } from '../../contract/requests.ts';
import { version } from '../../contract/version.ts';
import { identifiedBytes } from '../../domain/identification-limit.ts';
import { indexQuery } from '../../domain/indexing/index-words.ts';
import { told } from '../../domain/language/say.ts';
import { foldedText } from '../../domain/search/folding.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import type { Extractor } from '../../extraction/extractor.ts';
import { shownFile } from '../../file-index/search-files.ts';
import type { Answer } from '../../http/answer.ts';
import { type RequestOf, type ServedRoute, serveRoute } from '../../http/handler.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readDismissed, readMissed } from '../../journal/captures/missed-copies.ts';
import { fragmentsByState, heldUpSaves, queueLengths } from '../../journal/fragments/counts.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { extractedText } from '../../journal/fragments/extracted-texts.ts';
import { contentLimits, fragmentView, partOfText } from '../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment } from '../../journal/fragments/fragments.ts';
import { fragmentRange } from '../../journal/fragments/listing.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { indexSize } from '../../journal/search/index-size.ts';
import { presentValues, recentApps } from '../../journal/search/present-values.ts';
import type { SearchPageQuery } from '../../journal/search/search.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { Component } from '../component.ts';
import type { HttpEndpoint } from '../http-endpoint.ts';
import { annotate } from './annotate-route.ts';
import type { Core } from './core.ts';
import { extractionHandlers } from './extracting/extract-route.ts';
import { copyReadText } from './extracting/recorded-text.ts';
import { keepClipboard, keepFragment } from './keep-anyway.ts';
import { firstOnes, foundSlices, listAnswer, listedSlices } from './list-answer.ts';
import { metricsText } from './metrics.ts';
import type { OfferedHow, OfferedPart, OfferOutcome } from './offers.ts';
import { contentMissing, notFound, notOnClipboard, notWritten, withheld } from './refusals.ts';
import type { NoSearch, SearchThread } from './searching/search-thread.ts';
import { deleteOne, undeleteOne } from './several/deletions.ts';
import { severalHandlers } from './several/several-routes.ts';

export interface BridgeParts {
  readonly core: Core;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly search: Pick<SearchThread, 'ask' | 'askIndex'>;
  readonly server: HttpEndpoint;
  readonly extractor: Pick<Extractor, 'extract' | 'waiting'>;
  /** The preferences of text extraction. */
  readonly rules: () => TextExtractionRules;
  /** Pictures of more pixels are not read by themselves. */
  readonly readPixels: () => number;
  /** Nothing is recorded now. */
  readonly isHeld: () => boolean;
  readonly tell: Component['tell'];
}

const noPlainText: Answer = { kind: 'problem', reason: 'not-found', detail: told('This copy has no text.') };
const noExtractedText: Answer = { kind: 'problem', reason: 'not-found', detail: told('Nothing was read in it yet.') };
const noSuchPart: Answer = { kind: 'problem', reason: 'not-found', detail: told('Its text has no such part.') };

export function bridgeHandlers(parts: BridgeParts): readonly ServedRoute[] {
  const { core, journal, writer, server, tell } = parts;
  const askIndex = (ask: 'refresh' | 'stop', workspaceId: string | null = null) => {
    const requestId = Date.now();
    tell('settings_host', { kind: 'index', ask, requestId, workspaceId });
    return { ok: true, requestId };
  };
  /** A client may know an earlier copy of what is one fragment by now. */
  const numberOf = ({ id }: { readonly id: number }): number => currentNumber(journal, id);
  return [
    serveRoute(bridgeRoutes.health, () => json(health(core, journal))),
    serveRoute(bridgeRoutes.saveTest, ({ body }) => core.testSaves.save(body)),
    serveRoute(bridgeRoutes.source, () => core.present().answer),
    serveRoute(bridgeRoutes.events, () => ({ kind: 'events', frames: core.feed.frames() })),
    serveRoute(bridgeRoutes.fragments, (request) => list(parts, request)),
    serveRoute(bridgeRoutes.valuesOfSearch, () =>
      json({
        types: [...presentValues(journal, 'type')],
        groups: [...presentValues(journal, 'group')],
        apps: [...presentValues(journal, 'app')],
        recentApps: [...recentApps(journal)],
        tags: [...presentValues(journal, 'tag')],
      } satisfies SearchValues),
    ),
    serveRoute(bridgeRoutes.oneFragment, ({ params }) => {
      const fragment = readFragment(journal, numberOf(params));
      return fragment === null ? notFound : json(fragmentView(core.view, fragment, contentLimits.single));
    }),
    serveRoute(bridgeRoutes.fragmentContent, ({ params, query }) => content(journal, numberOf(params), query.mediaType)),
    serveRoute(bridgeRoutes.deleteFragment, ({ params, query }) => deleteOne(parts, numberOf(params), query)),
    serveRoute(bridgeRoutes.undeleteFragment, ({ params }) => undeleteOne(parts, numberOf(params))),
    serveRoute(bridgeRoutes.annotateFragment, ({ params, body }) => annotate(parts, numberOf(params), body)),
    serveRoute(bridgeRoutes.copyFragment, ({ params, body: { plain, extracted: file, span, as, ...how } }) => {
      const id = numberOf(params);
      if (file !== undefined && span === undefined) return offerReadText(parts, id, file);
      if (file !== undefined) return offer(core, journal, id, 'extracted', { file, span, ...(as && { as }) });
      return offer(core, journal, id, plain ? 'plain' : 'content', span === undefined ? how : { span, ...(as && { as }) });
    }),
    serveRoute(bridgeRoutes.copyAddress, ({ params }) => offer(core, journal, numberOf(params), 'address')),
    ...severalHandlers(parts),
    ...extractionHandlers({ ...parts, languages: () => parts.rules().languages, numberOf, withheld }),
    serveRoute(bridgeRoutes.saveFragment, ({ params }) => save(core, journal, numberOf(params))),
    serveRoute(bridgeRoutes.keepFragment, ({ params }) => keepFragment(parts, numberOf(params))),
    serveRoute(bridgeRoutes.keepClipboard, () => keepClipboard(parts)),
    serveRoute(bridgeRoutes.missedCopies, () => {
      const { missed, gone } = readCounters(journal);
      return json({ missed, gone, dismissed: readDismissed(journal), items: readMissed(journal) });
    }),
    serveRoute(bridgeRoutes.dismissMissed, async () => ((await writer.write('dismissMissed')).ok ? json({ ok: true }) : notWritten)),
    serveRoute(bridgeRoutes.readQueues, () => json(queueLengths(journal, parts.readPixels()) satisfies Queues)),
    serveRoute(bridgeRoutes.detect, ({ body }) => detectText(core, body.text, body.filename)),
    serveRoute(bridgeRoutes.openApi, () =>
      json(openApiDocument({ title: 'Hub bridge', version, url: server.url, routes: Object.values(bridgeRoutes) })),
    ),
    serveRoute(bridgeRoutes.refreshIndex, ({ body }) => json(askIndex('refresh', body.workspaceId))),
    serveRoute(bridgeRoutes.stopIndex, () => json(askIndex('stop'))),
    serveRoute(bridgeRoutes.readIndexStatus, ({ gone }) => indexStatus(parts, gone())),
    serveRoute(bridgeRoutes.searchIndex, ({ query, gone }) => filesOf(parts, query, gone())),
    serveRoute(bridgeRoutes.metrics, () => ({
      kind: 'bytes',
      bytes: Buffer.from(metrics(parts)),
      mediaType: 'text/plain; version=0.0.4',
    })),
  ];
}

const notSearched: Readonly<Record<NoSearch, string>> = {
  late: told('The search could not be done in time.'),
  died: told('The search failed: its thread ended, or could not be started.'),
  threw: told('The search failed; the log of the core has the cause.'),
  crowded: told('Too many searches are under way.'),
  gone: told('The search was dropped: its client has left, or Hub is stopping.'),
  'gone-journal': told('The journal was removed or replaced; Hub will soon have opened the new one.'),
};
async function offer(core: Core, journal: JournalReader, id: number, part: OfferedPart, how: OfferedHow = {}): Promise<Answer> {
  const fragment = readFragment(journal, id);
  const refusal = withheld(fragment);
  if (refusal !== null) return refusal;
  if (part === 'address' && fragment?.source.path === '') return notFound;
  if (part === 'extracted' && extractedText(journal, id, how.file ?? 0) === null) return noExtractedText;
  if (how.span !== undefined && fragment !== null && partOfText(journal, fragment, how.span, how.file) === null) return noSuchPart;
  if (fragment !== null && part === 'plain' && !hasText(fragment) && extractedText(journal, id, 0) === null) return noPlainText;
  if (fragment !== null && part === 'content' && how.selected === true && !hasText(fragment)) return noPlainText;
  return offeredAnswer(await core.offer(id, part, how));
}

async function offerReadText(parts: BridgeParts, id: number, file: number): Promise<Answer> {
  const fragment = readFragment(parts.journal, id);
  const refusal = withheld(fragment);
  if (refusal !== null || fragment === null) return refusal ?? notFound;
  if (extractedText(parts.journal, id, file) === null) return noExtractedText;
  return offeredAnswer(await copyReadText(parts, fragment, file));
}

function offeredAnswer(offered: OfferOutcome): Answer {
  return offered === true ? json({ ok: true }) : notOnClipboard(offered);
}

/** Among its representations: plain, of HTML as it reads, or the paths of files. */
function hasText({ kind, mediaTypes }: JournalFragment): boolean {
  return mediaTypes.includes('text/plain') || kind === 'files' || (kind === 'text' && mediaTypes.includes('text/html'));
}

/** A fragment that is not judged yet is saved once it is. One that stays hidden has no file until the rules change. */
async function save(core: Core, journal: JournalReader, id: number): Promise<Answer> {
  const fragment = readFragment(journal, id);
  const refusal = fragment?.state === 'captured' && fragment.reason === null ? null : withheld(fragment);
  if (refusal !== null) return refusal;
  return (await core.save(id)) ? json({ ok: true }) : notFound;
}

function json(value: unknown): Answer {
  return { kind: 'json', value };
}

function health({ waitingReports }: Core, journal: JournalReader): HealthStatus {
  const saves = heldUpSaves(journal).map(({ reason: code, fragments: count }) =>
    count === 1 ? told('{count} save waits: {code}', { count, code }) : told('{count} saves wait: {code}', { count, code }),
  );
  const reasons = [...(waitingReports.reason === null ? [] : [waitingReports.reason]), ...saves];
  return {
    status: reasons.length === 0 ? 'ok' : 'degraded',
    component: 'python_core',
    version,
    uptimeSeconds: Math.round(process.uptime() * 10) / 10,
    reasons,
    copies: readCounters(journal),
  };
}

function list({ core, journal, search }: BridgeParts, { query, gone }: RequestOf<typeof bridgeRoutes.fragments>): Answer | Promise<Answer> {
  const { before, after, type: typeId, group, limit, phrases, q = '' } = query;
  const parsed = parseSearch(q, Date.now());
  if (!parsed.ok) return { kind: 'problem', reason: 'invalid-request', detail: parsed.detail };
  const asked: SearchPageQuery = {
    before,
    after,
    limit,
    phrases,
    query: [...parsed.query, ...exactly('type', typeId), ...exactly('group', group)],
  };
  if (asked.query.length > 0) return searched(core, search, asked, gone());
  return listAnswer(core.view, asked, listedSlices(journal, asked), range(journal));
}

const exactly = (is: 'type' | 'group', word: string | undefined): SearchQuery =>
  word === undefined ? [] : [{ isNegated: false, any: [{ is, text: foldedText(word) }] }];

async function searched(core: Core, search: BridgeParts['search'], query: SearchPageQuery, asker: AbortSignal): Promise<Answer> {
  const found = await search.ask(query, asker);
  if (!found.ok) return { kind: 'problem', reason: 'unavailable', detail: notSearched[found.reason] };
  for (const id of found.value.damaged) core.view.journal.reportDamagedRow(id);
  const { first = [] } = found.value;
  const more = first.length === 0 ? {} : { first: firstOnes(core.view, first) };
  return listAnswer(core.view, query, foundSlices(core.view.journal, query, found.value), more);
}

async function indexStatus({ search }: BridgeParts, asker: AbortSignal): Promise<Answer> {
  const index = await search.askIndex({ about: 'status' }, asker);
  return index.ok ? json({ ok: true, index: index.value }) : { kind: 'problem', reason: 'unavailable', detail: notSearched[index.reason] };
}

async function filesOf(
  { search }: BridgeParts,
  { q, limit }: RequestOf<typeof bridgeRoutes.searchIndex>['query'],
  asker: AbortSignal,
): Promise<Answer> {
  const query = indexQuery(q);
  if (query === null) return { kind: 'problem', reason: 'invalid-request', detail: told('A search needs at least one word.') };
  const found = await search.askIndex({ about: 'files', query, limit }, asker);
  if (!found.ok) return { kind: 'problem', reason: 'unavailable', detail: notSearched[found.reason] };
  if (found.value === null)
    return { kind: 'problem', reason: 'not-found', detail: told('There is no index yet; POST /api/index/refresh makes one.') };
  return json({ items: found.value.map(shownFile) });
}

function range(journal: JournalReader): Pick<FragmentList, 'total' | 'oldest' | 'newest'> {
  const { total, oldest, newest } = fragmentRange(journal);
  return { total, oldest: oldest === null ? null : String(oldest), newest: newest === null ? null : String(newest) };
}

/** Its main content, or its content in one of the other formats that it was copied in. */
function content(journal: JournalReader, id: number, wanted: string | undefined): Answer {
  const refusal = withheld(readFragment(journal, id));
  const place = contentPlaces(journal, id).find(({ mediaType }) => wanted === undefined || mediaType === wanted);
  if (refusal !== null || place === undefined) return refusal ?? notFound;
  const mediaType = place.mediaType.startsWith('text/') ? `${place.mediaType}; charset=utf-8` : place.mediaType;
  // If a browser were made to open a page here, it would run with our address as its origin: it must be downloaded, never shown.
  const headers = { 'Content-Disposition': 'attachment' };
  return 'inline' in place
    ? { kind: 'bytes', bytes: place.inline, mediaType, headers }
    : statSync(place.file, { throwIfNoEntry: false })?.size === place.bytes
      ? { kind: 'file', file: place.file, bytes: place.bytes, mediaType, headers }
      : contentMissing;
}

async function detectText({ judge }: Core, text: string, fileName: string | undefined): Promise<Answer> {
  // As many characters as examined bytes, and one more that shows whether there is more.
  const content = Buffer.from(text.slice(0, identifiedBytes + 1));
  const identified = await judge.ask('text', { content, ...(fileName === undefined ? {} : { fileName }) });
  if (!identified.ok) return { kind: 'problem', reason: 'unavailable', detail: told('Its type could not be determined in time.') };
  const { detection, embeddedFilename } = identified.value;
  return json({ detection, embeddedFilename } satisfies DetectAnswer);
}

function metrics({ core, journal, server }: BridgeParts): string {
  const { requests, refused } = server.counters();
  return metricsText({
    uptimeSeconds: Math.round(process.uptime()),
    counters: readCounters(journal),
    fragmentsByState: fragmentsByState(journal),
    index: indexSize(journal),
    eventClients: core.feed.subscribers,
    caches: core.judge.figures,
    requests,
    refusals: Object.values(refused).reduce((sum, count) => sum + count, 0),
    residentBytes: process.memoryUsage.rss(),
  });
}
