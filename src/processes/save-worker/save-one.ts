/** One save: what is to be written and under which name, the writing, and what the journal is told of it. */
import { tooLate, within } from '../../base/deadline.ts';
import { type Disk, diskReason, openFlags } from '../../base/disk.ts';
import { tryClose, tryUnlink } from '../../base/durable-file.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { JournalFragment, Reason } from '../../contract/journal.ts';
import { planName } from '../../domain/file-name.ts';
import { type ContentPlace, contentPlaces, readFragment } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { receiptPath } from '../../journal/progress.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { written } from '../../journal/writes.ts';
import { keepsReserve } from './disk-reserve.ts';
import type { Published, Publisher, PublishReason } from './publish.ts';
import { holdsContent } from './same-content.ts';
import { type SaveSteps, saveSteps } from './save-steps.ts';
import { makeWorkspaceAgain } from './workspace-folder.ts';

export interface SaveParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly disk: Disk;
  /** The WorkSpace, absolute. */
  readonly target: string;
  readonly settled: (fragmentId: number) => void;
  /** By WorkSpace, the fragments whose save its disk has not answered in time, until it does. */
  readonly hanging: Map<string, Set<number>>;
  /** Hears of each attempt, for as long as the disk takes. */
  readonly paced: <Result>(attempt: Promise<Result>) => Promise<Result>;
  /** A disk has answered after all that was given up. */
  readonly answered: () => void;
  /** How long a save may take; `usualSaveMs` unless given. */
  readonly saveWithinMs?: number | undefined;
}

/** What passes by itself is tried again; the rest is over. */
const fates: Readonly<Record<PublishReason, { readonly reason: Reason; readonly retry: boolean }>> = {
  'disk-full': { reason: 'disk_full', retry: true },
  'no-permission': { reason: 'no_permission', retry: true },
  'missing-directory': { reason: 'missing_directory', retry: true },
  busy: { reason: 'busy', retry: true },
  'io-error': { reason: 'io_error', retry: true },
  'outside-workspace': { reason: 'outside_workspace', retry: true },
  path_too_long: { reason: 'path_too_long', retry: false },
  'missing-content': { reason: 'content_damaged', retry: false },
  'wrong-content': { reason: 'content_damaged', retry: false },
};

/** The largest content there is, on a slow stick, is done by then. */
export const usualSaveMs = 120_000;
/** In one WorkSpace. Each that hangs keeps one of the threads that all files of the process share (`fileThreads` in `components.ts`). */
const mostHanging = 2;
const firstRetryMs = 2_000;
const longestRetryMs = 300_000;
/** A name is made of the first meaningful line: this much of a text holds it. */
const namingBytes = 16_384;

/** Whatever goes wrong with the save itself is written to its row. Throws where the journal does not take that. */
export async function saveOne(parts: SaveParts, publisher: Publisher, id: number): Promise<void> {
  const { journal, writer, log, disk, target, settled } = parts;
  const startedAtMs = machineClockMs();
  const fragment = readFragment(journal, id);
  const content = contentPlaces(journal, id)[0];
  if (fragment === null || content === undefined) {
    // Deleted since we looked, or damaged: that is no file, now or later.
    await written(writer.write('recordSaveFailure', id, 'content_damaged', null));
    return;
  }
  const order = { journal, log, disk, publisher, steps: saveSteps(log, id), target, fragment, content, startedAtMs };
  const published = await attemptInTime(order, parts);
  if (published.ok) await recordPublished(order, published.value, writer);
  else {
    const { reason, retry } = fates[published.reason];
    const isHanging = parts.hanging.get(target)?.has(id) === true;
    const delayMs = isHanging ? longestRetryMs : Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(fragment.attempts, 10));
    await written(writer.write('recordSaveFailure', id, reason, retry ? Date.now() + delayMs : null));
    log.error('save failed', { fragmentId: id, reason, attempt: fragment.attempts + 1, retryInMs: retry ? delayMs : null });
  }
  settled(id);
}

/** Throws where the journal does not take it. */
async function recordPublished(
  { journal, log, disk, steps, target, fragment, content, startedAtMs }: Attempt,
  { path, duplicate }: Published,
  writer: JournalWriter,
): Promise<void> {
  const { id } = fragment;
  const { sha256, bytes } = content;
  const saved = { workspace: target, sha256, path, duplicate, atMs: Date.now() };
  const recorded = await steps('receipt-written', () => written(writer.write('recordSaved', id, saved)));
  // Deleted, withdrawn or saved elsewhere while it was being written: nobody knows of this file, unless another save has found it.
  if (!recorded && !duplicate && receiptPath(journal, target, sha256) !== path) await tryUnlink(path, disk);
  const clockMs = machineClockMs();
  const times = { ms: toMicroseconds(clockMs - startedAtMs), clockMs: toMicroseconds(clockMs) };
  log.info('saved', { fragmentId: id, bytes, duplicate, recorded, ...times });
}

