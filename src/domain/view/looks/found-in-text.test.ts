import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { keptFragment } from '../../../../test/doubles/kept-fragment.ts';
import type { ContentKind } from '../../../contract/fragment-words.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { fragmentRow, listRow } from '../fragment-row.ts';
import { extractedViews } from './extracted-views.ts';
import { foundIn, foundInFragment, nothingFound } from './found-in-text.ts';

const whole = { isWhole: true, isProse: true };
/** `kind: what would be put on the clipboard`. */
const partsIn = (text: string, looked = whole): readonly string[] =>
  foundIn(text, looked).things.map(({ kind, span: { from, to } }) => `${kind}: ${text.slice(from, to)}`);
const letter = 'See https://a.example/b, or write to Jana@A.example by 03/04/2026: 12,50 €.\nTel.: +49 30 1234567\n';
const copied = (text: string, change: Partial<Fragment> = {}): Fragment => ({
  ...keptFragment('1'),
  contentKind: 'prose',
  text,
  ...change,
});

test('each thing is a part of the text, as it is written, in the order of the text', () => {
  assert.deepEqual(partsIn(letter), [
    'link: https://a.example/b',
    'address: Jana@A.example',
    'date: 03/04/2026',
    'amount: 12,50 €',
    'phone: +49 30 1234567',
  ]);
  assert.deepEqual(partsIn('付款：¥128.00，2026年3月12日，https://支付.example/单'), [
    'amount: ¥128.00',
    'date: 2026年3月12日',
    'link: https://支付.example/单',
  ]);
});

test('a phone number within a sentence is one, and a row of digits that may be something else is none', () => {
  for (const [text, number] of [
    ['Ring me at +49 30 1234567, please', '+49 30 1234567'],
    ['or at (030) 123 45 67.', '(030) 123 45 67'],
    ['Office: (555) 123-4567', '(555) 123-4567'],
    ['the number is 555-123-4567!', '555-123-4567'],
    ['Mobil 0171 1234567 (abends)', '0171 1234567'],
    ['please call 138 1234 5678 today', '138 1234 5678'],
    ['+34 612 345 678 in Spain', '+34 612 345 678'],
    ['请拨打电话：138 1234 5678。', '138 1234 5678'],
  ] as const)
    assert.deepEqual(partsIn(text), [`phone: ${number}`], text);
  for (const text of [
    'ISBN 978-3-16-148410-0 is a book',
    'Nature 12 (1998) 123-145 says so',
    'growth of +12 345 678 users',
    'build 20261128-163429 of 10.0.0.1 failed',
    'order 4711-0815-2026 has 1000000 lines',
    'from 1939-1945 and 2020-2026, 24/7, 1/2/3/4/5',
    'slope is +1.2345678, values: +1.000001, +3.1415926',
    'SUM: +1 234 567 890 and growth of +2024-2025-01-02',
    'the hotel 555 123 4567 and the Titel 15012345678',
    'pi is 3.14159265 and x-0171-1234567-y',
  ])
    assert.deepEqual(
      partsIn(text).filter((part) => part.startsWith('phone')),
      [],
      text,
    );
});

test('what is written twice is offered once, where it is first', () => {
  assert.deepEqual(partsIn('https://a.example 1 € https://b.example 1 € https://a.example'), [
    'link: https://a.example',
    'amount: 1 €',
    'link: https://b.example',
  ]);
});

test('a text that is nothing but one thing has nothing in it', () => {
  for (const text of ['https://a.example/b\n', ' jana@a.example', '+49 30 1234567', '12,50 €', '2026-03-12'])
    assert.deepEqual(partsIn(text), [], text);
});

test('a block of code is its lines without the fences, if the text has them as they are', () => {
  const things = (text: string) => foundIn(text, whole).things.map(({ kind, text: shown }) => [kind, shown]);
  const block = 'Run this:\n```ts src/tide.ts\nconst price = "5 €";\nfetch("https://a.example");\n```\nand pay 7 €.';
  assert.deepEqual(partsIn(block), ['code: const price = "5 €";\nfetch("https://a.example");', 'link: https://a.example', 'amount: 7 €']);
  assert.deepEqual(things('As in:\n~~~\n{\n  tide: 1,\n~~~\n.'), [['code', 'tide: 1,']]);
  assert.deepEqual(partsIn('Quoted:\n> ```\n> a\n> b\n> ```\n'), []);
  assert.deepEqual(partsIn('With CR:\r\n```\r\na\r\nb\r\n```\r\n'), []);
});

