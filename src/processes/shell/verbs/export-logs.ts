/** Makes a page of the logs for its user, and has the supervisor open it in the browser. Another process reads the lines: the window stays usable. */
import { type Log, vetted } from '../../../base/log.ts';
import type { askOpen } from '../../../client/ask-pipes.ts';
import { logPageInWords } from '../../../domain/conditions/log-page-words.ts';
import { say, sayHeard, spokenLanguage } from '../../../domain/language/say.ts';
import { shownPath } from '../../../domain/view/shown-place.ts';
import { logPagesFolder } from '../../../logs/log-names.ts';
import { type ExportOrder, exportLogs, usualEntries } from '../../../logs/page/export-logs.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';
import { revealWritten } from './reveal-written.ts';

interface Parts {
  readonly places: Pick<Places, 'logs' | 'userHome'>;
  readonly env: ExportOrder['env'];
  readonly shell: Pick<Shell, 'during' | 'notify'>;
  readonly log: Pick<Log, 'warn'>;
  readonly open: (as: 'own-page' | 'folder', target: string) => ReturnType<typeof askOpen>;
}

/** Each end is told, unless the page that opens says enough. */
export async function exportLogPage({ places, env, shell, log, open }: Parts): Promise<void> {
  const order = { logs: places.logs, maxEntries: usualEntries, language: spokenLanguage(), env };
  const made = await shell.during(exportLogs(order));
  if (!made.ok && (made.reason === 'no-logs' || made.reason === 'no-lines'))
    return shell.notify('info', () => say('The log has no lines yet'));
  if (!made.ok) log.warn('export not made', { of: 'logs', because: made.reason, disk: vetted(made.detail ?? '') });
  if (!made.ok) {
    const folder = logPagesFolder(places.logs);
    return shell.notify('error', () => say('The page of the log was not written: {why}', { why: logPageInWords(made, folder) }));
  }
  const { file } = made.value;
  const shown = await open('own-page', file);
  if (shown.ok) return;
  // It is there all the same.
  const why = (): string => sayHeard(shown.detail ?? '') || say('It was not opened: Hub did not answer; see Diagnostics');
  shell.notify('warning', () => say('Saved: {file}. {why}', { file: shownPath(file, places.userHome), why: why() }), undefined, {
    reveal: () => revealWritten({ shell, open }, file),
  });
}
