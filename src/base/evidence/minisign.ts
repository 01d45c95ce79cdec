/**
 * Checks a signature in minisign's form (https://jedisct1.github.io/minisign/): Ed25519 over the BLAKE2b-512 of the content, and a second one over the first and
 * the trusted comment. Only this prehashed form (`ED`) is accepted; every other one is refused.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { done, failed, type Outcome } from '../outcome.ts';

/** `not-a-key`, `not-a-signature`: of another form. `other-key`: signed with another key. `wrong`: not the signature of this content. */
export type SignatureFault = 'not-a-key' | 'not-a-signature' | 'other-key' | 'wrong';

export interface Signed {
  readonly content: Uint8Array;
  /** The file `NAME.minisig`. */
  readonly signature: string;
  /** The public key as `minisign` prints it: one line that begins with `RW`. */
  readonly publicKey: string;
}

const longestFile = 4_096;
const idBytes = 8;

/** Returns the trusted comment, which the signature covers as well. */
export function checkSignature({ content, signature, publicKey }: Signed): Outcome<string, SignatureFault> {
  const key = bytesOf(publicKey.trim(), 'Ed', 32);
  if (key === null) return failed('not-a-key');
  const parts = partsOf(signature);
  if (parts === null) return failed('not-a-signature');
  if (!parts.id.equals(key.id)) return failed('other-key');
  const ed25519 = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.rest.toString('base64url') }, format: 'jwk' });
  const hash = createHash('blake2b512').update(content).digest();
  const isWhole =
    verify(null, hash, ed25519, parts.rest) &&
    verify(null, Buffer.concat([parts.rest, Buffer.from(parts.comment)]), ed25519, parts.commentSignature);
  return isWhole ? done(parts.comment) : failed('wrong');
}

function partsOf(signature: string) {
  if (signature.length > longestFile) return null;
  const [untrusted = '', first = '', trusted = '', second = ''] = signature.split(/\r?\n/, 4);
  const comment = /^trusted comment: (.*)$/.exec(trusted)?.[1];
  const own = bytesOf(first, 'ED', 64);
  const commentSignature = Buffer.from(second, 'base64');
  if (!untrusted.startsWith('untrusted comment: ') || comment === undefined || own === null || commentSignature.length !== 64) return null;
  return { ...own, comment, commentSignature };
}

/** The id of the key, and what follows it; null if it is of another form. */
function bytesOf(base64: string, algorithm: 'Ed' | 'ED', length: number): { readonly id: Buffer; readonly rest: Buffer } | null {
  const bytes = Buffer.from(base64.slice(0, 200), 'base64');
  if (bytes.length !== 2 + idBytes + length || bytes.toString('latin1', 0, 2) !== algorithm) return null;
  return { id: bytes.subarray(2, 2 + idBytes), rest: bytes.subarray(2 + idBytes) };
}
