import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptFragment } from '../../../../test/doubles/kept-fragment.ts';
import type { ExtractionProgress } from '../../../contract/extraction.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { fragmentRow, listRow } from '../fragment-row.ts';
import { windowSnapshot } from '../window-snapshot.ts';
import { extractedViews, titleInPicture } from './extracted-views.ts';
import { titleOf } from './row-titles.ts';

const context = { nowMs: Date.parse('2026-11-21T11:00:00Z'), timeZone: 'UTC', userHome: '/home/u', workspacePath: '/w', minTextChars: 16 };
const picture = (extracted: Fragment['extracted'] = [], change: Partial<Fragment> = {}): Fragment => {
  const { text: _text, ...kept } = keptFragment('1');
  return { ...kept, kind: 'image', mediaTypes: ['image/png'], width: 20, height: 10, extracted, ...change };
};
const read = (text: string): Fragment['extracted'] => [{ file: 0, state: 'read', text }];

test('a picture has the first telling line of its text as title, unless the user gave it one', () => {
  const title = (fragment: Fragment): string => fragmentRow(fragment, context).title;
  assert.equal(title(picture()), 'Picture 20 × 10');
  assert.equal(title(picture(read('| — ~ i\n= Tide table of 2026\nmore'))), '= Tide table of 2026');
  assert.equal(title(picture(read('潮汐表'))), '潮汐表');
  for (const symbols of ['ERX J ©', '[B] Untitled 1 - Lif [> dest [=] [o] [x]'])
    assert.equal(title(picture(read(symbols))), 'Picture 20 × 10');
  assert.equal(title(picture(read('~ | _\n3 + 4'))), 'Picture 20 × 10', 'no word in it');
  assert.equal(title(picture(read('Tide table'), { title: 'Mine' })), 'Mine');
});

test('no secret, and no line that may say one, becomes a title', () => {
  assert.equal(titleInPicture(picture([{ file: 0, state: 'secret', secret: 'password' }]), 99), '');
  assert.equal(titleInPicture(picture([{ file: 0, state: 'read', text: 'ghp token', secret: 'github_token' }]), 99), '');
  assert.equal(titleInPicture(picture(read('password = kT9vQ2mX7pLzR4wB\nTide table')), 99), 'Tide table');
  assert.equal(titleInPicture(picture(read('Tide table'), { secret: 'other' }), 99), '');
});

test('each state of a reading is said as it is', () => {
  const note = (part: NonNullable<Fragment['extracted']>[number]): string => extractedViews(picture([part]))[0]?.note ?? '';
  assert.equal(extractedViews(picture())[0]?.state, 'unread');
  assert.equal(note({ file: 0, state: 'reading' }), 'Reading…');
  assert.equal(note({ file: 0, state: 'empty' }), 'No text was found');
  assert.match(note({ file: 0, state: 'failed', reason: 'damaged' }), /^It could not be read: it is damaged or incomplete/);
  assert.match(
    note({ file: 0, state: 'secret', secret: 'password' }),
    /^The text looks like a password or key in a configuration, so it is not kept/,
  );
  assert.match(note({ file: 0, state: 'secret' }), /^The text looks like a secret,/);
  assert.equal(note({ file: 0, state: 'read', text: 'a' }), '');
  assert.equal(note({ file: 0, state: 'read', text: 'a', textTruncated: true }), 'There is more text than is shown here');
});

test('the copied files of readable kinds are offered, each under its name, and what was read has its own look', () => {
  const files = ['/a/tides.PDF', '/a/tool.exe', '/a/plan.docx', '/a/shot.png', '/a/Makefile'];
  const { text: _text, ...kept } = keptFragment('1');
  const fragment: Fragment = { ...kept, kind: 'files', files, extracted: [{ file: 2, state: 'read', text: 'a\n  indented\n' }] };
  assert.deepEqual(
    extractedViews(fragment).map(({ file, name, state, isInLines, text }) => [file, name, state, isInLines, text]),
    [
      [0, 'tides.PDF', 'unread', false, ''],
      [2, 'plan.docx', 'read', true, 'a\n  indented'],
      [3, 'shot.png', 'unread', false, ''],
    ],
  );
});

