/** For tests: signs as minisign does, with a key of its own. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Signer {
  readonly publicKey: string;
  /** The text of the file `NAME.minisig`. */
  readonly sign: (content: Uint8Array, comment: string) => string;
}

export function signer(): Signer {
  const pair = generateKeyPairSync('ed25519');
  const id = randomBytes(8);
  const raw = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    publicKey: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'),
    sign: (content, comment) => {
      const signature = sign(null, createHash('blake2b512').update(content).digest(), pair.privateKey);
      const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), pair.privateKey);
      const first = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64');
      return `untrusted comment: a test\n${first}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`;
    },
  };
}
