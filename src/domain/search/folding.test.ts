import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { foldedText, placesInText } from './folding.ts';

test('case, accents, width and ligatures make no difference', () => {
  const same: readonly (readonly string[])[] = [
    ['strasse', 'Straße', 'STRAẞE', 'STRASSE'],
    ['cafe', 'café', 'CAFÉ', 'cafe\u0301', 'CAFE\u0301'],
    ['istanbul', 'İstanbul', 'ISTANBUL', 'ıstanbul', 'i\u0307stanbul'],
    ['office fi', 'oﬃce ﬁ', 'OFFICE FI'],
    ['abc 123', 'ＡＢＣ　１２３', 'abc\u00a0123'],
    ['ガラス', 'ｶﾞﾗｽ', 'カ\u3099ラス'],
    ['한국어', '한국어'.normalize('NFD')],
    ['οδοσ', 'ΟΔΟΣ', 'οδος', 'ὀδός'],
    ['orsted lodz', 'Ørsted Łódź'],
    ['еж', 'ёж', 'ЁЖ'],
    ['й', 'Й', 'и\u0306'],
    ['silbe', 'sil\u00adbe'],
    ['שלום', 'שָׁלוֹם'],
    ['a b', 'a\r\n\t b', 'a\0b'],
  ];
  for (const [folded = '', ...others] of same) for (const text of [folded, ...others]) assert.equal(foldedText(text), folded, text);
});

test('letters that differ stay different', () => {
  for (const [one = '', other = ''] of ['か が', 'и й', 'o 0', 'あ ア', '猫 狗', 'كتاب كتب', 'ไม ไม้'].map((pair) => pair.split(' ')))
    assert.notEqual(foldedText(one), foldedText(other));
});

/** Characters that folding treats in some special way, and plain ones. */
const special = fc.string({
  unit: fc.constantFrom(...'aAé\u0301\u0308ßİıﬁΣςｶﾞﾗ가ᄀ\u1161\u11a8がか\u3099ｱﾟ漢 \n\t\0Йи\u0306ﷺ𝐀😀\u00ad\u200d\u0591ÅK⑴'),
  maxLength: 40,
});

test('folding a folded text changes nothing', () => {
  for (const texts of [special, anyText({ maxLength: 40 })])
    fc.assert(fc.property(texts, (text) => foldedText(foldedText(text)) === foldedText(text)));
});

test('ASCII has the same form alone and beside other letters', () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'aZ0 _\n\t\r\0\x1f\x7f~'), maxLength: 40 });
  for (const texts of [ascii, fc.string({ unit: 'binary-ascii', maxLength: 40 })])
    fc.assert(fc.property(texts, (text) => foldedText(`${text}|漢`) === `${foldedText(`${text}|`)}漢`));
});

test('a place in the folded text is found in the text', () => {
  const span = fc.tuple(fc.nat(), fc.nat());
  for (const texts of [special, anyText({ maxLength: 40 })]) {
    fc.assert(
      fc.property(texts, span, (text, [start, length]) => {
        const folded = foldedText(text);
        if (folded === '') return;
        const from = start % folded.length;
        const to = from + 1 + (length % (folded.length - from));
        const place = placesInText(text, [{ from, to }])[0];
        assert.ok(place !== undefined && place.from >= 0 && place.to <= text.length && place.from < place.to);
        assert.ok(foldedText(text.slice(place.from, place.to)).includes(folded.slice(from, to)));
      }),
    );
  }
  const marked = (text: string, from: number, to: number): readonly string[] =>
    placesInText(text, [{ from, to }]).map((place) => text.slice(place.from, place.to));
  assert.deepEqual(marked('Die Straße ﬁx', 8, 10), ['ß']);
  assert.deepEqual(marked('Die Straße ﬁx', 13, 15), ['ﬁx']);
});

test('a character with endless marks takes no longer than others', () => {
  for (const unit of ['\u0301', '\u0f39\u0301', '\u3099', 'ᄀ', 'ﷺ', ' \u0301', 'e\u0301', '\uff9e'])
    assert.ok(foldedText(`a${unit.repeat(runs(1_000_000))}`).length > 0); // in n² steps it would take hours, or minutes
  assert.equal(foldedText(`e${'\u0301'.repeat(65_535)}`), 'e');
});
