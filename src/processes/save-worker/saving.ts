/** Saves what waits, one after the other, oldest first; tries again what a full disk or a missing right held up. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { realDisk } from '../../base/disk.ts';
import { tryUnlink } from '../../base/durable-file.ts';
import type { Log } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import type { JournalFragment, Reason } from '../../contract/journal.ts';
import { planName } from '../../domain/file-name.ts';
import { type ContentPlace, contentPlaces, readFragment, readHead } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { nextAttemptAt, nextToSave, receiptPath, recordSaved, recordSaveFailure, retryNow } from '../../journal/progress.ts';
import { Publisher, type PublishReason, sweepWorkspace } from './publish.ts';
import { holdsContent } from './same-content.ts';

export interface SavingParts {
  readonly journal: Journal;
  readonly log: Log;
  /** The active WorkSpace, asked for at each save. */
  readonly workspace: () => string;
  readonly settled: (fragmentId: number) => void;
}

export interface Saving extends AsyncDisposable {
  /** Says that there may be something to save. */
  look(): void;
  /** Makes what waits for another try due now. */
  retryNow(): void;
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

const firstRetryMs = 2_000;
const longestRetryMs = 300_000;
/** A name is made of the first meaningful line: this much of a text holds it. */
const namingBytes = 16_384;

/** Starts with what a killed worker left: its temporary files go, what waits is saved. */
export function startSaving(parts: SavingParts): Saving {
  const { journal, log } = parts;
  const publisher = new Publisher();
  const swept = sweepWorkspace(parts.workspace());
  if (swept > 0) log.info('temporary files removed', { files: swept });
  let work: Promise<void> | null = null;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  const saveAll = async (): Promise<void> => {
    for (let id = nextToSave(journal, Date.now()); id !== null && !stopping; id = nextToSave(journal, Date.now()))
      await saveOne(parts, publisher, id);
  };
  const look = (): void => {
    if (stopping || work !== null) return;
    clearTimeout(timer);
    work = saveAll().finally(() => {
      work = null;
      const dueAtMs = nextAttemptAt(journal);
      if (dueAtMs !== null && !stopping) timer = setTimeout(look, Math.min(longestRetryMs, Math.max(0, dueAtMs - Date.now())));
    });
  };
  look();
  return {
    look,
    retryNow: () => {
      retryNow(journal);
      look();
    },
    [Symbol.asyncDispose]: async () => {
      stopping = true;
      clearTimeout(timer);
      await work;
    },
  };
}

async function saveOne({ journal, log, workspace, settled }: SavingParts, publisher: Publisher, id: number): Promise<void> {
  const startedAtMs = machineClockMs();
  const fragment = readFragment(journal, id);
  const content = contentPlaces(journal, id)[0];
  if (fragment === null || content === undefined) return; // deleted since we looked
  const target = path.resolve(workspace());
  makeWorkspace(target);
  const published = (await earlierSave(journal, target, content)) ?? (await publish(publisher, target, fragment, content));
  if (published.ok) {
    const { path: savedPath, duplicate } = published.value;
    const recorded = recordSaved(journal, id, { workspace: target, sha256: content.sha256, path: savedPath, duplicate, atMs: Date.now() });
    // Withdrawn while it was being written: its sender was told that nothing is saved.
    if (!recorded && !duplicate) tryUnlink(savedPath);
    const clockMs = machineClockMs();
    const times = { ms: toMicroseconds(clockMs - startedAtMs), clockMs: toMicroseconds(clockMs) };
    log.info('saved', { fragmentId: id, bytes: content.bytes, duplicate, recorded, ...times });
  } else {
    const { reason, retry } = fates[published.reason];
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(fragment.attempts, 10));
    recordSaveFailure(journal, id, reason, retry ? Date.now() + delayMs : null);
    log.error('save failed', { fragmentId: id, reason, attempt: fragment.attempts + 1, retryInMs: retry ? delayMs : null });
  }
  settled(id);
}

/**
 * A WorkSpace that was removed is made again, but not the folders above it: where those are missing it may lie on a drive that is away,
 * and the saves wait for it. What can't be made shows in the save itself, with its reason.
 */
function makeWorkspace(folder: string): void {
  try {
    mkdirSync(folder);
  } catch {
    // it is there already, or publishing tells why not
  }
}

type Published = Awaited<ReturnType<Publisher['publish']>>;

/** The file that this WorkSpace has for the content already, if its receipt still holds. */
async function earlierSave(journal: Journal, workspace: string, content: ContentPlace): Promise<Published | null> {
  const earlier = receiptPath(journal, workspace, content.sha256);
  if (earlier === null) return null;
  const same = await holdsContent(earlier, content, realDisk);
  return same.ok && same.value ? { ok: true, value: { path: earlier, duplicate: true } } : null;
}

function publish(publisher: Publisher, workspace: string, fragment: JournalFragment, content: ContentPlace): Promise<Published> {
  const text = fragment.kind === 'text' ? new TextDecoder().decode(readHead(content, namingBytes)) : null;
  const { embeddedFilename, kind, detection } = fragment;
  return publisher.publish({
    workspace,
    group: detection?.group ?? 'other',
    name: planName({ givenFilename: fragment.givenName, embeddedFilename, text, kind, detection }),
    content: 'inline' in content ? content.inline : { blobPath: content.file },
    bytes: content.bytes,
    sha256: content.sha256,
  });
}