interface Attempt {
  readonly journal: JournalReader;
  readonly log: Log;
  readonly disk: Disk;
  readonly publisher: Publisher;
  readonly steps: SaveSteps;
  readonly target: string;
  readonly fragment: JournalFragment;
  readonly content: ContentPlace;
  readonly startedAtMs: number;
}

/**
 * A disk that does not answer, as one behind a network, holds up no other save for long, and none into another WorkSpace: the attempt is left to
 * itself, and what it writes after all is recorded then, or taken away where it is not wanted any more.
 */
async function attemptInTime(order: Attempt, parts: SaveParts): Promise<Outcome<Published, PublishReason>> {
  const { target, fragment } = order;
  const { hanging, paced, saveWithinMs = usualSaveMs } = parts;
  const here = hanging.get(target) ?? new Set();
  if (here.has(fragment.id) || here.size >= mostHanging) return failed('busy');
  const attempted = paced(attempt(order));
  const published = await within(saveWithinMs, attempted);
  if (published !== tooLate) return published;
  hanging.set(target, here.add(fragment.id));
  void attempted
    .then((late) => endLate(order, late, parts))
    .finally(() => {
      here.delete(fragment.id);
      parts.answered();
    });
  return failed('busy');
}

/** Never rejects: what can't be recorded now is found by the next attempt. */
async function endLate(order: Attempt, late: Outcome<Published, PublishReason>, { writer, settled }: SaveParts): Promise<void> {
  if (!late.ok) return;
  const { id } = order.fragment;
  try {
    await recordPublished(order, late.value, writer);
    settled(id);
  } catch (error) {
    order.log.error('late save not recorded', { fragmentId: id, code: errorCode(error), origin: errorOrigin(error) });
  }
}

/** Never rejects: a bug that one fragment brings to light is that fragment's failure, and the log has where it is. */
async function attempt(order: Attempt): Promise<Outcome<Published, PublishReason>> {
  try {
    const { steps, target, content } = order;
    await steps('workspace', () => makeWorkspaceAgain(target));
    const earlier = await steps('receipt', () => earlierSave(order));
    if (earlier !== null) return earlier;
    return (await steps('room', () => keepsReserve(target, content.bytes))) ? await publish(order) : failed('disk-full');
  } catch (error) {
    order.log.error('save broke', { fragmentId: order.fragment.id, code: errorCode(error), origin: errorOrigin(error) });
    return failed('io-error');
  }
}

/** The file that this WorkSpace has for the content already, if its receipt still holds. */
async function earlierSave({ journal, target, content, disk }: Attempt): Promise<Outcome<Published, PublishReason> | null> {
  const earlier = receiptPath(journal, target, content.sha256);
  if (earlier === null) return null;
  const same = await holdsContent(earlier, content, disk);
  return same.ok && same.value ? done({ path: earlier, duplicate: true }) : null;
}

async function publish({ publisher, steps, target, fragment, content, disk }: Attempt): Promise<Outcome<Published, PublishReason>> {
  const text = fragment.kind === 'text' ? await steps('head', () => namingText(content, disk)) : done(null);
  if (!text.ok) return text;
  const { embeddedFilename, kind, detection } = fragment;
  const request = {
    workspace: target,
    group: detection?.group ?? 'other',
    name: planName({ givenFilename: fragment.givenName, embeddedFilename, text: text.value, kind, detection }),
    content: 'inline' in content ? content.inline : { blobPath: content.file },
    bytes: content.bytes,
    sha256: content.sha256,
  };
  return publisher.publish(request, steps);
}

async function namingText(content: ContentPlace, disk: Disk): Promise<Outcome<string, PublishReason>> {
  if ('inline' in content) return done(new TextDecoder().decode(content.inline.subarray(0, namingBytes)));
  let file: number | null = null;
  try {
    file = await disk.open(content.file, openFlags.readStranger); // a pipe in its place is not waited for
    const head = new Uint8Array(Math.min(namingBytes, content.bytes));
    return done(new TextDecoder().decode(head.subarray(0, await disk.read(file, head))));
  } catch (error) {
    const reason = diskReason(error);
    return failed(reason === 'missing-directory' ? 'missing-content' : reason);
  } finally {
    if (file !== null) await tryClose(file, disk);
  }
}
