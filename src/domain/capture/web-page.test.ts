import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isExcludedHost, plainAddress, plainTitle } from './web-page.ts';

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

test('an address is of http or https, and names no user', () => {
  assert.equal(plainAddress('HTTPS://me:word@Example.org:443/a?b#c')?.href, 'https://example.org/a?b#c');
  for (const bad of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,a',
    'ftp://a.example/',
    'view-source:https://a.example/',
    'https://',
    'a',
    '',
  ])
    assert.equal(plainAddress(bad), null, bad);
  assert.equal(plainAddress(`https://a.example/${'x'.repeat(8_192)}`), null);
  assert.equal(plainAddress(`https://a.example/${'ä'.repeat(4_000)}`), null, 'longer when it is written in ASCII');
});

test('an excluded host is meant with those below it, however it is written', () => {
  const excluded = ['example.org', ' *.Bank.Example. ', 'bücher.example', '', '[::1]', '127.0.0.1'];
  for (const host of [
    'example.org',
    'www.example.org',
    'a.b.example.org',
    'EXAMPLE.ORG.',
    'bank.example',
    'my.bank.example',
    'xn--bcher-kva.example',
    '[::1]',
    '127.0.0.1',
  ])
    assert.ok(isExcludedHost(host, excluded), host);
  for (const host of ['example.com', 'notexample.org', 'example.org.evil.example', 'bank', 'org', ''])
    assert.ok(!isExcludedHost(host, excluded), host);
});
