import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostsOfRules, isExcludedHost, plainAddress } from './web-address.ts';

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
  const excluded = [
    'example.org',
    ' *.Bank.Example. ',
    'bücher.example',
    '',
    'not a host',
    '[::1]',
    '127.0.0.1',
    'https://me@Mail.example:8443/in',
  ];
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
    'mail.example',
  ])
    assert.ok(isExcludedHost(host, excluded), host);
  for (const host of ['example.com', 'notexample.org', 'example.org.evil.example', 'bank', 'org', ''])
    assert.ok(!isExcludedHost(host, excluded), host);
  assert.ok(isExcludedHost('anything.example', ['*']), 'every host');
  assert.deepEqual(hostsOfRules(['*.Bank.Example', 'bank.example.', ' bank.example', 'no host']), ['bank.example']);
});
