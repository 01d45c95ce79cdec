/** Keeps a copy that was not kept, because the user wants it all the same: the answers of the two routes for it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { KeepResult } from '../../contract/components.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { ProblemReason } from '../../contract/problem.ts';
import type { KeptAnswer } from '../../contract/requests.ts';
import { wasNotKept } from '../../domain/capture/why-not-kept.ts';
import { told } from '../../domain/language/say.ts';
import type { Answer } from '../../http/answer.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { fragmentsOfCapture, readFragment, readPresent } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { Core } from './core.ts';

export interface KeepParts {
  readonly core: Pick<Core, 'keep' | 'refresh'>;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
}

/** What is on the clipboard now. */
export async function keepClipboard(parts: KeepParts): Promise<Answer> {
  const { fragments } = readPresent(parts.journal);
  if (fragments.some(({ state }) => state !== 'filtered'))
    return refusal('not-kept', told('What is on the clipboard is in the history already.'));
  return keep(parts, fragments[0]?.captureId ?? null);
}

/** A fragment that was filtered. */
export async function keepFragment(parts: KeepParts, id: number): Promise<Answer> {
  const fragment = readFragment(parts.journal, id);
  if (fragment === null) return { kind: 'problem', reason: 'not-found' };
  if (fragment.state !== 'filtered') return refusal('not-kept', told('This copy is in the history already.'));
  if (fragment.origin === 'web') return refusal('gone', notKeptOfBrowser(fragment));
  const gone = told('This copy {why}. It is not on the clipboard any more, so its content is gone.', { why: wasNotKept(fragment.reason) });
  return keep(parts, fragment.captureId, gone);
}

/** It was never on the clipboard, and what is there now is something else. */
function notKeptOfBrowser({ reason }: JournalFragment): string {
  return told('This copy {why}. It was saved in the browser, and Hub has nothing of it: save it there again.', { why: wasNotKept(reason) });
}

async function keep({ core, journal, writer }: KeepParts, captureId: number | null, gone?: string): Promise<Answer> {
  const result = await core.keep(captureId);
  if (result !== 'kept') return gone !== undefined && result === 'gone' ? refusal('gone', gone) : refusal(...refusals[result ?? 'silent']);
  const [kept] = readPresent(journal).fragments;
  // The row that says that it was not kept. What else is in its copy may have a pin or a file, and becomes part of the new one.
  for (const earlier of captureId === null ? [] : fragmentsOfCapture(journal, captureId))
    if (readFragment(journal, earlier)?.state === 'filtered') await writer.write('deleteFragment', earlier);
  core.refresh();
  if (kept === undefined) return refusal('unavailable', told('It is kept, but not on the clipboard any more; to find it: hub history'));
  return { kind: 'json', value: answerOf((await settled(journal, kept.id)) ?? kept) };
}

function answerOf({ id, state, reason, savedPath }: JournalFragment): KeptAnswer {
  return { ok: true, id: String(id), state, reason, savedPath };
}

/** Judging it and writing its file take some milliseconds. */
const [settlesWithinMs, lookEveryMs] = [2_000, 20];

/** The fragment when nothing more is done with it, or when the time is over; null if it was deleted meanwhile. */
async function settled(journal: JournalReader, id: number): Promise<JournalFragment | null> {
  const endMs = performance.now() + settlesWithinMs;
  for (;;) {
    const fragment = readFragment(journal, currentNumber(journal, id));
    const isUnderWay = fragment !== null && (fragment.state === 'captured' || fragment.state === 'kept') && fragment.reason === null;
    if (!isUnderWay || performance.now() >= endMs) return fragment;
    await pause(lookEveryMs);
  }
}

const refusals: Readonly<Record<Exclude<KeepResult, 'kept'> | 'silent', readonly [ProblemReason, string]>> = {
  gone: ['gone', told('There is nothing on the clipboard that could be kept anyway.')],
  concealed: ['not-kept', told('Its program marks it as secret. Hub never keeps that.')],
  paused: ['not-kept', told('Capture is paused; resume it first: hub resume.')],
  unreadable: ['unavailable', told('It could not be read from the clipboard, or not be stored.')],
  silent: ['unavailable', told('The clipboard is not being watched now, or reading it takes long.')],
};

function refusal(reason: ProblemReason, detail: string): Answer {
  return { kind: 'problem', reason, detail };
}
