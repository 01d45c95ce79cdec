import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { amountsIn } from './amounts.ts';
import { decimalReadings, shifted } from './cells/decimals.ts';

function found(text: string): readonly (readonly [string, string | null, string | null])[] {
  return amountsIn(text).map((amount) => [amount.text, amount.value, amount.currency]);
}

test('amounts are found with the currency on either side, with decimal comma or point', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['€5', '5', 'EUR'],
    ['1.234,56 €', '1234.56', 'EUR'],
    ['1,234.56 EUR', '1234.56', 'EUR'],
    ['EUR 12', '12', 'EUR'],
    ['12,50€', '12.50', 'EUR'],
    ['1.234 €', '1234', 'EUR'],
    ["CHF 1'234.50", '1234.50', 'CHF'],
    ['1\u202f234\u202f567,89 EUR', '1234567.89', 'EUR'],
    ['-5 €', '-5', 'EUR'],
    ['-€5', '-5', 'EUR'],
    ['€-5', '-5', 'EUR'],
    ['12,- €', '12', 'EUR'],
    ['5 Mio. €', '5000000', 'EUR'],
    ['1,234 Mio. €', '1234000', 'EUR'],
    ['US$3.5 billion', '3500000000', 'USD'],
    ['人民币100', '100', 'CNY'],
    ['3.5万欧元', '35000', 'EUR'],
    ['₹1,00,000.50', '100000.50', 'INR'],
    ['£0.99', '0.99', 'GBP'],
  ];
  for (const [text, value, currency] of cases) assert.deepEqual(found(`for ${text}, and`), [[text, value, currency]], text);
});

test('a sign of several currencies, and a number of several readings, have candidates', () => {
  assert.deepEqual(amountsIn('$1,234.56')[0], {
    text: '$1,234.56',
    offset: 0,
    value: '1234.56',
    currency: null,
    candidates: ['USD', 'CAD', 'AUD', 'MXN'],
  });
  assert.deepEqual(amountsIn('100元')[0]?.candidates, ['CNY', 'TWD', 'HKD']);
  assert.deepEqual(amountsIn('1.234 KWD')[0], {
    text: '1.234 KWD',
    offset: 0,
    value: null,
    currency: 'KWD',
    candidates: ['1.234', '1234'],
  });
});

test('multiples are counted, and a number with one that nobody knows is no amount', () => {
  for (const [text, value, candidates = []] of [
    ['€5M', '5000000'],
    ['€10k', '10000'],
    ['£3bn', '3000000000'],
    ['€2 trillion', '2000000000000'],
    ['EUR 3 Billionen', '3000000000000'],
    ['€5-million', '5000000'],
    ['€5 million.', '5000000'],
    ['5 M€', '5000000'],
    ['3 Mrd. €', '3000000000'],
    ['₹5 lakh', '500000'],
    ['₹2 crore', '20000000'],
    ['人民币3亿的投资', '300000000'],
    ['人民币5万元', '50000'],
    ['人民币3百万', '3000000'],
    ['人民币300的', '300'],
    ['€5 per month', '5'],
    ['€5-Schein', '5'],
    ['€5 and 10 million people', '5'],
    ['€5 und 10 Mio. Menschen', '5'],
    ['5 Billion Euro', null, ['5000000000', '5000000000000']],
  ] as const)
    assert.deepEqual(
      amountsIn(text).map((amount) => [amount.value, amount.candidates]),
      [[value, candidates]],
      text,
    );
  for (const none of [
    '€5x',
    '€5 mil',
    '¥3兆',
    '¥3亿5000万',
    '€5-10 million',
    '$5 to 10 million',
    '€5 bis 10 Mio.',
    '€5 or 10 million',
    'between €5 and 10 million',
    'Zwischen €5 und 10 Mio.',
    '¥5到10亿',
    '€5 m',
    '1/2 €',
    '10^6 €',
  ])
    assert.deepEqual(found(none), [], none);
  assert.deepEqual(
    found('€5 or €10 million, €3 and €4 million').map(([, value]) => value),
    ['5', '10000000', '3', '4000000'],
  );
});

