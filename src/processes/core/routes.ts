/** The bridge's handlers, a row a route. They only translate between HTTP and the core. */
import { statSync } from 'node:fs';
import { bridgeRoutes, type DetectAnswer, type FragmentList, type FragmentListQuery, type HealthStatus } from '../../contract/bridge.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import { version } from '../../contract/version.ts';
import { identifiedBytes } from '../../domain/identified-bytes.ts';
import { readCounters } from '../../journal/captures.ts';
import { fragmentsByState, heldUpSaves } from '../../journal/counts.ts';
import { extents, fragmentView, isHeldBack } from '../../journal/fragment-view.ts';
import { contentPlaces, listFragments, readFragment } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { searchMatch } from '../../journal/search.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import type { Answer } from '../http-answer.ts';
import { type ServedRoute, serve } from '../http-handler.ts';
import type { Listening } from '../listening.ts';
import type { Core } from './core.ts';
import { metricsText } from './metrics.ts';

export interface BridgeParts {
  readonly core: Core;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly server: Listening;
}

const notFound: Answer = { kind: 'problem', reason: 'not-found' };

export function bridgeHandlers({ core, journal, writer, server }: BridgeParts): readonly ServedRoute[] {
  return [
    serve(bridgeRoutes.health, () => json(health(core, journal))),
    serve(bridgeRoutes.saveTest, ({ body }) => core.testSaves.save(body)),
    serve(bridgeRoutes.source, () => core.present().answer),
    serve(bridgeRoutes.events, () => ({ kind: 'events', frames: core.feed.frames() })),
    serve(bridgeRoutes.fragments, ({ query }) => json(page(core, journal, query))),
    serve(bridgeRoutes.oneFragment, ({ params }) => {
      const fragment = readFragment(journal, params.id);
      return fragment === null ? notFound : json(fragmentView(core.view, fragment, extents.single));
    }),
    serve(bridgeRoutes.fragmentContent, ({ params }) => content(journal, params.id)),
    serve(bridgeRoutes.deleteFragment, async ({ params }) => {
      const deleted = await writer.write('deleteFragment', params.id);
      if (!deleted.ok) return { kind: 'problem', reason: 'unavailable', detail: 'Hub cannot write to its journal now.' };
      if (!deleted.value) return notFound;
      core.refresh();
      core.feed.fragmentDeleted(params.id);
      return json({ ok: true });
    }),
    serve(bridgeRoutes.copyFragment, ({ params }) => offer(core, journal, params.id, 'content')),
    serve(bridgeRoutes.copyAddress, ({ params }) => offer(core, journal, params.id, 'address')),
    serve(bridgeRoutes.saveFragment, ({ params }) => save(core, journal, params.id)),
    serve(bridgeRoutes.detect, ({ body }) => detectText(core, body.text, body.filename)),
    serve(bridgeRoutes.openApi, () =>
      json(openApiDocument({ title: 'Hub bridge', version, url: server.url, routes: Object.values(bridgeRoutes) })),
    ),
    serve(bridgeRoutes.metrics, () => ({
      kind: 'bytes',
      bytes: Buffer.from(metrics({ core, journal, writer, server })),
      mediaType: 'text/plain; version=0.0.4',
    })),
  ];
}

/** The fragment is there, and the file of its content is not, or does not hold it any more. */
const contentMissing: Answer = {
  kind: 'problem',
  reason: 'not-found',
  detail: 'The content of this fragment is missing: its file in the data folder of Hub is gone or damaged.',
};
const notYet = 'Hub has not examined it yet, and the content filter may exclude it.';
const notUnderRules = 'Its type could not be determined, and a rule of the content filter may exclude it.';

/** What a filter refused is as good as not there; what is not judged yet may come to be. */
function withheld(fragment: JournalFragment | null): Answer | null {
  if (fragment === null || fragment.state === 'filtered') return notFound;
  if (!isHeldBack(fragment)) return null;
  return { kind: 'problem', reason: 'unavailable', detail: fragment.reason === null ? notYet : notUnderRules };
}

