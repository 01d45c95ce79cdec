/** The bridge's handlers for several fragments at once. */
import { setImmediate as breath } from 'node:timers/promises';
import { bridgeRoutes } from '../../../contract/bridge.ts';
import type { NotOffered } from '../../../contract/components.ts';
import { canBeJoined } from '../../../contract/fragment-words.ts';
import { type JoinedAnswer, type JoinedHow, mostJoinedBytes } from '../../../contract/requests.ts';
import { told } from '../../../domain/language/say.ts';
import type { Answer } from '../../../http/answer.ts';
import { type ServedRoute, serveRoute } from '../../../http/handler.ts';
import { currentNumber } from '../../../journal/fragments/earlier-copies.ts';
import { isHeldBack } from '../../../journal/fragments/fragment-view.ts';
import { readFragment, textBytes } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { Core } from '../core.ts';
import { notOnClipboard } from '../refusals.ts';
import { type DeletionParts, deleteSeveral, undeleteSeveral } from './deletions.ts';

export interface SeveralParts extends DeletionParts {
  readonly core: Pick<Core, 'offerTexts' | 'refresh' | 'files' | 'holds'>;
}

export function severalHandlers(parts: SeveralParts): readonly ServedRoute[] {
  return [
    serveRoute(bridgeRoutes.copyFragments, ({ body: { ids, ...how } }) => copyTexts(parts, currentOf(parts.journal, ids), how)),
    serveRoute(bridgeRoutes.deleteFragments, ({ body }) => deleteSeveral(parts, currentOf(parts.journal, body.ids), body.file)),
    serveRoute(bridgeRoutes.undeleteFragments, ({ body }) => undeleteSeveral(parts, currentOf(parts.journal, body.ids))),
  ];
}

const noText: Answer = { kind: 'problem', reason: 'not-found', detail: told('None of the selected copies contains text.') };
const tooLong: Answer = {
  kind: 'problem',
  reason: 'invalid-request',
  detail: told('Together these texts are longer than {count} MiB.', { count: mostJoinedBytes / 1024 / 1024 }),
};
/** Only the monitor finds these out: it reads the contents. */
const notJoined: Readonly<Partial<Record<NotOffered, Answer>>> = {
  'content-missing': {
    kind: 'problem',
    reason: 'not-found',
    detail: told('The content of one of them is missing: its file in the data folder of Hub is gone or damaged.'),
  },
  'no-text': noText,
  'too-long': tooLong,
  'one-too-long': {
    kind: 'problem',
    reason: 'invalid-request',
    detail: told('One of them has too much HTML, or too many files, to be put on the clipboard with others; copy it alone.'),
  },
  'too-slow': {
    kind: 'problem',
    reason: 'unavailable',
    detail: told('To find the text in their HTML takes too long; copy fewer of them at once.'),
  },
  unreadable: { kind: 'problem', reason: 'unavailable', detail: told('The HTML of one of them could not be read.') },
};

/** A client may know earlier copies of what is one fragment by now: each is handled once. */
function currentOf(journal: JournalReader, ids: readonly number[]): readonly number[] {
  return [...new Set(ids.map((id) => currentNumber(journal, id)))];
}

/** Other requests are answered between so many fragments. */
const atOnce = 25;

async function copyTexts({ core, journal }: SeveralParts, ids: readonly number[], how: JoinedHow): Promise<Answer> {
  const texts: number[] = [];
  let bytes = -1;
  for (const [at, id] of ids.entries()) {
    if (at % atOnce === atOnce - 1) await breath();
    const length = shownTextBytes(journal, id);
    if (length === null) continue;
    texts.push(id);
    bytes += length + 1;
    if (bytes > mostJoinedBytes) return tooLong;
  }
  if (texts.length === 0) return noText;
  const offered = await core.offerTexts(texts, how);
  if (!offered.ok) return notJoined[offered.reason] ?? notOnClipboard(offered.reason);
  const joined = new Set(texts);
  for (const id of offered.value) joined.delete(id);
  const leftOut = ids.filter((id) => !joined.has(id)).map(String);
  return json({ ok: true, joined: joined.size, leftOut } satisfies JoinedAnswer);
}

/** Of its plain text; null if it has none, or nobody may see it. */
function shownTextBytes(journal: JournalReader, id: number): number | null {
  const fragment = readFragment(journal, id);
  if (fragment === null || fragment.state === 'filtered' || isHeldBack(fragment) || !canBeJoined(fragment)) return null;
  return textBytes(journal, fragment);
}

function json(value: unknown): Answer {
  return { kind: 'json', value };
}
