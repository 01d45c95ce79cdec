/**
 * The page that a copy from a browser was made in, by what the browser's extension reports. The desktop says who copied; an extension only adds which page
 * that was, and only if nothing contradicts it:
 *
 * - The browser that owns the clipboard is the one of the extension.
 * - The title of its window begins with the title of the page, as all browsers have it: so it is the tab that was in sight, and no other window.
 * - If the clipboard names an address itself, it has the same origin.
 *
 * A page chooses its title, and the browser writes that into the title of its window; the address comes from the browser alone.
 */
import type { CaptureSource } from '../../contract/journal.ts';
import { plainTitle } from './web-page.ts';

/** `tab`: it was in sight since `atMs`. `copy`: something was copied in it then. */
export interface ReportedPage {
  readonly kind: 'tab' | 'copy';
  readonly atMs: number;
  readonly url: string;
  readonly title: string;
  /** The file of the browser's program; null if the system does not tell. */
  readonly program: string | null;
  /** The name that the extension gave when it was paired. */
  readonly browser: string;
}

export interface CopyFromBrowser {
  readonly copiedAtMs: number;
  readonly isInitial?: true | undefined;
  readonly source: CaptureSource;
}

/** The page learns of a copy before the clipboard has it; on a busy machine, or from a slow page, the time between is seconds. */
const copyWithinMs = 2_000;
/**
 * A page is read for as long as it takes, and its tab reported once. The report goes with the next tab, and with the connection of the extension; this only
 * bounds what a stopped Hub leaves behind.
 */
const tabForMs = 12 * 3_600_000;
/** What is compared of a title, in UTF-16 units: a window manager may cut the rest. */
const comparedTitle = 120;

/** The source of a copy with its page; as it was if no report fits. */
export function sourceWithPage(copy: CopyFromBrowser, reports: readonly ReportedPage[]): CaptureSource {
  const page = pageOfCopy(copy, reports);
  return page === null ? copy.source : { ...copy.source, type: 'web', name: page.title, path: page.url };
}

function pageOfCopy(copy: CopyFromBrowser, reports: readonly ReportedPage[]): ReportedPage | null {
  // What was there before Hub was watching was copied in a window that may have changed since.
  if (copy.isInitial === true) return null;
  const fitting = reports.filter((report) => isInTime(report, copy.copiedAtMs) && isOf(report, copy.source));
  const latest = (kind: ReportedPage['kind']): ReportedPage | undefined =>
    fitting.filter((report) => report.kind === kind).toSorted((one, other) => other.atMs - one.atMs)[0];
  return latest('copy') ?? latest('tab') ?? null;
}

function isInTime({ kind, atMs }: ReportedPage, copiedAtMs: number): boolean {
  const agoMs = copiedAtMs - atMs;
  return kind === 'copy' ? Math.abs(agoMs) <= copyWithinMs : agoMs >= 0 && agoMs <= tabForMs;
}

function isOf(report: ReportedPage, source: CaptureSource): boolean {
  return isSameBrowser(report, source) && isInSight(report, source) && hasSameOrigin(report, source);
}

function isSameBrowser({ program, browser }: ReportedPage, { app }: CaptureSource): boolean {
  if (program !== null && app.executable !== null) return program === app.executable;
  const name = app.name?.toLowerCase() ?? '';
  return (
    name !== '' &&
    browser
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .includes(name)
  );
}

function isInSight({ title }: ReportedPage, { app }: CaptureSource): boolean {
  const [page, window] = [comparable(title), comparable(app.windowTitle ?? '')];
  if (page === '' || window === '') return false;
  const shown = page.slice(0, comparedTitle);
  return window.startsWith(shown) && (shown.length < page.length || !/^[\p{L}\p{N}]/u.test(window.slice(shown.length)));
}

function comparable(title: string): string {
  return plainTitle(title, 2 * comparedTitle).normalize('NFC');
}

function hasSameOrigin({ url }: ReportedPage, { type, path }: CaptureSource): boolean {
  if (type !== 'web') return true;
  return URL.canParse(path) && URL.canParse(url) && new URL(path).origin === new URL(url).origin;
}
