/** Opens a page of the logs in the user's browser: by the supervisor, as everything that is opened for the user; without one, by itself. */
import { folderOpener } from '../platform/folder-opener/index.ts';
import type { Places } from '../platform/locations.ts';
import { askOpen } from './ask-pipes.ts';

export interface ShowParts {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const openedWithinMs = 5_000;

/** Whether it was opened. Never rejects. */
export async function showLogPage({ places, env }: ShowParts, file: string): Promise<boolean> {
  const asked = await askOpen(places, { as: 'own-page', target: file }, { timeoutMs: openedWithinMs });
  if (asked.ok) return true;
  return (await folderOpener({ platform: process.platform, env }).openFile(file)).ok;
}
