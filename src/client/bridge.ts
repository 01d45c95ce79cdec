/**
 * The client of the bridge (§4.1), used by the command, the shell and other programs: a method for each of `bridgeRoutes`. An answer is checked by
 * the schema of its route and has a maximum length; nothing rejects for a peer that is absent, slow or wrong (§7).
 */
import type { Agent } from 'node:http';
import { done, failed } from '../base/outcome.ts';
import {
  bridgeRoutes,
  type DeletedAnswer,
  type DetectAnswer,
  type FragmentList,
  type HealthStatus,
  healthStatus,
  mostJsonBytes,
  type SavedAnswer,
  type SearchValues,
  type UndeletedAnswer,
} from '../contract/bridge.ts';
import type { ExtractAnswer, ExtractRequest } from '../contract/extraction/extraction-routes.ts';
import type {
  DeletedSeveral,
  IndexStatusAnswer,
  JoinedAnswer,
  JoinedHow,
  KeptAnswer,
  MissedAnswer,
  Queues,
  ShownFile,
  UndeletedSeveral,
} from '../contract/requests.ts';
import type { BodyOf, QueryTo } from '../contract/routes.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import type { BridgeAnswer, ContentAnswer } from './bridge-answer.ts';
import { asItCame, BridgeRequests } from './bridge-requests.ts';
import { type CallTime, longestExtractionMs } from './call-time.ts';
import { type FollowEvents, followEvents, type StreamEnd } from './event-stream.ts';

const coreVersion = healthStatus.pick({ version: true });
const counters = healthStatus.pick({ copies: true });

export class Bridge {
  readonly #port: () => number | null;
  readonly #time: CallTime;
  readonly #connections: Agent | undefined;
  readonly #ask: BridgeRequests;

  /**
   * @param port returns the port of the bridge; null if it is unknown.
   * @param time applies to each call.
   * @param connections are used again by calls that only read. Without them each call has its own.
   */
  constructor(port: () => number | null, time: CallTime, connections?: Agent) {
    this.#port = port;
    this.#time = time;
    this.#connections = connections;
    this.#ask = new BridgeRequests(port, time, connections);
  }

  health(): Promise<BridgeAnswer<HealthStatus>> {
    return this.#ask.json(bridgeRoutes.health);
  }

  /** The version of the core, whichever it is. */
  async coreVersion(): Promise<BridgeAnswer<string>> {
    const answer = await this.#ask.read(bridgeRoutes.health, coreVersion);
    return answer.ok ? done(answer.value.version) : answer;
  }

