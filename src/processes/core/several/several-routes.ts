/** The bridge's handlers for several fragments at once. */
import { localTimestamp } from '../../../base/timestamp.ts';
import { bridgeRoutes } from '../../../contract/bridge.ts';
import { type DeletedSeveral, type JoinedAnswer, mostJoinedBytes } from '../../../contract/requests.ts';
import { told } from '../../../domain/language/say.ts';
import type { Answer } from '../../../http/answer.ts';
import { type ServedRoute, serveRoute } from '../../../http/handler.ts';
import { currentNumber } from '../../../journal/fragments/earlier-copies.ts';
import { isHeldBack } from '../../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import { type HiddenSlice, undoWithinMs } from '../../../journal/keeping/deletions.ts';
import type { WriteOutcome } from '../../../journal/writing/write-table.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Core } from '../core.ts';

export interface SeveralParts {
  readonly core: Pick<Core, 'offerTexts' | 'refresh'>;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
}

export function severalHandlers(parts: SeveralParts): readonly ServedRoute[] {
  return [
    serveRoute(bridgeRoutes.copyFragments, ({ body }) => copyTexts(parts, currentOf(parts.journal, body.ids))),
    serveRoute(bridgeRoutes.deleteFragments, ({ body }) => deleteSeveral(parts, currentOf(parts.journal, body.ids))),
    serveRoute(bridgeRoutes.undeleteFragments, ({ body }) => undeleteSeveral(parts, currentOf(parts.journal, body.ids))),
  ];
}

const notWritten: Answer = { kind: 'problem', reason: 'unavailable', detail: told('Hub cannot write to its journal now.') };
const noText: Answer = { kind: 'problem', reason: 'not-found', detail: told('None of these copies has a plain text.') };
const tooLong: Answer = {
  kind: 'problem',
  reason: 'invalid-request',
  detail: told('Together these texts are longer than {count} MiB.', { count: mostJoinedBytes / 1024 / 1024 }),
};
const textMissing: Answer = {
  kind: 'problem',
  reason: 'not-found',
  detail: told('The content of one of them is missing: its file in the data folder of Hub is gone or damaged.'),
};
const noClipboard: Answer = { kind: 'problem', reason: 'unavailable', detail: told('There is no clipboard available to copy it to.') };

/** A client may know earlier copies of what is one fragment by now: each is handled once. */
function currentOf(journal: JournalReader, ids: readonly number[]): readonly number[] {
  return [...new Set(ids.map((id) => currentNumber(journal, id)))];
}

async function copyTexts({ core, journal }: SeveralParts, ids: readonly number[]): Promise<Answer> {
  const texts: number[] = [];
  let bytes = -1;
  for (const id of ids) {
    const length = textBytes(journal, id);
    if (length === null) continue;
    texts.push(id);
    bytes += length + 1;
  }
  if (texts.length === 0) return noText;
  if (bytes > mostJoinedBytes) return tooLong;
  const offered = await core.offerTexts(texts);
  if (offered === 'content-missing') return textMissing;
  if (!offered) return noClipboard;
  const joined = new Set(texts);
  const leftOut = ids.filter((id) => !joined.has(id)).map(String);
  return json({ ok: true, joined: texts.length, leftOut } satisfies JoinedAnswer);
}

/** Of its plain text; null if it has none, or nobody may see it. */
function textBytes(journal: JournalReader, id: number): number | null {
  const fragment = readFragment(journal, id);
  if (fragment === null || fragment.state === 'filtered' || isHeldBack(fragment)) return null;
  return contentPlaces(journal, id).find(({ mediaType }) => mediaType === 'text/plain')?.bytes ?? null;
}

/** A copy that is made meanwhile waits no longer than for one of the slices. */
const sliceMs = 20;

async function deleteSeveral({ core, journal, writer }: SeveralParts, ids: readonly number[]): Promise<Answer> {
  const nowMs = Date.now();
  let deletion: number | null = null;
  let deleted = 0;
  for (let at = 0; at < ids.length; ) {
    const slice: WriteOutcome<HiddenSlice> = await writer.write('hideSlice', { ids: ids.slice(at), nowMs, budgetMs: sliceMs, deletion });
    // What is deleted by now stays so, and is told as such: it can be undone.
    if (!slice.ok) break;
    at += slice.value.looked;
    deleted += slice.value.deleted;
    deletion = slice.value.deletion;
  }
  core.refresh();
  if (deleted > 0) return json({ ok: true, deleted, undoUntil: localTimestamp(nowMs + undoWithinMs) } satisfies DeletedSeveral);
  return ids.some((id) => readFragment(journal, id) !== null) ? notWritten : { kind: 'problem', reason: 'not-found' };
}

async function undeleteSeveral({ core, writer }: SeveralParts, ids: readonly number[]): Promise<Answer> {
  let restored = 0;
  for (let at = 0; at < ids.length; ) {
    const slice = await writer.write('undelete', { ids: ids.slice(at), nowMs: Date.now(), budgetMs: sliceMs });
    if (!slice.ok) return restored > 0 ? done(core, restored) : notWritten;
    at += Math.max(1, slice.value.looked);
    restored += slice.value.restored.length;
  }
  return restored > 0 ? done(core, restored) : notDeleted;
}

const notDeleted: Answer = {
  kind: 'problem',
  reason: 'not-found',
  detail: told('Such a fragment was not deleted within the last minute, or it is erased.'),
};

function done(core: SeveralParts['core'], restored: number): Answer {
  core.refresh();
  return json({ ok: true, restored });
}

function json(value: unknown): Answer {
  return { kind: 'json', value };
}
