import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureSource } from '../../contract/journal.ts';
import { sourceTitle, windowSubject } from './window-title.ts';

function titleOf(windowTitle: string | null, app: string, of: Partial<CaptureSource> = {}): string | null {
  return sourceTitle({ type: 'local', name: app, path: '', app: { name: app, executable: null, pid: null, windowTitle }, ...of });
}

test('a document is called what its window says, without its program and its extension', () => {
  assert.equal(titleOf('Budget 2026.ods — LibreOffice Calc', 'libreoffice-calc'), 'Budget 2026');
  assert.equal(titleOf('*harbour.csv - Mousepad', 'Mousepad'), 'harbour');
  assert.equal(titleOf('Tide tables for Brest — Mozilla Firefox', 'firefox'), 'Tide tables for Brest');
  assert.equal(titleOf('潮汐表.xlsx - WPS Spreadsheets', 'wps'), '潮汐表');
  assert.equal(titleOf('report.v2.xlsx [Read-only] - Excel', 'Excel'), 'report.v2');
  const facts = '-1.0 (RGB color 16-bit gamma integer, GIMP built-in sRGB, 1 layer) 640x400 – GIMP';
  assert.equal(titleOf(`[pier] (imported)${facts}`, 'gimp'), 'pier');
  assert.equal(titleOf(`*harbour plan.xcf${facts}`, 'gimp'), 'harbour plan');
});

test('what has no name yet, a shell and a window without a title name nothing', () => {
  const nameless: readonly (readonly [string | null, string])[] = [
    ['Untitled 1 — LibreOffice Calc', 'libreoffice-calc'],
    ['Unbenannt 2 — LibreOffice Calc', 'libreoffice-calc'],
    ['无标题 1 — LibreOffice Calc', 'libreoffice-calc'],
    ['Book1 - Excel', 'Excel'],
    ['Mappe1 - Excel', 'Excel'],
    ['*[Untitled]-1.0 (RGB color 8-bit gamma integer, GIMP built-in sRGB, 1 layer) 640x400 – GIMP', 'gimp'],
    ['Untitled Document 1 - gedit', 'gedit'],
    ['New Tab - Chromium', 'Chromium'],
    ['Unbenanntes Dokument 2 - gedit', 'gedit'],
    ['ann@host: ~/projects', 'xterm'],
    ['~/projects', 'xterm'],
    ['LibreOffice Calc', 'libreoffice-calc'],
    ['', 'gimp'],
    [null, 'gimp'],
  ];
  for (const [title, app] of nameless) assert.equal(titleOf(title, app), null, String(title));
  for (const name of ['New contract Meier', 'Book list 2026', 'Bild und Ton', 'Document retention', 'Newton'])
    assert.equal(titleOf(`${name}.ods — LibreOffice Calc`, 'libreoffice-calc'), name);
  assert.equal(titleOf('Booking list.ods — LibreOffice Calc', 'libreoffice-calc'), 'Booking list');
});

test('a page is called by its own title', () => {
  assert.equal(titleOf('anything', 'firefox', { type: 'web', name: 'The lock gate at Brest' }), 'The lock gate at Brest');
});

test('a title without its program keeps its dashes, by which a page has the same one', () => {
  assert.equal(
    windowSubject('Directory walking — Python 3 documentation — Mozilla Firefox', ['firefox']),
    'Directory walking — Python 3 documentation',
  );
  assert.equal(windowSubject('Directory walking — Python 3 documentation', ['firefox']), 'Directory walking — Python 3 documentation');
  assert.equal(windowSubject('Firefox', ['firefox']), '');
});