test('a table in Markdown is its lines, shown by its head', () => {
  const table = '| port | high water |\n| --- | --- |\n| Brest | 04:12 |\n| Husum | 09:30 |';
  const of = `The tides:\n\n${table}\n\nand 7 €. Without rows: a | b\n--- | ---\n`;
  assert.deepEqual(partsIn(of), [`table: ${table}`, 'amount: 7 €']);
  assert.equal(foundIn(of, whole).things[0]?.text, 'port · high water');
  assert.deepEqual(partsIn(`${table}\n`), [], 'nothing but one');
  assert.deepEqual(partsIn(`See:\n\`\`\`\n${table}\n\`\`\`\n.`), [`code: ${table}`]);
  assert.deepEqual(partsIn(`Wide:\n\n${table}${'x'.repeat(20_000)}\n\nend`), [], 'of a longer line the beginning is looked at');
});

test('of code, data and tables only what leads elsewhere is offered', () => {
  const text = 'date,price,more\n2026-03-12,5 €,https://a.example\n2026-03-13,6 €,jana@a.example\n';
  for (const contentKind of ['code', 'data', 'table'] satisfies ContentKind[])
    assert.deepEqual(
      foundInFragment(copied(text, { contentKind })).things.map(({ kind }) => kind),
      ['link', 'address'],
    );
});

test('of a text whose end is not there, what is at the end is left out', () => {
  const text = 'At https://a.example/ and https://b.example/lon';
  assert.equal(partsIn(text).length, 2);
  assert.deepEqual(partsIn(text, { ...whole, isWhole: false }), ['link: https://a.example/']);
  assert.equal(foundInFragment(copied(text, { textTruncated: true })).things.length, 1);
  assert.deepEqual(partsIn(`${'a '.repeat(32_760)}https://b.example/long`), []);
});

test('many are counted, and long ones are shown shortened', () => {
  const many = Array.from({ length: 75 }, (_, at) => `https://a.example/${at}`).join(' ');
  const { things, more } = foundIn(many, whole);
  assert.deepEqual([things.length, more], [60, 15]);
  const [long] = foundIn(`At https://a.example/${'b'.repeat(500)}.`, whole).things;
  assert.equal(long?.text.length, 60);
  assert.equal(long?.span.to, 521);
});

test('nothing is offered of a secret, of what is private, of what is not judged or was filtered, nor in a list', () => {
  const context = { nowMs: 0, timeZone: 'UTC', userHome: '/home/u', workspacePath: '/w', minTextChars: 16 };
  assert.equal(fragmentRow(copied(letter), context).found.things.length, 5);
  const { contentKind: _kind, ...withoutKind } = copied(letter);
  for (const fragment of [
    copied(letter, { secret: 'password' }),
    copied(letter, { secret: 'other' }),
    copied(letter, { contentKind: 'token' }),
    copied(letter, { state: 'captured' }),
    copied(letter, { state: 'filtered' }),
    // As a snapshot has a secret.
    withoutKind,
  ])
    assert.deepEqual(fragmentRow(fragment, context).found, nothingFound);
  assert.deepEqual(listRow(copied(letter), context).found, nothingFound);
});

test('what was read in a picture has the same, unless it is a secret', () => {
  const { text: _text, ...kept } = keptFragment('1');
  const found = (part: NonNullable<Fragment['extracted']>[number]) =>
    extractedViews({ ...kept, kind: 'image', mediaTypes: ['image/png'], extracted: [part] })[0]?.found.things.length;
  assert.equal(found({ file: 0, state: 'read', text: letter }), 5);
  assert.equal(found({ file: 0, state: 'read', text: letter, secret: 'password' }), 0);
});

test('any text: parts lie in it, in their order, and what is shown of them is one harmless line', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 9 }),
    fc.constantFrom('https://a.example/', '\n| a | b |\n|---|---|\n| c | d |\n', '```\n', '7 €', ' a@b.example', '\n+49 30 1234567'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), fc.boolean(), (pieces, isWhole, isProse) => {
      const text = pieces.join('');
      let last = 0;
      for (const { text: shown, span } of foundIn(text, { isWhole, isProse }).things) {
        assert.ok(span.from >= last && span.from < span.to && span.to <= text.length);
        assert.ok(shown !== '' && shown.length <= 60 && !/[\n\u202a-\u202e]/.test(shown));
        last = span.from;
      }
    }),
  );
});
