import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureSource } from '../../contract/journal.ts';
import { type CopyFromBrowser, type ReportedPage, sourceWithPage } from './page-of-copy.ts';

const chromium = '/usr/lib/chromium/chromium';
const source: CaptureSource = {
  type: 'local',
  name: 'Chromium',
  path: chromium,
  app: { name: 'Chromium', executable: chromium, pid: 7, windowTitle: 'A page about tea - Chromium' },
};
const tab: ReportedPage = {
  ...{ kind: 'tab', atMs: 900_000, url: 'https://example.org/tea', title: 'A page about tea', program: chromium, browser: 'chromium' },
};
const copy: CopyFromBrowser = { copiedAtMs: 1_000_000, source };

/** The address that the copy gets; null: its source stays as the desktop told. */
function pageOf(
  reports: readonly Partial<ReportedPage>[],
  more: Partial<CopyFromBrowser> = {},
  app: Partial<CaptureSource['app']> = {},
  from: Partial<CaptureSource> = {},
): string | null {
  const made = { ...copy, source: { ...source, ...from, app: { ...source.app, ...app } }, ...more };
  const page = sourceWithPage(
    made,
    reports.map((report) => ({ ...tab, ...report })),
  );
  if (page === made.source) return null;
  assert.deepEqual([page.type, page.app], ['web', made.source.app], 'who copied is what the desktop says');
  return page.path;
}

test('a copy gets the page that was in sight in its browser', () => {
  assert.equal(pageOf([{}]), tab.url);
  assert.equal(sourceWithPage(copy, [tab]).name, tab.title);
  assert.equal(pageOf([]), null);
});

test('a page is that of the window only if the title of the window begins with its title', () => {
  const titled = (page: string, window: string | null): unknown => pageOf([{ title: page }], {}, { windowTitle: window });
  for (const window of [
    'A page about tea',
    'A page about tea — Mozilla Firefox',
    'A page about tea - Google Chrome',
    'A page  about\ttea - x',
  ])
    assert.equal(titled('A page about tea', window), tab.url, window);
  for (const window of [null, '', 'Tea', 'Another page - Chromium', 'Mail: A page about tea - Chromium', 'A page about teapots - Chromium'])
    assert.equal(titled('A page about tea', window), null, String(window));
  assert.equal(titled('', 'Chromium'), null, 'without a title nothing shows that it is in sight');
  assert.equal(titled('\u202e', 'Chromium'), null);
  const long = 'x'.repeat(500);
  assert.equal(titled(long, `${long.slice(0, 200)}…`), tab.url, 'a title that was cut');
  assert.equal(titled(long, `${long.slice(0, 100)}…`), null);
});

test('another browser reports nothing for this one', () => {
  assert.equal(pageOf([{ program: '/usr/lib/firefox-esr/firefox-esr' }]), null);
  assert.equal(pageOf([{ program: null, browser: 'Chromium on my desk' }]), tab.url, 'by its name, where the system tells no program');
  assert.equal(pageOf([{ program: null, browser: 'Firefox' }]), null);
  assert.equal(pageOf([{ program: null, browser: 'Chromiumoid' }]), null);
  assert.equal(pageOf([{}], {}, { executable: null }), tab.url);
  assert.equal(pageOf([{}], {}, { executable: null, name: null }), null);
});

test('the address that the clipboard names itself is not overruled by another origin', () => {
  const web = (path: string): Partial<CaptureSource> => ({ type: 'web', path });
  assert.equal(pageOf([{}], {}, {}, web('https://example.org/')), tab.url, 'the origin alone, as Firefox names it');
  for (const other of [
    'https://evil.example/',
    'http://example.org/',
    'https://example.org:8443/',
    'https://www.example.org/',
    'no address',
  ])
    assert.equal(pageOf([{}], {}, {}, web(other)), null, other);
});

test('a report of the copy counts for two seconds, and more than one of the tab; a tab counts from when it is in sight', () => {
  const reportedCopy = (atMs: number): Partial<ReportedPage> => ({ kind: 'copy', atMs, url: 'https://example.org/frame' });
  assert.equal(pageOf([{}, reportedCopy(999_950)]), 'https://example.org/frame');
  assert.equal(pageOf([{}, reportedCopy(1_002_000)]), 'https://example.org/frame');
  assert.equal(pageOf([{}, reportedCopy(997_999)]), tab.url);
  assert.equal(pageOf([{}, reportedCopy(1_002_001)]), tab.url);
  assert.equal(pageOf([{ atMs: 1_000_001 }]), null, 'a later tab');
  assert.equal(pageOf([{ atMs: 0 }], { copiedAtMs: 12 * 3_600_000 + 1 }), null, 'yesterday');
  assert.equal(pageOf([{}, { atMs: 950_000, url: 'https://example.org/later' }]), 'https://example.org/later');
});

test('what was copied before Hub was watching gets no page', () => {
  assert.equal(pageOf([{}], { isInitial: true }), null);
});
