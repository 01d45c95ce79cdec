import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { speak } from '../language/say.ts';
import { pathBelow, shownAddress, shownPath } from './shown-place.ts';
import { cutText, firstLines, oneLine, withoutHarmfulCharacters } from './shown-text.ts';
import { groupLabel, timeLabel } from './shown-time.ts';

const home = '/home/maria';

test('a web address is shown without scheme, credentials, www and a trailing slash, with its percent signs decoded', () => {
  assert.equal(shownAddress('https://www.example.org/', home), 'example.org');
  assert.equal(shownAddress('HTTP://u:p@example.org/a%20b/%C3%A9?q=%2F#x', home), 'example.org/a b/é?q=%2F#x');
  assert.equal(shownAddress('https://www.com/x', home), 'www.com/x');
  assert.equal(shownAddress('https://example.org/%E0%A4%A', home), 'example.org/%E0%A4%A');
  assert.equal(shownAddress('https://example.org/%E2%80%AEx', home), 'example.org/\ufffdx');
});

test('a path below the home begins with ~, and one beside it does not', () => {
  assert.equal(shownPath('/home/maria', home), '~');
  assert.equal(shownPath('/home/maria/a', `${home}/`), '~/a');
  assert.equal(shownPath('/home/mariana/a', home), '/home/mariana/a');
  assert.equal(shownPath('C:\\Users\\Maria\\a', 'c:\\users\\maria'), '~\\a');
  assert.equal(shownPath('/a', ''), '/a');
  assert.equal(shownPath('/a', '/'), '/a');
  assert.equal(pathBelow('/HOME/maria/a', home), null);
});

test('text is cut between characters, and ends in … if it was cut', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'ab…');
  assert.equal(cutText('a😀b', 3), 'a…');
  fc.assert(
    fc.property(anyText(), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const cut = oneLine(text, limit);
      assert.ok(cut.length <= limit && cut.isWellFormed() && !/[\n\t\u202e]/.test(cut));
      assert.equal(withoutHarmfulCharacters(withoutHarmfulCharacters(text)), withoutHarmfulCharacters(text));
    }),
  );
});

test('the first lines stay within their limits of number and length', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', ' ', '\t', '\r', '😀', '\u202e') }), (text) => {
      const lines = firstLines(text, { lines: 3, columns: 4 }).split('\n');
      assert.ok(lines.length <= 3 && lines.every((line) => line.length <= 4));
      assert.equal(lines.join('').trim() === '', text.trim() === '');
    }),
  );
});

const noon = { nowMs: Date.parse('2026-03-01T11:00:00Z'), timeZone: 'Europe/Berlin' };

test('a time is shown as today’s, yesterday’s, a day, or a day of its year', () => {
  assert.equal(timeLabel('2026-03-01T09:05:07+01:00', noon), '09:05');
  assert.equal(timeLabel('2026-02-28T23:30:00Z', noon), '00:30');
  assert.equal(timeLabel('2026-02-28T22:30:00Z', noon), 'Yesterday 23:30');
  assert.equal(timeLabel('2026-01-12T12:00:00Z', noon), '12 Jan');
  assert.equal(timeLabel('2025-11-12T12:00:00Z', noon), '12 Nov 2025');
  assert.equal(timeLabel('2026-03-05T12:00:00Z', noon), '5 Mar');
  assert.equal(timeLabel('', noon), '');
  assert.equal(timeLabel('2026-03-01T09:05:07Z', { ...noon, timeZone: 'Nowhere/At_all' }), '09:05');
});

test('the day before a clock change is yesterday', () => {
  const clock = { nowMs: Date.parse('2026-03-29T22:30:00Z'), timeZone: 'Europe/Berlin' };
  assert.equal(timeLabel('2026-03-28T23:30:00Z', clock), 'Yesterday 00:30');
  assert.equal(timeLabel('2026-03-29T22:10:00Z', clock), '00:10');
});

test('copies are grouped under the name of their day', () => {
  assert.equal(groupLabel('2026-03-01T09:05:07+01:00', noon), 'Today');
  assert.equal(groupLabel('2026-03-02T09:05:07+01:00', noon), 'Today');
  assert.equal(groupLabel('2026-02-28T09:05:07+01:00', noon), 'Yesterday');
  assert.equal(groupLabel('2026-02-25T09:05:07+01:00', noon), 'Wednesday 25 February');
  assert.equal(groupLabel('2025-12-01T09:05:07+01:00', noon), 'Monday, 1 December 2025');
  assert.equal(groupLabel('never', noon), 'Earlier');
});

test('a date has the form of the language that is spoken', (t) => {
  t.after(() => speak('en'));
  const dates = (): readonly string[] =>
    ['2026-09-12T12:00:00Z', '2025-11-12T12:00:00Z'].map((at) => timeLabel(at, { ...noon, nowMs: Date.parse('2026-12-01') }));
  assert.deepEqual(dates(), ['12 Sep', '12 Nov 2025']);
  speak('de');
  assert.deepEqual(dates(), ['12. Sept.', '12. Nov. 2025']);
  speak('zh-CN');
  assert.deepEqual(dates(), ['9月12日', '2025年11月12日']);
});