  /** The same bridge, for what takes longer, such as moving files. */
  patient(timeoutMs: number): Bridge {
    return new Bridge(this.#port, { ...this.#time, timeoutMs }, this.#connections);
  }

  /** The outcomes of the copies that the clipboard announced. */
  async counters(): Promise<BridgeAnswer<HealthStatus['copies']>> {
    const answer = await this.#ask.read(bridgeRoutes.health, counters);
    return answer.ok ? done(answer.value.copies) : answer;
  }

  /** The last missed copies, and how many of all are dismissed. */
  missed(): Promise<BridgeAnswer<MissedAnswer>> {
    return this.#ask.json(bridgeRoutes.missedCopies);
  }

  /** Nothing warns any more of the copies that are missed by now. */
  dismissMissed(): Promise<BridgeAnswer<Done>> {
    return this.#ask.json(bridgeRoutes.dismissMissed, { body: {} });
  }

  /** How much waits for Hub's processes. */
  queues(): Promise<BridgeAnswer<Queues>> {
    return this.#ask.json(bridgeRoutes.readQueues);
  }

  /** The source snapshot as received: `windowSnapshot` reads that of a core of any version. */
  source(): Promise<BridgeAnswer<unknown>> {
    return this.#ask.read(bridgeRoutes.source, asItCame);
  }

  /** A page of the history, or of what `q` finds in it; `signal` ends a search that nobody waits for any more. */
  fragments(query: QueryTo<typeof bridgeRoutes.fragments>, signal?: AbortSignal): Promise<BridgeAnswer<FragmentList>> {
    return this.#ask.json(bridgeRoutes.fragments, { query, signal });
  }

  /** The types, groups and programs that occur in the history. */
  searchValues(): Promise<BridgeAnswer<SearchValues>> {
    return this.#ask.json(bridgeRoutes.valuesOfSearch);
  }

  fragment(id: string): Promise<BridgeAnswer<Fragment>> {
    return this.#ask.json(bridgeRoutes.oneFragment, { id });
  }

  /**
   * The bytes of a fragment, in its main format or in another one of its own; `not-understood` if there are more than `longestBytes`, and no more than
   * that is read.
   */
  content(
    id: string,
    longestBytes: number,
    query: QueryTo<typeof bridgeRoutes.fragmentContent> = {},
  ): Promise<BridgeAnswer<ContentAnswer>> {
    return this.#ask.bytes(bridgeRoutes.fragmentContent, { id, query }, longestBytes);
  }

  /** The full text; `not-understood` if it is not a text, or longer than `longestBytes`. */
  async text(id: string, longestBytes: number): Promise<BridgeAnswer<string>> {
    const content = await this.content(id, longestBytes);
    if (!content.ok) return content;
    const { bytes, mediaType } = content.value;
    return mediaType.startsWith('text/') ? done(new TextDecoder().decode(bytes)) : failed('not-understood');
  }

  /** Puts a fragment back on the clipboard; `plain`: only its plain text; `selected`: its plain text also where a middle click pastes it from. */
  copy(id: string, body: BodyOf<typeof bridgeRoutes.copyFragment> = {}): Promise<BridgeAnswer<Done>> {
    return this.#ask.json(bridgeRoutes.copyFragment, { id, body });
  }

  /** Puts the address of a fragment's source on the clipboard. */
  copyAddress(id: string): Promise<BridgeAnswer<Done>> {
    return this.#ask.json(bridgeRoutes.copyAddress, { id, body: {} });
  }

  /** Requests that a fragment is saved into the WorkSpace; its state shows the result. */
  save(id: string): Promise<BridgeAnswer<Done>> {
    return this.#ask.json(bridgeRoutes.saveFragment, { id, body: {} });
  }

  /** Keeps a copy that the content filter did not keep, while it is on the clipboard; without an id, whatever is there. `id`: of the new fragment. */
  keep(id?: string): Promise<BridgeAnswer<KeptAnswer>> {
    if (id === undefined) return this.#ask.json(bridgeRoutes.keepClipboard, { body: {} });
    return this.#ask.json(bridgeRoutes.keepFragment, { id, body: {} });
  }

  /** Removes a fragment from the history; a saved file stays. `now`: it is erased at once. `file`: its file goes to the trash too. */
  delete(
    id: string,
    { now = false, file }: { readonly now?: boolean; readonly file?: 'trash' } = {},
  ): Promise<BridgeAnswer<DeletedAnswer>> {
    return this.#ask.json(bridgeRoutes.deleteFragment, { id, query: { ...(now && { now: 'true' }), file } });
  }

  /** Brings a deleted fragment back, while that is possible. */
  undelete(id: string): Promise<BridgeAnswer<UndeletedAnswer>> {
    return this.#ask.json(bridgeRoutes.undeleteFragment, { id, body: {} });
  }

  /** Changes the pin, tags, title or note of a fragment. */
  annotate(id: string, change: BodyOf<typeof bridgeRoutes.annotateFragment>): Promise<BridgeAnswer<Fragment>> {
    return this.#ask.json(bridgeRoutes.annotateFragment, { id, body: change });
  }

  /** Puts the plain texts of several fragments on the clipboard, as one text in this order. */
  copyTexts(ids: readonly string[], how: JoinedHow = {}): Promise<BridgeAnswer<JoinedAnswer>> {
    return this.#ask.json(bridgeRoutes.copyFragments, { body: { ids, ...how } });
  }

  /** Removes several fragments from the history, as one deletion. */
  deleteSeveral(ids: readonly string[], file?: 'trash'): Promise<BridgeAnswer<DeletedSeveral>> {
    return this.#ask.json(bridgeRoutes.deleteFragments, { body: { ids, ...(file !== undefined && { file }) } });
  }

  /** Brings several fragments back. */
  undeleteSeveral(ids: readonly string[]): Promise<BridgeAnswer<UndeletedSeveral>> {
    return this.#ask.json(bridgeRoutes.undeleteFragments, { body: { ids } });
  }

  /** Saves a text into the WorkSpace; the answer comes when the file is durable. */
  saveText(body: BodyOf<typeof bridgeRoutes.saveTest>): Promise<BridgeAnswer<SavedAnswer>> {
    return this.#ask.json(bridgeRoutes.saveTest, { body });
  }

  /** File type and embedded file name of a text. */
  detect(body: BodyOf<typeof bridgeRoutes.detect>): Promise<BridgeAnswer<DetectAnswer>> {
    return this.#ask.json(bridgeRoutes.detect, { body });
  }

  /** The text of a document or a picture. Others may be read before it: ask a `patient` bridge, which may wait for up to an hour. */
  extract(body: ExtractRequest): Promise<BridgeAnswer<ExtractAnswer>> {
    return this.#ask.json(bridgeRoutes.extractText, { body, longestMs: longestExtractionMs });
  }

  /** The same, with how far it is: `progress`, and at the end `text` or `problem`; also of a request that is refused. */
  followExtraction(body: ExtractRequest, follow: FollowEvents): Promise<StreamEnd> {
    const refused = (problem: unknown): void => follow.heard('problem', problem);
    return followEvents(this.#port(), { refused, ...follow }, { method: 'POST', path: bridgeRoutes.followExtraction.path, body });
  }

  /** Asks for a refresh of the index: of one WorkSpace, by its id, or of all. */
  refreshIndex(workspaceId?: string): Promise<BridgeAnswer<IndexRequest>> {
    return this.#ask.json(bridgeRoutes.refreshIndex, { body: workspaceId === undefined ? {} : { workspaceId } });
  }

  /** Stops the refresh of the index that is under way. */
  stopIndex(): Promise<BridgeAnswer<IndexRequest>> {
    return this.#ask.json(bridgeRoutes.stopIndex, { body: {} });
  }

  /** What the index of the WorkSpaces holds, and what its last refresh did. */
  indexStatus(): Promise<BridgeAnswer<IndexStatusAnswer>> {
    return this.#ask.json(bridgeRoutes.readIndexStatus);
  }

  /** Files of the WorkSpaces that contain all words of `q`. */
  searchIndex(query: QueryTo<typeof bridgeRoutes.searchIndex>): Promise<BridgeAnswer<{ readonly items: readonly ShownFile[] }>> {
    return this.#ask.json(bridgeRoutes.searchIndex, { query });
  }

  /** The description of the interface, as OpenAPI 3.1. */
  openApi(): Promise<BridgeAnswer<unknown>> {
    return this.#ask.read(bridgeRoutes.openApi, asItCame);
  }

  /** Metrics in Prometheus' text format. */
  async metrics(): Promise<BridgeAnswer<string>> {
    const answer = await this.#ask.bytes(bridgeRoutes.metrics, {}, mostJsonBytes);
    return answer.ok ? done(new TextDecoder().decode(answer.value.bytes)) : answer;
  }

  /** Follows the event stream until it ends or its signal aborts. */
  events(follow: FollowEvents): Promise<StreamEnd> {
    return followEvents(this.#port(), follow);
  }
}

/** The index was asked; its status shows the number once it has begun. */
export interface IndexRequest extends Done {
  readonly requestId: number;
}

/** The answer to a verb that succeeded. */
export interface Done {
  readonly ok: true;
}
