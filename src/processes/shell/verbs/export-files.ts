/** Writes what Diagnostics exports into the home's `exports/`, in a thread, and shows it: the review report of a bundle, the folder of evidence. */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { FolderFlaw } from '../../../base/files/folder-flaw.ts';
import type { Log } from '../../../base/log.ts';
import type { Outcome } from '../../../base/outcome.ts';
import { failed } from '../../../base/outcome.ts';
import type { askOpen } from '../../../client/ask-pipes.ts';
import type { SupportPreset } from '../../../contract/diagnostics/support-bundle.ts';
import type { Language } from '../../../contract/documents/hub.ts';
import type { MakeFailure } from '../../../diagnostics/bundle/make-bundle.ts';
import { missingSaid, whyNotWritten } from '../../../diagnostics/bundle/why-not-written.ts';
import { say, sayHeard, spokenLanguage } from '../../../domain/language/say.ts';
import { shownPath } from '../../../domain/view/shown-place.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';
import { revealWritten } from './reveal-written.ts';

export interface ExportOrder {
  readonly what: 'support-bundle' | 'evidence';
  /** Of a bundle. */
  readonly preset: SupportPreset;
  /** Says which Hub, as that of a component does. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Full path; made if it is missing. */
  readonly folder: string;
  readonly language: Language;
}

/**
 * `report`: the page that says what is in a bundle. `isSound`: false for evidence that says of itself what is wrong with it. `missing`: the parts of a bundle that
 * are not in it.
 */
export type Exported = Outcome<
  { readonly path: string; readonly report: string | null; readonly isSound: boolean; readonly missing: readonly string[] },
  MakeFailure | FolderFlaw | 'too-slow' | 'no-evidence'
>;

interface Parts {
  readonly places: Places;
  readonly env: ExportOrder['env'];
  readonly shell: Pick<Shell, 'during' | 'notify'>;
  readonly log: Pick<Log, 'warn'>;
  readonly open: (as: 'own-page' | 'folder', target: string) => ReturnType<typeof askOpen>;
}

/** Each end is told. */
export async function exportFiles(
  { places, env, shell, log, open }: Parts,
  what: ExportOrder['what'],
  preset: SupportPreset,
): Promise<void> {
  const made = await shell.during(
    inThread({ what, preset, env: { ...env, HUB_HOME: places.home }, folder: places.exports, language: spokenLanguage() }),
  );
  if (!made.ok) {
    const { reason } = made;
    if (reason === 'no-evidence')
      return shell.notify('info', () => say('There is no evidence yet: no rule of retention has deleted anything, and there are no holds'));
    log.warn('export not made', { of: what, because: reason });
    const folder = shownPath(places.exports, places.userHome);
    return shell.notify('error', () => whyNotWritten(reason, folder, places.exports).says);
  }
  const { path, report, isSound, missing } = made.value;
  const file = shownPath(path, places.userHome);
  const shown = report === null ? await open('folder', path) : await open('own-page', report);
  const tell = (intent: 'success' | 'warning', text: () => string): void =>
    shell.notify(intent, text, undefined, { reveal: () => revealWritten({ shell, open }, path) });
  if (!shown.ok) {
    const why = (): string => sayHeard(shown.detail ?? '') || say('It was not opened: Hub did not answer; see Diagnostics');
    return tell('warning', () => say('Saved: {file}. {why}', { file, why: why() }));
  }
  if (!isSound)
    return tell('warning', () =>
      say('Saved: {file}. The records are damaged or could not be checked. For details, run: hub retention verify', { file }),
    );
  if (report === null) return tell('success', () => say('Saved: {file}', { file }));
  if (missing.length > 0) return tell('warning', () => say('Saved: {file}. {why}', { file, why: missingSaid(missing) ?? '' }));
  tell('success', () =>
    say('Saved: {file}. Look through the report that has just opened, and send the file only if you agree with all of it.', { file }),
  );
}

/** A bundle waits half a minute for its parts; evidence hashes all that was kept of years. */
const longestMs = 600_000;
const stopsWithinMs = 10_000;

/** Never rejects. */
async function inThread(order: ExportOrder): Promise<Exported> {
  try {
    const thread = new Worker(new URL('./export-thread.ts', import.meta.url), { workerData: order });
    const answer = new Promise<Exported>((resolve) => {
      thread.once('message', resolve);
      thread.once('error', () => resolve(failed('io-error')));
      thread.once('exit', () => resolve(failed('io-error')));
    });
    const made = await within(longestMs, answer);
    if (made !== tooLate) return made;
    // It takes back what it has written so far, if the disk lets it.
    thread.postMessage('stop');
    const stopped = await within(stopsWithinMs, answer);
    void thread.terminate();
    return stopped !== tooLate && stopped.ok ? stopped : failed('too-slow');
  } catch {
    return failed('io-error');
  }
}
