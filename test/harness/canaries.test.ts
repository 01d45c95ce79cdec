import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { canariesIn, canary, plainCanary } from './canaries.ts';

/** Ways in which a program could give a text away, each written without the search that is to find it. */
const leaks: Readonly<Record<string, (text: string) => string | Buffer>> = {
  'as it is': (text) => text,
  'in base64, at any place of three': (text) =>
    `${Buffer.from(`x${text}y`).toString('base64')} ${Buffer.from(`xy${text}`).toString('base64')}`,
  'in base64url': (text) => Buffer.from(`\u00ff\u00fe${text}`).toString('base64url'),
  'in base64 of UTF-16': (text) => Buffer.from(`p: ${text}`, 'utf16le').toString('base64'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in upper hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
  'in UTF-16, the other way round': (text) => Buffer.from(text, 'utf16le').swap16(),
  'in a URL': encodeURIComponent,
  'in a form': (text) => new URLSearchParams({ q: text }).toString(),
  'in a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in a URL, every byte': (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'in HTML': (text) => text.replaceAll('"', '&quot;'),
  'in HTML by numbers': (text) => text.replaceAll('"', '&#34;').replaceAll('ä', '&#228;'),
  'in HTML by hex numbers': (text) => text.replaceAll('"', '&#x22;').replaceAll('ä', '&#xe4;'),
  'in JSON': (text) => JSON.stringify({ text }),
  'in JSON as ASCII': (text) => JSON.stringify(text).replaceAll('ä', '\\u00e4'),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'in lower case': (text) => text.toLowerCase(),
  reversed: (text) => [...text].reverse().join(''),
  'by gzip': (text) => Buffer.concat([Buffer.from('before'), gzipSync(`a ${text}`)]),
  'by gzip, behind something': (text) => Buffer.concat([gzipSync(text), Buffer.from('behind')]),
  'by zlib': (text) => deflateSync(text),
  'by gzip in base64': (text) => `{"body":"${gzipSync(text).toString('base64')}"}`,
  'by zlib in base64': (text) => deflateSync(text).toString('base64'),
};

describe('a canary is found', () => {
  for (const [how, leak] of Object.entries(leaks))
    it(how, () => {
      for (const text of [canary('a title'), plainCanary('a-name')]) {
        const leaked = Buffer.from(leak(text));
        assert.notDeepEqual(canariesIn(leaked, [text]), [], text);
        assert.deepEqual(canariesIn(leaked, [canary('another one')]), []);
      }
    });

  it('and a short one only where it is', () => {
    for (const text of ['a', 'ab', 'ꙮ⨳⩋']) {
      assert.deepEqual(canariesIn(Buffer.from('no other letters: 0123456789'), [text]), []);
      assert.notDeepEqual(canariesIn(Buffer.from(`it is ${text}`), [text]), []);
    }
  });

  it('as a host, if it can be the name of one', () => {
    assert.notDeepEqual(canariesIn(Buffer.from('https://xn--cnary-gra.example'), ['cänary']), []);
  });
});
