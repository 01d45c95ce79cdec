import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signer } from '../../../test/doubles/minisign-signer.ts';
import { checkSignature } from './minisign.ts';

const content = Buffer.from('{"version":"1.2.3"}\n');

test('what minisign itself has signed is believed', () => {
  const publicKey = 'RWT3nScfpWXPt3lAA9htSf312DYYqxZODzmRY5lpIEk2iVm6+p94UuiJ';
  const signature = `untrusted comment: signature from minisign secret key
RUT3nScfpWXPtyvZbk+e3i3dDNs4MPhmniyB3+OAV3eNxep46J7da1lmdZh+DMV4NP0CafB1+c5oW89MQqsW5RlKpI34bMpuHgY=
trusted comment: hub-desktop 1.2.3
LEVv/S0VFLkMy5lRENn9druC8oS8FtWGOINjeGurSST9v/uHc5EPxs31lQZSk/JtYvMJJL1vmjvl5sqmJpTLAA==
`;
  assert.deepEqual(checkSignature({ content, signature, publicKey }), { ok: true, value: 'hub-desktop 1.2.3' });
});

test('a signature is believed for its content, its comment and its key alone', () => {
  const { publicKey, sign } = signer();
  const signature = sign(content, 'a comment');
  const reasonOf = (change: Partial<Parameters<typeof checkSignature>[0]>) => {
    const outcome = checkSignature({ content, signature, publicKey, ...change });
    return outcome.ok ? outcome.value : outcome.reason;
  };
  assert.equal(reasonOf({}), 'a comment');
  assert.equal(reasonOf({ content: Buffer.from('{"version":"9.9.9"}\n') }), 'wrong');
  assert.equal(reasonOf({ signature: signature.replace('a comment', 'b comment') }), 'wrong');
  assert.equal(reasonOf({ publicKey: signer().publicKey }), 'other-key');
  for (const odd of ['', 'x', signature.slice(0, 100), signature.replace('trusted comment: a', 'a'), 'y'.repeat(10_000)])
    assert.equal(reasonOf({ signature: odd }), 'not-a-signature', odd.slice(0, 40));
  for (const odd of ['', 'RW', 'ZZ', publicKey.slice(4)]) assert.equal(reasonOf({ publicKey: odd }), 'not-a-key');
});

test('a signature of the older form, over the content itself, is refused', () => {
  const { publicKey, sign } = signer();
  const [comment, line = '', ...rest] = sign(content, 'x').split('\n');
  const bytes = Buffer.from(line, 'base64');
  bytes.write('Ed', 0, 'latin1');
  const outcome = checkSignature({ content, signature: [comment, bytes.toString('base64'), ...rest].join('\n'), publicKey });
  assert.deepEqual(outcome, { ok: false, reason: 'not-a-signature' });
});
