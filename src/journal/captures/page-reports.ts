/** The pages that extensions of browsers report, and the copies that were made in them. Whichever of the two the journal gets first, the copy has its page. */
import type { NewCapture } from '../../contract/journal.ts';
import { type ReportedPage, sourceWithPage } from '../../domain/capture/page-of-copy.ts';
import { sourceOfRow } from '../fragments/fragment-of-row.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { isSoundId, type Row, textOf, timeOf, wordOf } from '../row-values.ts';

export interface PageReport {
  readonly pairing: string;
  readonly page: ReportedPage;
}

/** A page may learn of a copy after the monitor: then it is among the last few. */
const lastCopies = 4;
/** One of each kind for each pairing, and there are never more than 32 pairings. */
const mostReports = 64;

/**
 * Records what a pairing reports, in place of what it reported before of that kind. The order is that of the connection: the times are those of a clock, which may
 * have been set back since.
 */
export function recordPageReport(journal: Journal, { pairing, page }: PageReport): void {
  journal.transaction(() => {
    const { kind, atMs, url, title, program, browser } = page;
    journal
      .statement(
        `INSERT INTO page_reports (pairing, kind, at, url, title, program, browser) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (pairing, kind) DO UPDATE SET at = excluded.at, url = excluded.url, title = excluded.title, program = excluded.program,
             browser = excluded.browser`,
      )
      .run(pairing, kind, atMs, url, title, program, browser);
    if (kind === 'copy') addPage(journal, page);
  });
}

/** Erases what a pairing reported; null: what any did. */
export function forgetPages(journal: Journal, pairing: string | null): void {
  journal.transaction(() => journal.statement('DELETE FROM page_reports WHERE ?1 IS NULL OR pairing = ?1').run(pairing));
}

/** The capture with the page that it was made in, if one was reported. */
export function withPage(journal: JournalReader, capture: NewCapture): NewCapture {
  // Pages are read in browsers, whose windows have titles.
  if (capture.origin !== 'clipboard' || capture.source.app.windowTitle === null) return capture;
  const reports = journal
    .statement(`SELECT kind, at, url, title, program, browser FROM page_reports LIMIT ${mostReports}`)
    .all()
    .flatMap(reportOf);
  const source = reports.length === 0 ? capture.source : sourceWithPage(capture, reports);
  return source === capture.source ? capture : { ...capture, source };
}

function reportOf(row: Row): readonly ReportedPage[] {
  const [kind, atMs] = [wordOf(['tab', 'copy'] as const, row.kind), timeOf(row.at)];
  const [url, title, browser] = [textOf(row.url), textOf(row.title), textOf(row.browser)];
  if (kind === null || atMs === null || url === null || title === null || browser === null) return [];
  return [{ kind, atMs, url, title, program: textOf(row.program), browser }];
}

/** Adds the page to the copy that was made in it, if that was recorded before. What was filtered or deleted has no source any more. */
function addPage(journal: Journal, page: ReportedPage): void {
  const rows = journal
    .statement(
      `SELECT id, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid, window_title, initial FROM captures
       WHERE origin = 'clipboard' AND ${isSoundId('id')}
         AND NOT EXISTS (SELECT 1 FROM fragments WHERE capture_id = captures.id AND state IN ('filtered', 'deleted'))
       ORDER BY id DESC LIMIT ${lastCopies}`,
    )
    .all();
  for (const row of rows) {
    const [copiedAtMs, source] = [timeOf(row.copied_at), sourceOfRow(row)];
    const isInitial = row.initial === 1 ? true : undefined;
    const made = copiedAtMs === null ? source : sourceWithPage({ copiedAtMs, isInitial, source }, [page]);
    if (made === source) continue;
    journal
      .statement('UPDATE captures SET source_type = ?, source_name = ?, source_path = ? WHERE id = ?')
      .run(made.type, made.name, made.path, row.id ?? null);
    return;
  }
}