test('three digits behind a separator are thousands only where nobody writes decimals so', () => {
  for (const [text, value, candidates = []] of [
    ['£1,234', '1234'],
    ['1.234 €', '1234'],
    ['1,599 €/l', null, ['1.599', '1599']],
    ['1.599 €/l', null, ['1.599', '1599']],
    ['£1,599 per litre', null, ['1.599', '1599']],
    ['€1.599', null, ['1.599', '1599']],
    ['EUR 1,599', null, ['1.599', '1599']],
    ['2 250 €', null, ['2250', '250']],
    ['EUR 2 250', null, ['2250', '2']],
    ['2\u00a0250 €', '2250'],
    ['1 234 567 €', '1234567'],
  ] as const)
    assert.deepEqual(
      amountsIn(text).map((amount) => [amount.value, amount.candidates]),
      [[value, candidates]],
      text,
    );
});

test('each number belongs to one currency, and a year or a range to none', () => {
  assert.deepEqual(
    found('5 € 10 € and EUR 7 EUR 8').map(([text]) => text),
    ['5 €', '10 €', 'EUR 7', 'EUR 8'],
  );
  assert.deepEqual(
    found('in 2026 €5 and 2026 500 € and 10-20 €').map(([, value]) => value),
    ['5', '500', '20'],
  );
  for (const text of ['THE 3', 'a€', '€', '5 apples', 'x5EUR', 'Fr 26.11.2026', 'v1.2.3 USD']) assert.deepEqual(found(text), [], text);
});

test('each amount stands at its place, and none overlaps another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(anyText({ maxLength: 10 }), fc.constantFrom('5 €', '$ 1,000', ' EUR ', '12', ' Mio. ', '-', '100元'))),
      (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const amount of amountsIn(text)) {
          assert.ok(amount.offset !== null && amount.offset >= end);
          assert.equal(text.slice(amount.offset, amount.offset + amount.text.length), amount.text);
          end = amount.offset + amount.text.length;
        }
      },
    ),
  );
});

test('what is written with two decimals in any usual way is read exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN'), (cents, locale) => {
      const [whole, fraction] = [cents / 100n, String(cents % 100n).padStart(2, '0')];
      const sign = new Intl.NumberFormat(locale).format(0.5).charAt(1);
      assert.deepEqual(decimalReadings(`${whole.toLocaleString(locale)}${sign}${fraction}`), [`${whole}.${fraction}`]);
    }),
  );
  assert.deepEqual(decimalReadings('1.234'), ['1.234', '1234']);
  assert.deepEqual(decimalReadings('1.234.567'), ['1234567']);
  assert.deepEqual(['1.23.4', '1,2,3', '12.', '.', '1..2', '1 23'].flatMap(decimalReadings), []);
  assert.equal(shifted('-1.5', 6), '-1500000');
  assert.equal(shifted('0.0015', 3), '1.5');
});

test('a wide gap, as on a receipt, cuts no amount from its mark, unless there is one on both sides, or it has no decimals', () => {
  const found = (text: string): readonly string[] =>
    amountsIn(text).map(({ text: shown, value, currency }) => `${shown}=${value} ${currency}`);
  assert.deepEqual(found('SUMME   EUR   10,89\nGegeben\tEUR\t20,00'), ['EUR   10,89=10.89 EUR', 'EUR\t20,00=20.00 EUR']);
  assert.deepEqual(found('Total    10,89    EUR'), ['10,89    EUR=10.89 EUR']);
  for (const none of ['Price in EUR   2026   2025', '1,00   EUR   10,89', 'EUR\n10,89', 'EUR   10,89x'])
    assert.deepEqual(found(none), [], none);
});
