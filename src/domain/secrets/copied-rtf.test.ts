import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../test/harness/effort.ts';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { searchedRtf } from './copied-rtf.ts';
import { findSecret } from './find-secret.ts';

const token = secretExample('json_web_token', seeded(2));
const familyIn = (rtf: string): string | null => findSecret(searchedRtf(rtf));

test('a secret in RTF is found, also where its formatting changes in the middle', () => {
  for (const rtf of [
    `{\\rtf1\\ansi ${token}\\par}`,
    `{\\rtf1\\ansi ${token.slice(0, 20)}{\\b ${token.slice(20, 50)}}\\plain ${token.slice(50)}\\par}`,
    `{\\rtf1 ${[...token].map((sign) => `\\'${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}}`,
    `{\\rtf1 ${[...token].map((sign) => `\\u${sign.charCodeAt(0)}?`).join('')}}`,
    `{\\rtf1 ${token.replaceAll('.', '\r\n.')}}`,
    `{\\rtf1{\\field{\\*\\fldinst HYPERLINK "https://a.example/?t=${token}"}{\\fldrslt here}}}`,
    `{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\pict 89504e47}${token}}`,
    `{\\rtf1{\\pict 89504e47 ${token}`,
    `{\\rtf1 hello \\bin99999 ${token}}`,
    `{\\rtf1 hello \\bin60 ${token}}`,
    `{\\rtf1{\\pict\\bin99999 }${token}}`,
    `{\\rtf1{\\pict\\bin2 {{}${token}}`,
    token,
  ])
    assert.equal(familyIn(rtf), 'json_web_token', rtf.slice(0, 80));
});

test('the text is what a reader sees', () => {
  const rtf =
    "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0\\froman Times;}{\\f1 Arial;}}{\\colortbl;\\red0\\green0\\blue0;}{\\*\\generator Riched20}\\pard Gr\\'fc\\'dfe \\{a\\}\\tab b\\u8211\\'96c\\~d\\par\nnext \\b bold\\b0  word}";
  assert.equal(searchedRtf(rtf), 'Grüße {a}\tb–c d\nnext bold word');
  assert.equal(searchedRtf('{\\rtf1{\\pict\\pngblip 89504e470d0a1a0a}after}'), 'after');
  assert.equal(searchedRtf('{\\rtf1\\uc0 a\\u8211 b\\uc2\\u8211 xyc}'), 'a–b–c');
  assert.equal(searchedRtf('not RTF \\par {}'), 'not RTF \\par {}');
});

test('is never longer than what it was made of, whatever that is', () => {
  const parts = fc.array(
    fc.constantFrom('{', '}', '\\', '\\u12', "\\'4", "\\'41", '\\pict', '{\\*\\fldinst', ' ', 'a', '-1', '\n', '{\\rtf1'),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(parts, (some) => {
      const rtf = `{\\rtf1 ${some.join('')}`;
      assert.ok(searchedRtf(rtf).length <= rtf.length);
    }),
    { numRuns: runs(1_000) },
  );
});