async function offer(core: Core, journal: JournalReader, id: number, part: 'content' | 'address'): Promise<Answer> {
  const fragment = readFragment(journal, id);
  const refusal = withheld(fragment);
  if (refusal !== null) return refusal;
  if (part === 'address' && fragment?.source.path === '') return notFound;
  const offered = await core.offer(id, part);
  if (offered === 'content-missing') return contentMissing;
  if (offered) return json({ ok: true });
  return { kind: 'problem', reason: 'unavailable', detail: 'There is no clipboard available to copy it to.' };
}

/** What is not judged yet is saved once it is. What is held back has no file before there are other rules. */
async function save(core: Core, journal: JournalReader, id: number): Promise<Answer> {
  const fragment = readFragment(journal, id);
  const refusal = fragment?.state === 'captured' && fragment.reason === null ? null : withheld(fragment);
  if (refusal !== null) return refusal;
  return (await core.save(id)) ? json({ ok: true }) : notFound;
}

function json(value: unknown): Answer {
  return { kind: 'json', value };
}

function health({ waitingCopies }: Core, journal: JournalReader): HealthStatus {
  const saves = heldUpSaves(journal).map(
    ({ reason, fragments }) => `${fragments} ${fragments === 1 ? 'save waits' : 'saves wait'}: ${reason}`,
  );
  const reasons = [...(waitingCopies.reason === null ? [] : [waitingCopies.reason]), ...saves];
  return {
    status: reasons.length === 0 ? 'ok' : 'degraded',
    component: 'python_core',
    version,
    uptimeSeconds: Math.round(process.uptime() * 10) / 10,
    reasons,
    copies: readCounters(journal),
  };
}

function page(core: Core, journal: JournalReader, query: FragmentListQuery): FragmentList {
  const { before, type: typeId, group, limit, q } = query;
  const match = q === undefined || q.trim() === '' ? undefined : searchMatch(q);
  // One more than asked for tells whether there is a next page.
  const found = listFragments(journal, { before, typeId, group, match, limit: limit + 1 });
  const items = found.slice(0, limit).map((fragment) => fragmentView(core.view, fragment, extents.listed));
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function content(journal: JournalReader, id: number): Answer {
  const refusal = withheld(readFragment(journal, id));
  const place = contentPlaces(journal, id)[0];
  if (refusal !== null || place === undefined) return refusal ?? notFound;
  const mediaType = place.mediaType.startsWith('text/') ? `${place.mediaType}; charset=utf-8` : place.mediaType;
  // A page that a browser were made to open here would run with our address as its origin: it is to be kept, never shown.
  const headers = { 'Content-Disposition': 'attachment' };
  return 'inline' in place
    ? { kind: 'bytes', bytes: place.inline, mediaType, headers }
    : statSync(place.file, { throwIfNoEntry: false })?.size === place.bytes
      ? { kind: 'file', file: place.file, bytes: place.bytes, mediaType, headers }
      : contentMissing;
}

async function detectText({ judge }: Core, text: string, fileName: string | undefined): Promise<Answer> {
  // As many characters as are looked at bytes, and one that tells that there is more.
  const content = Buffer.from(text.slice(0, identifiedBytes + 1));
  const identified = await judge.ask('text', { content, ...(fileName === undefined ? {} : { fileName }) });
  if (!identified.ok) return { kind: 'problem', reason: 'unavailable', detail: 'Its type could not be determined in time.' };
  const { detection, embeddedFilename } = identified.value;
  return json({ detection, embeddedFilename } satisfies DetectAnswer);
}

function metrics({ core, journal, server }: BridgeParts): string {
  const { requests, refused } = server.counters();
  return metricsText({
    uptimeSeconds: Math.round(process.uptime()),
    counters: readCounters(journal),
    fragmentsByState: fragmentsByState(journal),
    eventClients: core.feed.subscribers,
    caches: core.judge.figures,
    requests,
    refusals: Object.values(refused).reduce((sum, count) => sum + count, 0),
    residentBytes: process.memoryUsage.rss(),
  });
}
