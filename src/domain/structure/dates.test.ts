import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { datesIn, wholeDate } from './dates.ts';

function found(text: string): readonly (readonly [string, string | null])[] {
  return datesIn(text).map((date) => [date.text, date.value]);
}

test('dates are found as they are written in German, English and Chinese', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['2026-11-26', '2026-11-26'],
    ['2026-11-26T14:00:05,5+01:00', '2026-11-26T14:00:05.5+01:00'],
    ['2026-11-26 14:00', '2026-11-26T14:00'],
    ['2026/1/6', '2026-01-06'],
    ['26.11.2026', '2026-11-26'],
    ['1. 3. 2026', '2026-03-01'],
    ['26. November 2026', '2026-11-26'],
    ['1. März 2026', '2026-03-01'],
    ['3. Jänner 2026', '2026-01-03'],
    ['26 Nov. 2026', '2026-11-26'],
    ['3rd of March, 2026', '2026-03-03'],
    ['November 26, 2026', '2026-11-26'],
    ['26-Nov-2026', '2026-11-26'],
    ['May 2026', '2026-05'],
    ['2026年11月26日', '2026-11-26'],
    ['2026 年 1 月', '2026-01'],
    ['二〇二六年十一月二十六日', '2026-11-26'],
    ['25/04/2026', '2026-04-25'],
    ['04/25/2026', '2026-04-25'],
    ['4/4/2026', '2026-04-04'],
  ];
  for (const [text, value] of cases) assert.deepEqual(found(`On ${text}, and`), [[text, value]], text);
});

test('what can be read in several ways is said to be, and not guessed', () => {
  assert.deepEqual(datesIn('on 03/04/2026'), [{ text: '03/04/2026', offset: 3, value: null, candidates: ['2026-04-03', '2026-03-04'] }]);
  assert.deepEqual(datesIn('26.11.26')[0]?.candidates, ['2026-11-26', '1926-11-26']);
  assert.equal(wholeDate('25/04/2026').order, 'day-first');
  assert.equal(wholeDate('03/04/2026').order, null);
});

test('what no calendar has, and what only looks like a date, is none', () => {
  for (const text of [
    '30.02.2026',
    '29.2.2025',
    '1.2.3.4',
    '2026-13-01',
    '12/2026/1x',
    '10.10.10.10',
    'you may 2026 times',
    '99/99/9999',
    '1-2-3',
  ])
    assert.deepEqual(found(text), [], text);
  assert.deepEqual(found('29.2.2024 and 2026-11-26-notes.md'), [
    ['29.2.2024', '2024-02-29'],
    ['2026-11-26', '2026-11-26'],
  ]);
});

test('a range of times is no offset, and a time that no clock has is none', () => {
  for (const [text, shown, value] of [
    ['2026-03-04 10:00-11:00', '2026-03-04 10:00', '2026-03-04T10:00'],
    ['2026-03-04 09:00-17:30', '2026-03-04 09:00', '2026-03-04T09:00'],
    ['2026-03-04T09:00-17:30', '2026-03-04T09:00', '2026-03-04T09:00'],
    ['2026-03-04T09:00-05:00', '2026-03-04T09:00-05:00', '2026-03-04T09:00-05:00'],
    ['2026-03-04 09:00:00-0500', '2026-03-04 09:00:00-0500', '2026-03-04T09:00:00-0500'],
    ['2026-03-04 09:00+14:00', '2026-03-04 09:00+14:00', '2026-03-04T09:00+14:00'],
    ['2026-03-04 10:00:99', '2026-03-04', '2026-03-04'],
    ['2026-03-04T25:00', '2026-03-04', '2026-03-04'],
    ['2026-03-04T10:60', '2026-03-04', '2026-03-04'],
    ['2026-03-04T24:00', '2026-03-04T24:00', '2026-03-04T24:00'],
    ['2026-03-04T24:00:00', '2026-03-04T24:00:00', '2026-03-04T24:00:00'],
    ['2026-03-04T24:59', '2026-03-04T24:59', '2026-03-04'],
    ['2026-03-04T24:00:01', '2026-03-04T24:00:01', '2026-03-04'],
  ] as const)
    assert.deepEqual(found(text), [[shown, value]], text);
});

test('a month and a year are a date only without a day before them, and nothing to count behind them', () => {
  assert.deepEqual(found('am 5.Mai 2026 um'), [['5.Mai 2026', '2026-05-05']]);
  assert.deepEqual(found('Since May 2026 it is so, and Mai 2026.'), [
    ['May 2026', '2026-05'],
    ['Mai 2026', '2026-05'],
  ]);
  for (const none of [
    '31 April 2026',
    '30. Februar 2026',
    '31st of April 2026',
    'In May 1500 people',
    'Im Mai 2000 Euro',
    'In May 2000 people',
    'May 2000,50',
  ])
    assert.deepEqual(found(none), [], none);
});

test('each date stands at its place, and none overlaps another', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(anyText({ maxLength: 12 }), fc.constantFrom('2026-11-26', ' 3/4/2026', '1. Mai 2026 ', '2026年1月', 'Nov 3, 2026')),
      ),
      (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const date of datesIn(text)) {
          assert.ok(date.offset !== null && date.offset >= end);
          assert.equal(text.slice(date.offset, date.offset + date.text.length), date.text);
          assert.equal(date.value === null, date.candidates.length > 1);
          end = date.offset + date.text.length;
        }
      },
    ),
  );
});

test('every day is found again in each way of writing it that is certain', () => {
  const day = fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [y, m, d] = iso.split('-').map(Number);
      const named = (locale: string): string => date.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
      for (const text of [iso, `${d}.${m}.${y}`, `${y}年${m}月${d}日`, named('en-US'), named('en-GB'), named('de-DE'), named('zh-CN')])
        assert.deepEqual(wholeDate(text).candidates, [iso], text);
    }),
  );
});
