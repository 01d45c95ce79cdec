/**
 * The exports of the client (§4.2): what of Hub is written into files for others to read, by whichever program asks. Each answers with a full path, or with an
 * empty string; then nothing of it is left, and a line of the component `client` in Hub's shared log says why, if there is a log.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type DiskReason, diskReason, systemErrorName } from '../base/files/disk-error.ts';
import { openLog, vetted } from '../base/log.ts';
import { failed } from '../base/outcome.ts';
import { effectiveDocument } from '../configuration/effective-document.ts';
import { type SupportPreset, supportPresets } from '../contract/diagnostics/support-bundle.ts';
import type { MakeFailure } from '../diagnostics/bundle/make-bundle.ts';
import { chosenLanguage } from '../domain/language/choose-language.ts';
import { clientName, logFiles } from '../logs/log-names.ts';
import { exportLogs, type MadePage } from '../logs/page/export-logs.ts';
import type { Places } from '../platform/locations.ts';
import { showLogPage } from './show-log-page.ts';

interface ExportParts {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Newest lines of the logs as one page. Never rejects. */
export async function exportedLogs({ places, env }: ExportParts, autoOpen: boolean, maxEntries: number): Promise<string> {
  const made = await madePage({ places, env }, maxEntries);
  if (!made.ok) return notMade(places, 'logs not exported', made.reason, made.detail);
  if (autoOpen === true) await showLogPage({ places, env }, made.value.file);
  return made.value.file;
}

async function madePage(
  { places, env }: ExportParts,
  maxEntries: number,
): Promise<MadePage | ReturnType<typeof failed<'invalid-argument'>>> {
  if (typeof maxEntries !== 'number' || !(maxEntries >= 1)) return failed('invalid-argument');
  const preferred = process.platform === 'linux' ? null : navigator.language;
  const language = chosenLanguage(effectiveDocument(places, 'hub').value.language, { env, preferred });
  return exportLogs({ logs: places.logs, maxEntries, language, env });
}

/** Policy, holds and records of retention as a bag. Never rejects. */
export async function exportedEvidence({ places }: ExportParts, outputRoot: string, signal: AbortSignal | undefined): Promise<string> {
  if (typeof outputRoot !== 'string' || outputRoot.trim() === '') return notMade(places, 'evidence not exported', 'invalid-argument');
  try {
    const { exportEvidence } = await import('../diagnostics/retention/export-evidence.ts');
    const made = await exportEvidence(places, outputRoot, { nowMs: Date.now(), signal });
    return made === null ? notMade(places, 'evidence not exported', 'nothing') : made.folder;
  } catch (error) {
    return notMade(places, 'evidence not exported', signal?.aborted ? 'stopped' : reasonOf(error));
  }
}

interface BundleOrder {
  readonly outputDir: string;
  readonly preset: SupportPreset;
  readonly signal: AbortSignal | undefined;
}

/** A support bundle, whose report is opened. Never rejects. */
export async function exportedBundle({ places, env }: ExportParts, { outputDir, preset, signal }: BundleOrder): Promise<string> {
  if (typeof outputDir !== 'string' || outputDir.trim() === '' || !supportPresets.includes(preset))
    return notMade(places, 'support bundle not made', 'invalid-argument');
  try {
    // Loaded when it is asked for: most callers never do.
    const [{ makeSupportBundle }, { openReport }] = await Promise.all([
      import('../diagnostics/bundle/support-bundle.ts'),
      import('../diagnostics/bundle/open-report.ts'),
    ]);
    const stop = signal ?? new AbortController().signal;
    const made = await makeSupportBundle({ places, env, folder: path.resolve(outputDir), preset, words: [], signal: stop });
    if (!made.ok) return notMade(places, 'support bundle not made', made.reason);
    await openReport(made.value.report, env);
    return made.value.path;
  } catch (error) {
    return notMade(places, 'support bundle not made', reasonOf(error));
  }
}

/** A caller in another program must not be thrown at for what is a bug here. */
function reasonOf(error: unknown): DiskReason | 'unexpected' {
  return systemErrorName(error) === null ? 'unexpected' : diskReason(error);
}

type NotMade = 'logs not exported' | 'evidence not exported' | 'support bundle not made';
type Because = 'invalid-argument' | 'nothing' | 'unexpected' | DiskReason | MakeFailure | (MadePage & { readonly ok: false })['reason'];

/** Best effort: the disk may be the reason. A home without logs gets none. */
function notMade(places: Places, event: NotMade, because: Because, detail = ''): '' {
  try {
    if (!existsSync(places.logs)) return '';
    const [, shared] = logFiles(places.logs, 'hub');
    using log = openLog({ component: clientName, files: [shared], level: 'WARN' });
    log.warn(event, { because, disk: detail === '' ? null : vetted(detail) });
  } catch {
    // there is nowhere else to say it
  }
  return '';
}
