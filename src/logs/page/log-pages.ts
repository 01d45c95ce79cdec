/**
 * The pages of the logs that were made: in `Logs/exports/`, which only their user may enter. The last few are kept: a page is as large as the logs, and is made
 * again at any time.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensurePrivateFolder } from '../../base/files/private-folder.ts';
import { isTemporaryName } from '../../base/files/temporary-name.ts';
import { localTimestamp } from '../../base/timestamp.ts';
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

/** Null if no line is wanted: there is no page then. Throws what the disk does. */
export function makeLogPage({ logs, filter, most }: PageOrder, viewer: Viewer, nowMs: number): WrittenPage | null {
  using read = readLogs(logs, filter, most);
  if (read.count === 0) return null;
  const folder = logPagesFolder(logs);
  const ensured = ensurePrivateFolder(folder);
  if (!ensured.ok)
    throw Object.assign(new Error(`the folder of the pages is not usable: ${ensured.reason}`), {
      code: ensured.reason === 'not-a-folder' ? 'ENOTDIR' : 'EPERM',
    });
  dropOld(folder);
  return writePage(freePlace(folder, nowMs), read, viewer, nowMs);
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
    const file = path.join(folder, `hub-log-${localTimestamp(atMs).slice(0, 23).replace('T', '-').replaceAll(/[:.]/g, '')}.html`);
    if (!existsSync(file)) return file;
    atMs += 1;
  }
}
