/** `hub logs --archive`: all logs in one zip file, as they are. */
import path from 'node:path';
import { archiveLogs } from '../../diagnostics/bundle/archive-logs.ts';
import { newFolderSaid, whyNotWritten } from '../../diagnostics/bundle/why-not-written.ts';
import { say } from '../../domain/language/say.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

export interface ArchiveOptions {
  readonly output: string;
  readonly json?: boolean | undefined;
}

export async function archive(surface: Surface, { output, json }: ArchiveOptions): Promise<ExitStatus> {
  const made = await archiveLogs(surface.places, path.resolve(output), Date.now());
  if (!made.ok) {
    const { says, word } = whyNotWritten(made.reason, path.resolve(output));
    return failedBecause(surface, says, word);
  }
  if (json) printJson(surface, { ok: true, ...made.value });
  else {
    surface.print(visibleText(made.value.path));
    if (made.value.isNewFolder) surface.print(newFolderSaid());
    surface.print(say('These logs are not redacted. To share logs with someone else, run hub support-bundle'));
  }
  return 0;
}
