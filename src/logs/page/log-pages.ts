/**
 * The pages of the logs that were made: in `Logs/exports/`, which only their user may enter. The last few are kept: a page is as large as the logs, and is made
 * again at any time.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { folderFlaw } from '../../base/files/folder-flaw.ts';
import { ensurePrivateFolder } from '../../base/files/private-folder.ts';
import { isTemporaryName } from '../../base/files/temporary-name.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { fileStamp } from '../../base/timestamp.ts';
import type { LogFilter } from '../log-filter.ts';
import { isPageName, logPagesFolder } from '../log-names.ts';
import { readLogs } from '../read-logs.ts';
import { type Viewer, type WrittenPage, writePage } from './write-page.ts';

export interface PageOrder {
  /** The folder of the logs. */
  readonly logs: string;
  readonly filter: LogFilter;
  /** The newest lines, at most so many. */
  readonly most: number;
}

const keptPages = 5;
/** A page is made in seconds: a temporary file of this age was left by a process that was killed. A younger one may be the page that another one is making. */
const leftAfterMs = 600_000;

/** Where the viewer is built (`src/logs/viewer/vite.config.ts`). */
const viewerFolder = path.join(import.meta.dirname, '../../../.runtime/log-viewer');

/** `no-logs`: there is no line at all. `no-lines`: none is wanted. `not-written`: because of a `FolderFlaw`, the detail. There is no page then. Throws what the disk does. */
export function makeLogPage(
  { logs, filter, most }: PageOrder,
  viewer: Viewer,
  nowMs: number,
): Outcome<WrittenPage, 'no-logs' | 'no-lines' | 'not-written'> {
  using read = readLogs(logs, filter, most);
  if (!read.hasLines) return failed('no-logs');
  if (read.count === 0) return failed('no-lines');
  const folder = logPagesFolder(logs);
  const flaw = folderFlaw(folder);
  if (flaw !== null) return failed('not-written', flaw);
  // It leaves alone what a link leads to, which has the permissions that its user gave it: the pages themselves are private.
  ensurePrivateFolder(folder);
  dropOld(folder);
  return done(writePage(freePlace(folder, nowMs), read, viewer, nowMs));
}

/** Null if it is not built. */
export function builtViewer(): Viewer | null {
  const text = (name: string): string => readFileSync(path.join(viewerFolder, name), 'utf8').trim();
  try {
    return { script: text('viewer.js'), style: text('viewer.css') };
  } catch {
    return null;
  }
}

/** All but the newest, so that with the next one as many are there as are kept; and what a killed process left. */
function dropOld(folder: string): void {
  const names = readdirSync(folder);
  const pages = names.filter((name) => isPageName(name)).sort();
  const left = names.filter((name) => isTemporaryName(name) && isLeft(path.join(folder, name)));
  for (const name of [...pages.slice(0, Math.max(0, pages.length - (keptPages - 1))), ...left])
    rmSync(path.join(folder, name), { force: true });
}

/** By when it was written to last, whichever way the clock was set since. */
function isLeft(file: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false });
  return status !== undefined && Math.abs(Date.now() - status.mtimeMs) > leftAfterMs;
}

/** Named by its time, so that the names are in the order in which the pages were made. */
function freePlace(folder: string, nowMs: number): string {
  let atMs = nowMs;
  for (;;) {
    const file = path.join(folder, `hub-log-${fileStamp(atMs, 'milliseconds')}.html`);
    if (!existsSync(file)) return file;
    atMs += 1;
  }
}
