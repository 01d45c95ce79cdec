import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { planName } from './file-name.ts';
import { pictureWords } from './picture-words.ts';

const cases: readonly (readonly [html: string, words: string])[] = [
  [
    '<meta charset="utf-8"><img src="https://example.org/a/tide%20table.png?w=300#x" alt="The lock gate at Brest"/>',
    'The lock gate at Brest',
  ],
  ['<img src="https://example.org/a/tide%20table.png?w=300#x" alt=" ">', 'tide table'],
  ["<IMG ALT='Ann &amp; Bob &#8211; caf&#xe9;' SRC=/x.png>", 'Ann & Bob – café'],
  ['<img src=photo.jpeg>', 'photo'],
  ['<img data-alt="no" title="a > b" src="//cdn.example.org/pictures/harbour.min.webp">', 'harbour.min'],
  [`<img src="data:image/png;base64,${'A'.repeat(20_000)}" alt="after a long address">`, 'after a long address'],
  ['<img src="data:image/png;base64,AAAA/name.png">', ''],
  ['<img src="blob:https://example.org/550e8400">', ''],
  ['<img src="https://example.org/">', ''],
  ['<img src="https://example.org">', ''],
  ['<img src="/%E0%A4%A.png">', '%E0%A4%A'],
  ['<img alt="one"><img alt="two">', ''],
  ['<imgs alt="one">', ''],
  ['<img alt="never closed', ''],
  ['a picture', ''],
];

for (const [html, words] of cases)
  test(`${html.slice(0, 60)} is called ${JSON.stringify(words)}`, () => assert.equal(pictureWords(html), words));

test('a name from a page is harmless, whatever the page says', () => {
  const name = (html: string) => {
    const { stem, extension } = planName({
      ...{ embeddedFilename: null, text: pictureWords(html), kind: 'image' },
      detection: { group: 'image', extension: '.png', typeId: 'png', mediaType: 'image/png', confidence: 1 },
    });
    return stem + extension;
  };
  assert.equal(name('<img alt="../../.bashrc">'), 'bashrc.png');
  assert.equal(name('<img src="https://example.org/..%2F..%2Fetc%2Fpasswd">'), 'etc-passwd.png');
  assert.equal(name('<img alt="CON">'), 'con_.png');
  assert.equal(name('<img alt="">'), 'clip.png');
  fc.assert(
    fc.property(anyText({ maxLength: 200 }), (text) => {
      assert.match(name(`<img alt="${text}">`), /^[^/\\]+\.png$/);
    }),
    { numRuns: runs(1_000) },
  );
});
