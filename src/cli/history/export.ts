/**
 * `hub export`: writes the history into a folder of its own, readable by its user alone: `fragments.jsonl`, one fragment a line, and `contents/`, one file for
 * each content, named by its SHA-256. Copies that are not judged yet, or that the content filter excludes, are left out.
 */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { diskReason, isMissing, systemErrorName } from '../../base/files/disk-error.ts';
import { fileStamp, localTimestamp } from '../../base/timestamp.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { diskInWords } from '../../domain/conditions/folders/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import { readEarlierCopies } from '../../journal/fragments/earlier-copies.ts';
import { isHeldBack } from '../../journal/fragments/fragment-view.ts';
import { type ContentPlace, contentPlaces, readFragment } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { readAnnotations } from '../../journal/keeping/annotations.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { chosenFragments } from './chosen-fragments.ts';
import { withJournal } from './journal-access.ts';

export interface ExportOptions {
  readonly json?: boolean;
  readonly query?: string;
  readonly output?: string;
}

/** The number of the form of `fragments.jsonl`. */
const form = 1;

export function exportHistory(surface: Surface, given: string | undefined, { query, output, json }: ExportOptions): ExitStatus {
  if (given !== undefined && output !== undefined) return wrongUsage(surface, say('name one folder: as a word, or with --output'));
  const parsed = parseSearch(query ?? '', Date.now());
  if (!parsed.ok) return failedBecause(surface, parsed.detail, 'bad_request');
  if (query !== undefined && parsed.query.length === 0) return wrongUsage(surface, say('--query needs at least one word'));
  const folder = path.resolve(given ?? output ?? `hub-export-${fileStamp(Date.now())}`);
  return withJournal(surface, (journal) => {
    const refusal = tryMake(folder);
    if (refusal !== null) return failedBecause(surface, refusal, 'bad_request');
    const written = tryWriteAll(journal, folder, parsed.query);
    if (typeof written === 'string') return failedBecause(surface, written);
    if (json) printJson(surface, { ok: true, folder, ...written });
    else {
      surface.print(say('{count, plural, one {# copy is} other {# copies are}} in {folder}', { count: written.fragments, folder }));
      if (written.missing > 0)
        surface.print(
          say('{count, number} contents are missing: their files in the data folder of Hub are gone or damaged', {
            count: written.missing,
          }),
        );
    }
    return 0;
  });
}

/** Makes the folder, but none above it; or the reason why nothing can be written there. An export never mixes with other files. */
function tryMake(folder: string): string | null {
  const above = path.dirname(folder);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    else if (readdirSync(folder).length > 0)
      return say('{folder} is not empty; an export needs a new or an empty folder, such as: hub export ~/hub-export', { folder });
    mkdirSync(path.join(folder, 'contents'), { mode: 0o700 });
    chmodSync(folder, 0o700);
    return null;
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) return say('{folder} is a file; an export needs a folder', { folder });
    if (isMissing(error) && !existsSync(above))
      return say('the folder {above} does not exist; make it first, or choose another one', { above });
    // What is above is there and takes no names, as in /proc.
    const why = isMissing(error)
      ? say('the system keeps this folder for itself, and no files are saved there')
      : diskInWords(diskReason(error));
    return say('the folder {folder} cannot be made: {why}', { folder, why });
  }
}

interface Written {
  readonly fragments: number;
  readonly missing: number;
}

/** Or why it was not written to its end. A journal that fails is for the caller. */
function tryWriteAll(journal: JournalReader, folder: string, query: SearchQuery): Written | string {
  try {
    return writeAll(journal, folder, query);
  } catch (error) {
    if (systemErrorName(error) === null) throw error;
    return say('the export was not finished: {why}; what is in {folder} is incomplete', { folder, why: diskInWords(diskReason(error)) });
  }
}

function writeAll(journal: JournalReader, folder: string, query: SearchQuery): Written {
  const unfinished = path.join(folder, 'fragments.jsonl.part');
  const lines = openSync(unfinished, 'wx', 0o600);
  let [fragments, missing] = [0, 0];
  try {
    writeSync(lines, `${JSON.stringify({ hubExport: form })}\n`);
    for (const id of chosenFragments(journal, query)) {
      const fragment = readFragment(journal, id);
      if (fragment === null || isHeldBack(fragment)) continue;
      // Imported again, it would be a copy.
      if (fragment.origin === 'selection' && query.length === 0) continue;
      const places = contentPlaces(journal, fragment.id);
      const kept = places.filter((place) => tryWriteContent(path.join(folder, 'contents'), place));
      missing += places.length - kept.length;
      writeSync(lines, `${JSON.stringify(lineOf(journal, fragment, kept))}\n`);
      fragments += 1;
    }
    fsyncSync(lines);
  } finally {
    closeSync(lines);
  }
  renameSync(unfinished, path.join(folder, 'fragments.jsonl'));
  return { fragments, missing };
}

function lineOf(journal: JournalReader, fragment: JournalFragment, places: readonly ContentPlace[]): object {
  const { id, captureId, origin, kind, state, reason, source, givenName, detection, embeddedFilename, pictureSize, savedPath, copies } =
    fragment;
  return {
    ...{ id, captureId, origin, kind, capturedAt: localTimestamp(fragment.copiedAtMs), source, state, reason },
    ...{ givenName, detection, embeddedFilename, pictureSize, savedPath, ...readAnnotations(journal, id) },
    ...{ copies, firstCapturedAt: localTimestamp(fragment.firstCopiedAtMs) },
    earlierCopies: readEarlierCopies(journal, id).map(({ copiedAtMs, source: from }) => ({
      capturedAt: localTimestamp(copiedAtMs),
      source: from,
    })),
    representations: places.map(({ mediaType, bytes, sha256 }) => ({ mediaType, bytes, sha256, file: `contents/${sha256}` })),
  };
}

/** False if the content is gone, or not whole. */
function tryWriteContent(folder: string, place: ContentPlace): boolean {
  const file = path.join(folder, place.sha256);
  if (existsSync(file)) return true;
  if ('inline' in place) {
    writeFileSync(file, place.inline, { flag: 'wx', mode: 0o600 });
    return true;
  }
  if (statSync(place.file, { throwIfNoEntry: false })?.size !== place.bytes) return false;
  copyFileSync(place.file, file);
  chmodSync(file, 0o600);
  return true;
}
