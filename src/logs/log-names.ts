/** The files in `Logs/` (§4.6): each component has its own, and all share `hub.log`. Each may have one rotated before it. */
import path from 'node:path';
import { rotatedFile } from '../base/rotated-files/rotated-file.ts';
import { type ComponentId, componentIds } from '../contract/words/listed-words.ts';

/** Who logs without being a component: a program that uses the client (docs/client.md). */
export const clientName = 'client';
const fileNames: Partial<Record<ComponentId, string>> = { hub: 'Hub.App.log' };
const sharedName = 'hub.log';

/** The files that a component logs into: its own, then the shared one. `logs`: the folder. */
export function logFiles(logs: string, id: ComponentId): readonly [own: string, common: string] {
  return [path.join(logs, fileNames[id] ?? `${id}.log`), path.join(logs, sharedName)];
}

/** A log with the part that was rotated. */
export interface LogPaths {
  readonly earlier: string;
  readonly current: string;
  /** Its lines are in the components' own files too, as long as those are kept. */
  readonly isShared: boolean;
}

/** Every log of a home, the shared one last. Other files in the folder are not logs. */
export function logsOf(logs: string): readonly LogPaths[] {
  const [shared] = componentIds.map((id) => logFiles(logs, id)[1]);
  const own = componentIds.map((id) => logFiles(logs, id)[0]);
  return [...own, ...(shared === undefined ? [] : [shared])].map((current) => ({
    earlier: rotatedFile(current),
    current,
    isShared: current === shared,
  }));
}

/** The folder of the pages that were made of the logs (`src/logs/page/log-pages.ts`). */
export function logPagesFolder(logs: string): string {
  return path.join(logs, 'exports');
}

/** Whether such a page has this name. */
export function isPageName(name: string): boolean {
  return /^hub-log-\d{4}-\d\d-\d\d-\d{9}\.html$/.test(name);
}

/** Whether the file is one of these pages, by its path alone. */
export function isLogPage(logs: string, file: string): boolean {
  return path.dirname(file) === logPagesFolder(logs) && isPageName(path.basename(file));
}
