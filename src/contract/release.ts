/** `release.json`: what a release consists of. It is signed as a whole (`release.json.minisig`), and `hub update` reads it. */
import * as z from 'zod';

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'a version such as 1.2.3');

const releaseFile = z.looseObject({
  name: z.string().regex(/^[\w.+-]{1,200}$/),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const release = z.looseObject({
  name: z.literal('hub-desktop'),
  version,
  /** When its sources were committed: ISO 8601. */
  date: z.iso.datetime(),
  files: z.array(releaseFile).max(100),
});
export type Release = z.infer<typeof release>;
