import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import type { ReportedPage } from '../../domain/capture/page-of-copy.ts';
import { changesSince, lastChangeNumber } from '../fragment-changes.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import { recordCaptures } from './captures.ts';
import { forgetPages, recordPageReport } from './page-reports.ts';

const browser = { name: 'firefox', executable: '/usr/bin/firefox', pid: 7, windowTitle: 'Tea — Mozilla Firefox' };
const page = (atMs: number, more: Partial<ReportedPage> = {}): ReportedPage => ({
  ...{ kind: 'tab', atMs, url: 'https://example.org/tea', title: 'Tea', program: '/usr/bin/firefox', browser: 'firefox', ...more },
});
const copyAt = (copiedAtMs: number, text = 'a text') =>
  textCapture(text, { copiedAtMs, source: { type: 'local', name: 'firefox', path: '/usr/bin/firefox', app: browser } });

function rig(t: Parameters<typeof testJournal>[0]) {
  const journal = testJournal(t);
  return {
    journal,
    report: (pairing: string, reported: ReportedPage) => recordPageReport(journal, { pairing, page: reported }),
    copy: (copiedAtMs: number, text?: string) => recordCaptures(journal, [copyAt(copiedAtMs, text)]),
    sources: () =>
      journal
        .statement('SELECT source_type AS type, source_name AS name, source_path AS path FROM captures ORDER BY id')
        .all()
        .map(({ type, name, path }) => `${type} ${name} ${path}`),
    reports: () =>
      journal
        .statement('SELECT pairing, kind, at FROM page_reports ORDER BY pairing, kind')
        .all()
        .map((row) => Object.values(row).join(' ')),
  };
}
const web = 'web Tea https://example.org/tea';
const local = 'local firefox /usr/bin/firefox';

test('a copy is recorded with the tab that was reported before it', (t) => {
  const { copy, report, sources } = rig(t);
  copy(1_000_000, 'before');
  report('a', page(1_000_500));
  copy(1_001_000);
  assert.deepEqual(sources(), [local, web]);
});

test('a copy that was recorded before its page was reported gets it then, and clients are told', (t) => {
  const { journal, copy, report, sources } = rig(t);
  copy(1_000_000, 'another');
  copy(1_004_000);
  const before = lastChangeNumber(journal);
  report('a', page(1_004_050, { kind: 'copy' }));
  assert.deepEqual(sources(), [local, web]);
  assert.deepEqual([...(changesSince(journal, before).fragments ?? [])], [[2, 'there']]);
});

test('what was on the clipboard before Hub was watching gets no page, until it is copied again', (t) => {
  const { journal, copy, report, sources } = rig(t);
  recordCaptures(journal, [{ ...copyAt(1_000_000), isInitial: true }]);
  report('a', page(1_001_000, { kind: 'copy' }));
  assert.deepEqual(sources(), [local]);
  forgetPages(journal, 'a');
  copy(1_010_000);
  report('a', page(1_010_050, { kind: 'copy' }));
  assert.deepEqual(sources(), [web]);
});

test('what was filtered or deleted gets no page: its title may be what gave the secret away', (t) => {
  const { journal, copy, report, sources } = rig(t);
  copy(1_000_000);
  recordJudgement(journal, 1, judged({ kind: 'filter', because: 'secret_github_token' }));
  report('a', page(1_000_050, { kind: 'copy' }));
  assert.deepEqual(sources(), ['local firefox ']);
});

test('one copy twice in a page is one copy twice', (t) => {
  const { journal, copy, report } = rig(t);
  report('a', page(1_000_000));
  for (const atMs of [1_001_000, 1_009_000]) copy(atMs);
  assert.equal(journal.statement('SELECT count(*) AS count FROM captures').get()?.count, 1);
});

test('only the last report of each kind is kept, in the order in which they came; and none of a pairing that shows nothing, or is gone', (t) => {
  const { journal, report, reports, copy, sources } = rig(t);
  for (const atMs of [2_000, 3_000]) report('a', page(atMs, { url: 'https://example.org/earlier' }));
  report('a', page(1_000));
  report('a', page(1_500, { kind: 'copy' }));
  report('b', page(500));
  assert.deepEqual(reports(), ['a copy 1500', 'a tab 1000', 'b tab 500']);
  copy(2_500);
  assert.deepEqual(sources(), [web], 'a clock that was set back brings no earlier tab into sight');
  forgetPages(journal, 'c');
  forgetPages(journal, 'a');
  assert.deepEqual(reports(), ['b tab 500'], 'also what is later by the clock');
  forgetPages(journal, null);
  assert.deepEqual(reports(), []);
});

test('what was selected with the mouse, or is imported, gets no page', (t) => {
  const { journal, report, sources } = rig(t);
  report('a', page(1_000_000));
  recordCaptures(journal, [
    { ...copyAt(1_000_100), origin: 'selection' },
    { ...copyAt(1_000_200), origin: 'import' },
  ]);
  assert.deepEqual(sources(), [local, local]);
});
