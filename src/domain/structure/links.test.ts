import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { addressesIn, linksIn } from './links.ts';

test('links end where the sentence goes on', () => {
  const text =
    'see https://a.example/x(y)., (https://b.example/) [one](https://c.example/a),[two](http://d.example) www.foo.de/bar! 见https://e.example/路径。';
  assert.deepEqual(
    linksIn(text).map((link) => [link.text, link.value, link.label]),
    [
      ['https://a.example/x(y)', 'https://a.example/x(y)', null],
      ['https://b.example/', 'https://b.example/', null],
      ['https://c.example/a', 'https://c.example/a', 'one'],
      ['http://d.example', 'http://d.example/', 'two'],
      ['www.foo.de/bar', 'https://www.foo.de/bar', null],
      // A letter in front of a scheme belongs to another word, in every script.
    ],
  );
  assert.deepEqual(
    linksIn('：https://e.example/路径。').map(({ text: shown }) => shown),
    ['https://e.example/路径'],
  );
  for (const none of ['http://', 'https://.', 'javascript:alert(1)', 'file:///etc/passwd', 'xhttps://a.example', 'www.'])
    assert.deepEqual(linksIn(none), [], none);
});

test('mail addresses are found, but not in links', () => {
  const text = 'mailto:x@y.org, Foo.Bar+1@Sub.Example.co.uk. https://u@h.example/ @me a@b ü@bücher.example a..b@c.de';
  const links = linksIn(text);
  assert.deepEqual(
    addressesIn(text, links).map((address) => [address.text, address.value]),
    [
      ['x@y.org', 'x@y.org'],
      ['Foo.Bar+1@Sub.Example.co.uk', 'Foo.Bar+1@sub.example.co.uk'],
      ['ü@bücher.example', 'ü@bücher.example'],
    ],
  );
});

test('each link and address stands at its place, and the browser takes each link', () => {
  const part = fc.oneof(
    anyText({ maxLength: 8 }),
    fc.constantFrom('https://', 'www.', 'a.example', '/x', '(', ')', '](', '[', '@', '.', ',', ' '),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const links = linksIn(text);
      for (const { text: shown, offset, value } of [...links, ...addressesIn(text, links)]) {
        assert.equal(text.slice(offset ?? -1, (offset ?? -1) + shown.length), shown);
        assert.ok(value.includes('@') || ['http:', 'https:', 'ftp:'].includes(new URL(value).protocol));
      }
    }),
  );
});
