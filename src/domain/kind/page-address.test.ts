import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { rowLooks } from '../view/looks/row-looks.ts';
import { openTargetOf } from './open-target.ts';
import { withoutCredentials } from './page-address.ts';

const link: Fragment = {
  id: '2',
  kind: 'text',
  text: '',
  bytes: 5,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-03-12T13:58:07.042Z',
  source: { type: 'local', name: 'Mail', path: '', app: { name: 'Mail', executable: null, pid: 7, windowTitle: null } },
  detection: null,
  embeddedFilename: null,
  state: 'kept',
  reason: 'untyped',
  savedPath: null,
  sha256: 'ab',
  contentKind: 'link',
};

test('the host that is shown is the one that is opened, or there is none', () => {
  const pages: readonly (readonly [text: string, host: string, address: string | null])[] = [
    ['https://example.org', 'example.org', 'https://example.org/'],
    ['[https://bank.example](https://evil.example/x)', 'evil.example', 'https://evil.example/x'],
    ['<https://bank.example@evil.example>', 'evil.example', 'https://bank.example@evil.example/'],
    ['https://bank.example\\@evil.example', 'bank.example', 'https://bank.example/@evil.example'],
    ['www.example.org:8080/a\n', 'www.example.org:8080', 'https://www.example.org:8080/a'],
    ['HTTPS://пример.example/ä', 'xn--e1afmkfd.example', 'https://xn--e1afmkfd.example/%C3%A4'],
    ['https://bank.example\u202e/x', '', null],
    ['https://bank.example/\u200bx', '', null],
    ['magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a', '', null],
    ['javascript://example.com/%0aalert(1)', '', null],
    ['ssh://git@example.org/x', '', null],
    ['https://a.example\nhttps://b.example', '', null],
    ['https://[', '', null],
    ['https:///x', '', null],
  ];
  for (const [text, host, address] of pages) {
    const fragment = { ...link, text };
    assert.equal(rowLooks(fragment).host, host, text);
    assert.equal(openTargetOf(fragment, '/home/me')?.target ?? null, address, text);
  }
});

test('an address is shown without a name and a password', () => {
  assert.equal(withoutCredentials('https://alice:s3c@ret@wiki.example/a@b'), 'https://wiki.example/a@b');
  for (const same of ['https://wiki.example/a@b', 'alice@wiki.example', 'https://wiki.example?a@b', ''])
    assert.equal(withoutCredentials(same), same);
});
