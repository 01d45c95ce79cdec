/** `hub logs --html`: makes one page of the lines, which is looked through in a browser, and prints its path. */
import { showLogPage } from '../../client/show-log-page.ts';
import { logPageInWords } from '../../domain/conditions/log-page-words.ts';
import { say, spokenLanguage } from '../../domain/language/say.ts';
import type { LogFilter } from '../../logs/log-filter.ts';
import { logPagesFolder } from '../../logs/log-names.ts';
import { exportLogs, usualEntries } from '../../logs/page/export-logs.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';

export function noLogs(surface: Surface): ExitStatus {
  return failedBecause(
    surface,
    say('there are no logs in {home} yet; start Hub with: hub start', { home: surface.places.home }),
    'no_logs',
  );
}

export async function logPage(
  surface: Surface,
  filter: LogFilter,
  { max = usualEntries, open, json }: { readonly max?: number; readonly open?: boolean; readonly json?: boolean },
): Promise<ExitStatus> {
  const { places } = surface;
  const made = await exportLogs({
    ...{ logs: places.logs, filter, maxEntries: max, language: spokenLanguage() },
    env: surface.env,
    signal: surface.interrupted?.(),
  });
  if (!made.ok && made.reason === 'no-logs') return noLogs(surface);
  if (!made.ok && made.reason === 'no-lines') return failedBecause(surface, say('no lines in the logs match'), 'no_lines');
  if (!made.ok && made.reason === 'stopped') return failedBecause(surface, say('stopped; nothing was written'), 'stopped');
  if (!made.ok) {
    const why = logPageInWords(made, logPagesFolder(places.logs));
    return failedBecause(surface, say('the page of the logs was not written: {why}', { why }));
  }
  const { file, lines, bytes, unreadable, isCut } = made.value;
  if (json) printJson(surface, { ok: true, file, lines, bytes, unreadable, isCut });
  else surface.print(file);
  if (!open) return 0;
  const shown = await showLogPage({ places, env: surface.env }, file);
  return shown ? 0 : failedBecause(surface, say('the page could not be opened: there is no browser, or no display'));
}
