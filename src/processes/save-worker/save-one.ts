/** One save: what is to be written and under which name, the writing, and recording the result in the journal. */

import { basename } from 'node:path';
import { tooLate, within } from '../../base/deadline.ts';
import { type Disk, openFlags } from '../../base/files/disk.ts';
import { diskReason } from '../../base/files/disk-error.ts';
import { diskRoom } from '../../base/files/disk-room.ts';
import { tryUnlink } from '../../base/files/durable-file.ts';
import { tryClose } from '../../base/files/flush.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { localTimestamp } from '../../base/timestamp.ts';
import type { FragmentReason, JournalFragment } from '../../contract/journal.ts';
import { leavesReserve, smallBytes } from '../../domain/capture/disk-room.ts';
import { isScreenshotProgram } from '../../domain/programs/screenshot-programs.ts';
import { sourceTitle } from '../../domain/programs/window-title.ts';
import { isPrivateName, planName, privateName, screenshotName } from '../../domain/saving/file-name.ts';
import { pictureWords } from '../../domain/saving/picture-words.ts';
import { extractedText } from '../../journal/fragments/extracted-texts.ts';
import { isPrivateFragment } from '../../journal/fragments/fragment-view.ts';
import { type ContentPlace, contentPlaces, readFragment } from '../../journal/fragments/fragments.ts';
import { receiptPath } from '../../journal/fragments/receipts.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { resultOfWrite } from '../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { aboutFragment } from '../about-copy.ts';
import type { FilePublisher, PublishedFile, PublishReason } from './publish-file.ts';
import { holdsContent } from './same-content.ts';
import { type SaveSteps, saveSteps } from './save-steps.ts';
import type { WorkspaceFolders } from './workspace-folder.ts';

export interface SaveParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly disk: Disk;
  readonly folders: WorkspaceFolders;
  /** The WorkSpace, absolute. */
  readonly target: string;
  readonly settled: (fragmentId: number) => void;
  /** For each WorkSpace, the fragments whose save its disk has not completed in time, until it does. */
  readonly hanging: Map<string, Set<number>>;
  /** Called with each attempt, for as long as the disk takes. */
  readonly paced: <Result>(attempt: Promise<Result>) => Promise<Result>;
  /** A save that was abandoned has completed after all. */
  readonly answered: () => void;
  /** How long a save may take; `usualSaveMs` by default. */
  readonly saveWithinMs?: number | undefined;
}

/** Temporary failures are tried again; the others are permanent. */
const fates: Readonly<Record<PublishReason, { readonly reason: FragmentReason; readonly retry: boolean }>> = {
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

/** By then the largest content is written even to a slow stick. */
export const usualSaveMs = 120_000;
/** In one WorkSpace. Each hanging save blocks one of the threads that all files of the process share (`fileThreads` in `components.ts`). */
const mostHanging = 2;
const firstRetryMs = 2_000;
const longestRetryMs = 300_000;
/** A name is derived from the first meaningful line, which is within this much of a text. */
const namingBytes = 16_384;

/** Whatever goes wrong with the save itself is recorded in its row. Throws if the journal does not accept that. */
export async function saveOne(parts: SaveParts, publisher: FilePublisher, id: number): Promise<void> {
  const { journal, writer, log, disk, folders, target, settled } = parts;
  const startedAtMs = machineClockMs();
  const fragment = readFragment(journal, id);
  const [content, ...others] = contentPlaces(journal, id);
  if (fragment === null || content === undefined) {
    // Deleted meanwhile, or damaged: it becomes no file, now or later.
    await resultOfWrite(writer.write('recordSaveFailure', id, 'content_damaged', null));
    return;
  }
  const order = { journal, log, disk, folders, publisher, steps: saveSteps(log, fragment), target, fragment, content, others, startedAtMs };
  const published = await attemptInTime(order, parts);
  if (published.ok) await recordPublished(order, published.value, writer);
  else {
    const { reason, retry } = fates[published.reason];
    const isHanging = parts.hanging.get(target)?.has(id) === true;
    const delayMs = isHanging ? longestRetryMs : Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(fragment.attempts, 10));
    await resultOfWrite(writer.write('recordSaveFailure', id, reason, retry ? Date.now() + delayMs : null));
    log.error('save failed', { ...aboutFragment(fragment), reason, attempt: fragment.attempts + 1, retryInMs: retry ? delayMs : null });
  }
  settled(id);
}

/** Throws if the journal does not accept it. */
async function recordPublished(
  { journal, log, disk, steps, target, fragment, content, startedAtMs }: Attempt,
  { path, duplicate }: PublishedFile,
  writer: JournalWriter,
): Promise<void> {
  const { id } = fragment;
  const { sha256, bytes } = content;
  const saved = { workspace: target, sha256, path, duplicate, atMs: Date.now() };
  const recorded = await steps('receipt-written', () => resultOfWrite(writer.write('recordSaved', id, saved)));
  // Deleted, withdrawn or saved elsewhere while it was being written: nobody refers to this file, unless another save has found it.
  if (!recorded && !duplicate && receiptPath(journal, target, sha256) !== path) await tryUnlink(path, disk);
  const clockMs = machineClockMs();
  const times = { ms: toMicroseconds(clockMs - startedAtMs), clockMs: toMicroseconds(clockMs) };
  log.info('saved', { ...aboutFragment(fragment), bytes, duplicate, recorded, ...times });
}

