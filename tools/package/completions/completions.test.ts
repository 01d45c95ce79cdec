import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandRows } from './command-rows.ts';
import { manPage } from './man-page.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './shells.ts';

const rows = commandRows();
const row = (...path: readonly string[]) => rows.find((one) => one.path.join(' ') === path.join(' '));

test('the rows are the commands, with their options and the words that they take', () => {
  assert.ok(row()?.words.some(({ word }) => word === 'history'));
  assert.deepEqual(
    row('autostart')?.words.map(({ word }) => word),
    ['on', 'off', 'status'],
  );
  assert.ok(row('config', 'show')?.words.some(({ word }) => word === 'content-filter'));
  assert.equal(row('extract')?.takesFiles, true);
  assert.equal(row('history')?.takesFiles, false);
  assert.equal(row('history')?.options.find(({ flags }) => flags.includes('--limit'))?.value, '<count>');
  assert.ok(!rows.some(({ options }) => options.some(({ flags }) => flags.includes('--shown'))), 'hidden options stay hidden');
});

test('each form names every command and option', () => {
  for (const text of [bashCompletion(rows), zshCompletion(rows), fishCompletion(rows)])
    for (const { path, options } of rows) {
      assert.ok(text.includes(path.join(' ')), path.join(' '));
      for (const { flags } of options) for (const flag of flags) assert.ok(text.includes(flag.replace(/^-+/, '')), flag);
    }
});

test('a quotation mark in a sentence ends no word of a shell', () => {
  const odd = [{ path: ['x'], usage: '', about: '', options: [], words: [{ word: 'y', about: "it's" }], takesFiles: false }];
  assert.ok(zshCompletion(odd).includes(String.raw`'y:it'\''s'`));
  assert.ok(fishCompletion(odd).includes(String.raw`-d 'it'\''s'`));
});

test('nothing in the manual is taken for a request of roff', () => {
  const odd = [
    { path: [], usage: '', about: '.SH not a heading', options: [], words: [], takesFiles: false },
    {
      path: ['a-b'],
      usage: '<x>',
      about: String.raw`a \fB mark`,
      options: [{ flags: ['--long'], value: '<n>', about: "'quoted" }],
      words: [],
      takesFiles: false,
    },
  ];
  const page = manPage(odd, { version: '1.2.3', date: 0 }).split('\n');
  assert.equal(page[0], '.TH HUB 1 1970-01-01 "Hub 1.2.3" "User Commands"');
  assert.equal(page[1], '.SH NAME');
  assert.match(page[2] ?? '', /^hub \\- \w[\w ,]*$/, 'what apropos(1) looks through');
  for (const line of [
    String.raw`\&.SH not a heading`,
    String.raw`.B hub a\-b\fR <x>`,
    String.raw`a \efB mark`,
    String.raw`.B \-\-long\fR <n>`,
    String.raw`\&'quoted`,
  ])
    assert.ok(page.includes(line), line);
});
