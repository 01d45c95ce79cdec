/** The bridge's handlers that delete fragments and bring them back, alone or several, and their files with them if that is asked for. */
import { localTimestamp } from '../../../base/timestamp.ts';
import type { DeletedAnswer } from '../../../contract/bridge.ts';
import type { DeletedSeveral, UndeletedSeveral } from '../../../contract/requests.ts';
import { told } from '../../../domain/language/say.ts';
import { holdRefusal } from '../../../domain/retention/hold-words.ts';
import type { Answer } from '../../../http/answer.ts';
import { currentNumber } from '../../../journal/fragments/earlier-copies.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import { type HiddenSlice, undoable, undoWithinMs } from '../../../journal/keeping/deletions.ts';
import { trashedFile } from '../../../journal/keeping/trashed-files.ts';
import type { OnHold } from '../../../journal/retention/holds-in-force.ts';
import type { WriteOutcome } from '../../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Core } from '../core.ts';

export interface DeletionParts {
  readonly core: Pick<Core, 'refresh' | 'files' | 'holds'>;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
}

const notFound: Answer = { kind: 'problem', reason: 'not-found' };
const notWritten: Answer = { kind: 'problem', reason: 'unavailable', detail: told('Hub cannot write to its journal now.') };
const notDeleted: Answer = {
  kind: 'problem',
  reason: 'not-found',
  detail: told('Such a fragment was not deleted within the last minute, or it is erased.'),
};

/** Of what was not deleted; the first names the hold. */
function isOnHold(core: Pick<Core, 'holds'>, kept: readonly OnHold[]): Answer {
  core.holds.refused(kept.length);
  return { kind: 'problem', reason: 'on-hold', detail: holdRefusal(kept[0]?.hold ?? null) };
}

/** `now`: erase it at once. `file`: move its file to the trash too, also that of a fragment that is deleted already and not erased. */
export interface DeletionWishes {
  readonly now?: 'true' | undefined;
  readonly file?: 'trash' | undefined;
}

export async function deleteOne(parts: DeletionParts, id: number, { now, file }: DeletionWishes): Promise<Answer> {
  const { core, journal, writer } = parts;
  core.holds.look();
  const nowMs = Date.now();
  const isForGood = now === 'true';
  let untilMs = nowMs + undoWithinMs;
  // What became of the file is known before the fragment is gone.
  if (file !== undefined || !isForGood) {
    const hidden = await writer.write('hideSlice', { ids: [id], nowMs, budgetMs: 0 });
    if (!hidden.ok) return notWritten;
    if (hidden.value.onHold[0] !== undefined) return isOnHold(core, hidden.value.onHold);
    const known = file === undefined ? null : undoable(journal, id, nowMs);
    if (hidden.value.deleted === 0 && known === null) return notFound;
    if (hidden.value.deleted === 0 && known !== null) untilMs = known.untilMs;
    core.refresh();
  }
  const trashed = file === undefined ? {} : { file: (await core.files.trash([id]))[0] ?? ('no-answer' as const) };
  if (isForGood) {
    const deleted = await writer.write('deleteSlice', [id], 0);
    if (!deleted.ok) return notWritten;
    if (deleted.value.onHold[0] !== undefined) return isOnHold(core, deleted.value.onHold);
    if (deleted.value.deleted === 0 && file === undefined) return notFound;
    core.refresh();
  }
  return json({ ok: true, undoUntil: isForGood ? null : localTimestamp(untilMs), ...trashed } satisfies DeletedAnswer);
}

export async function undeleteOne(parts: DeletionParts, id: number): Promise<Answer> {
  const { core, writer } = parts;
  const undeleted = await writer.write('undelete', { ids: [id], nowMs: Date.now(), budgetMs: 0 });
  if (!undeleted.ok) return notWritten;
  const files = await bringBack(parts, [id]);
  if (undeleted.value.restored.length === 0 && files.length === 0) return notDeleted;
  core.refresh();
  const [{ file } = {}] = files;
  return json({ ok: true, ...(file !== undefined && { file }) });
}

/** A copy that is made meanwhile waits no longer than for one of the slices. */
const sliceMs = 20;

export async function deleteSeveral(parts: DeletionParts, ids: readonly number[], file: 'trash' | undefined): Promise<Answer> {
  const { core, journal, writer } = parts;
  core.holds.look();
  const nowMs = Date.now();
  const saved = ids.filter((id) => (readFragment(journal, id)?.savedPath ?? null) !== null).length;
  let deletion: number | null = null;
  let deleted = 0;
  const kept: OnHold[] = [];
  for (let at = 0; at < ids.length; ) {
    const slice: WriteOutcome<HiddenSlice> = await writer.write('hideSlice', { ids: ids.slice(at), nowMs, budgetMs: sliceMs, deletion });
    // What is deleted by now stays so, and is told as such: it can be undone.
    if (!slice.ok) break;
    at += slice.value.looked;
    deleted += slice.value.deleted;
    kept.push(...slice.value.onHold);
    deletion = slice.value.deletion;
  }
  core.refresh();
  const withFile = file === undefined ? [] : ids.filter((id) => undoable(journal, id, nowMs) !== null);
  if (deleted === 0 && withFile.length === 0 && kept.length > 0) return isOnHold(core, kept);
  if (deleted === 0 && withFile.length === 0) return ids.some((id) => readFragment(journal, id) !== null) ? notWritten : notFound;
  if (kept.length > 0) core.holds.refused(kept.length);
  const results = await core.files.trash(withFile);
  const files = file !== undefined && {
    files: withFile.map((id, at) => ({ id: String(id), file: results[at] ?? ('no-answer' as const) })),
  };
  const onHold = kept.length > 0 && { onHold: kept.map(({ id, hold }) => ({ id: String(id), hold })) };
  return json({ ok: true, deleted, saved, undoUntil: localTimestamp(nowMs + undoWithinMs), ...files, ...onHold } satisfies DeletedSeveral);
}

/** Also brings the files of those back that are back already. */
export async function undeleteSeveral(parts: DeletionParts, ids: readonly number[]): Promise<Answer> {
  const { core, writer } = parts;
  let restored = 0;
  let isWritten = true;
  for (let at = 0; at < ids.length && isWritten; ) {
    const slice = await writer.write('undelete', { ids: ids.slice(at), nowMs: Date.now(), budgetMs: sliceMs });
    isWritten = slice.ok;
    if (!slice.ok) break;
    at += Math.max(1, slice.value.looked);
    restored += slice.value.restored.length;
  }
  if (!isWritten && restored === 0) return notWritten;
  const files = await bringBack(parts, ids);
  if (restored === 0 && files.length === 0) return notDeleted;
  core.refresh();
  return json({ ok: true, restored, ...(files.length > 0 && { files }) } satisfies UndeletedSeveral);
}

/** Of those that are back, and whose files are in the trash. */
async function bringBack({ core, journal }: DeletionParts, ids: readonly number[]): Promise<NonNullable<UndeletedSeveral['files']>> {
  const withFile = [...new Set(ids.map((id) => currentNumber(journal, id)))].filter((id) => trashedFile(journal, id)?.isBack === true);
  const results = await core.files.bringBack(withFile);
  return withFile.map((id, at) => ({ id: String(id), file: results[at] ?? ('no-answer' as const) }));
}

function json(value: unknown): Answer {
  return { kind: 'json', value };
}