interface Attempt {
  readonly journal: JournalReader;
  readonly log: Log;
  readonly disk: Disk;
  readonly folders: WorkspaceFolders;
  readonly publisher: FilePublisher;
  readonly steps: SaveSteps;
  readonly target: string;
  readonly fragment: JournalFragment;
  readonly content: ContentPlace;
  /** Its other representations. */
  readonly others: readonly ContentPlace[];
  readonly startedAtMs: number;
}

/**
 * A disk that does not respond, such as one on a network, delays no other save for long, and none into another WorkSpace. The attempt is abandoned;
 * if it completes after all, its file is recorded then, or deleted if it is not wanted any more.
 */
async function attemptInTime(order: Attempt, parts: SaveParts): Promise<Outcome<PublishedFile, PublishReason>> {
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
async function endLate(order: Attempt, late: Outcome<PublishedFile, PublishReason>, { writer, settled }: SaveParts): Promise<void> {
  if (!late.ok) return;
  const { id } = order.fragment;
  try {
    await recordPublished(order, late.value, writer);
    settled(id);
  } catch (error) {
    order.log.error('late save not recorded', { ...aboutFragment(order.fragment), code: errorCode(error), origin: errorOrigin(error) });
  }
}

/** Never rejects: a bug that one fragment triggers fails only that fragment, and the log says where it is. */
async function attempt(order: Attempt): Promise<Outcome<PublishedFile, PublishReason>> {
  try {
    const { log, folders, steps, target, content } = order;
    const made = await steps('workspace', () => folders.make(target));
    if (made === 'disconnected') return failed('missing-directory');
    if (made === 'made again') log.warn('workspace was removed, created again');
    const earlier = await steps('receipt', () => earlierSave(order));
    if (earlier !== null) return earlier;
    return (await steps('room', () => keepsReserve(target, content.bytes))) ? await publish(order) : failed('disk-full');
  } catch (error) {
    order.log.error('save failed unexpectedly', { ...aboutFragment(order.fragment), code: errorCode(error), origin: errorOrigin(error) });
    return failed('io-error');
  }
}

/** The file that this WorkSpace already has for the content, if its receipt is still valid. */
async function earlierSave({ journal, target, fragment, content, disk }: Attempt): Promise<Outcome<PublishedFile, PublishReason> | null> {
  const earlier = receiptPath(journal, target, content.sha256);
  if (earlier === null || (isPrivateFragment(fragment) && !isPrivateName(basename(earlier)))) return null;
  const same = await holdsContent(earlier, content, disk);
  return same.ok && same.value ? done({ path: earlier, duplicate: true }) : null;
}

async function publish(order: Attempt): Promise<Outcome<PublishedFile, PublishReason>> {
  const { publisher, steps, target, fragment, content } = order;
  const isPrivate = isPrivateFragment(fragment);
  const text = isPrivate ? done(null) : await steps('head', () => namingWords(order));
  if (!text.ok) return text;
  const { embeddedFilename, kind, detection } = fragment;
  const capturedAt = localTimestamp(fragment.copiedAtMs);
  const isScreenshot = kind === 'image' && fragment.givenName === null && isScreenshotProgram(fragment.source.app);
  const request = {
    workspace: target,
    group: detection?.group ?? 'other',
    name: isPrivate
      ? privateName({ capturedAt, kind, detection })
      : isScreenshot
        ? screenshotName(capturedAt, detection)
        : planName({
            givenFilename: fragment.givenName,
            sourceTitle: sourceTitle(fragment.source),
            ...{ embeddedFilename, text: text.value, kind, detection },
          }),
    isPrivate,
    content: 'inline' in content ? content.inline : { blobPath: content.file },
    bytes: content.bytes,
    sha256: content.sha256,
  };
  return publisher.publish(request, steps);
}

/** A picture is named by the HTML beside it, otherwise by its own text if that was read by then. */
async function namingWords({ journal, fragment, content, others, disk }: Attempt): Promise<Outcome<string | null, PublishReason>> {
  if (fragment.kind === 'text') return namingText(content, disk);
  if (fragment.kind !== 'image') return done(null);
  const html = others.find(({ mediaType }) => mediaType === 'text/html');
  const read = html === undefined ? null : await namingText(html, disk);
  const words = read?.ok ? pictureWords(read.value) : '';
  return done(words || (extractedText(journal, fragment.id, 0)?.slice(0, namingBytes) ?? null));
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

/** An unknown value shows when the file is written. Never settles if the disk never responds. */
export async function keepsReserve(workspace: string, bytes: number): Promise<boolean> {
  if (bytes <= smallBytes) return true;
  try {
    return leavesReserve({ bytes, ...(await diskRoom(workspace)) });
  } catch {
    return true;
  }
}
