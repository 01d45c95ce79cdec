import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainTitle } from './web-page.ts';

test('a title is one line of what is seen, and of its length', () => {
  assert.equal(plainTitle(' a\0\u0007\u202eb\u2066c\u200b\ufeff\n\td\u2028e\u{e0041} ', 100), 'a b c d e');
  assert.equal(plainTitle('\ud800x', 100), 'x');
  assert.equal(plainTitle('😀😀', 3), '😀', 'no half of a character');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (title, most) => {
      const plain = plainTitle(title, most);
      assert.ok(plain.length <= most && plain.isWellFormed() && plain.trim() === plain, JSON.stringify(plain));
      assert.ok(!/[\p{Control}\p{Format}]/u.test(plain));
    }),
  );
});