test('nothing is offered of what may not be read, or is a text; and lists have none of it', () => {
  for (const change of [{ secret: 'other' }, { state: 'captured' }, { state: 'filtered' }] as const)
    assert.deepEqual(extractedViews(picture(read('a'), change)), []);
  assert.deepEqual(extractedViews(keptFragment('1')), []);
  assert.deepEqual(listRow(picture(read('Tide')), context).extracted, []);
});

test('a picture that is found by its text says where that is, and marks it', () => {
  const found = {
    ...picture(read('Tide table\nhigh water')),
    match: { text: 'high water', marks: [[0, 4]] as [number, number][], of: 'picture' as const },
  };
  const { title, foundDetail = [] } = listRow(found, context);
  assert.equal(title, 'Tide table');
  assert.deepEqual(foundDetail.slice(0, 3), [
    { text: 'Text in this picture: ', isMatch: false },
    { text: 'high', isMatch: true },
    { text: ' water', isMatch: false },
  ]);
});

test('what is on the clipboard has its text too, and none if it is private', () => {
  const snapshotOf = (fragment: Fragment) => windowSnapshot({ lblSourceName: '', lblPath: '', clipboardFragments: [fragment] }, '1');
  const [present] = snapshotOf(picture(read('Tide table')))?.fragments ?? [];
  assert.ok(present !== undefined);
  assert.deepEqual(
    extractedViews(present).map(({ state, text }) => [state, text]),
    [['read', 'Tide table']],
  );
  const [hidden] = snapshotOf(picture([], { secret: 'other' }))?.fragments ?? [];
  assert.ok(hidden !== undefined);
  assert.deepEqual(extractedViews(hidden), []);
});

test('a picture of the screen is called that, and not by the menus in it', () => {
  const app = { name: 'Screenshot', executable: '/usr/bin/xfce4-screenshooter', pid: null, windowTitle: null };
  const source = { type: 'local', name: '', path: '', app } as const;
  const shot = picture([{ file: 0, state: 'read', text: 'File Edit View Help' }], { source, width: 1_280, height: 800 });
  assert.equal(titleOf(shot), 'Screenshot 1280 × 800');
  assert.equal(titleOf({ ...shot, width: 0 }), 'Screenshot');
  assert.equal(titleOf(picture([{ file: 0, state: 'read', text: 'Tide table' }])), 'Tide table');
});

test('archives are offered too', () => {
  const { text: _text, ...kept } = keptFragment('1');
  const files = ['/a/tides.zip', '/a/tides.tar.gz', '/a/tides.tgz', '/a/tides.tar'];
  assert.equal(extractedViews({ ...kept, kind: 'files', files }).length, 4);
});

test('what the window is having read says how far it is, and can be cancelled; nothing else can', () => {
  const reading = picture([{ file: 0, state: 'reading' }]);
  const shown = (progress: ExtractionProgress) => extractedViews(reading, { '1/0': progress })[0];
  assert.deepEqual(
    [extractedViews(reading)[0]?.canCancel, extractedViews(reading, { '1/1': { done: 0, of: 1 } })[0]?.canCancel],
    [false, false],
  );
  assert.equal(shown({ done: 0, of: 1 })?.canCancel, true);
  assert.equal(shown({ done: 0, of: 1 })?.note, 'Reading…');
  assert.equal(shown({ done: 33, of: 100 })?.note, 'Reading… 33 %');
  assert.equal(shown({ done: 0, of: 1, pages: { done: 12, of: 1_500 } })?.note, 'Reading page 13 of 1,500…');
  assert.equal(shown({ done: 0, of: 1, isWaiting: true })?.note, 'Waiting for another document to be read…');
  const failed = picture([{ file: 0, state: 'failed', reason: 'not-found' }]);
  assert.equal(extractedViews(failed, { '1/0': { done: 0, of: 1 } })[0]?.canCancel, false);
  assert.equal(extractedViews(failed)[0]?.note, 'It could not be read: the file is not there any more', 'no advice for a shell');
});
