/**
 * `data/paired-extensions.json`: which extensions are paired. Of a token it has the digest alone. A file that can't be read, or is not valid, pairs nobody,
 * and is not written over: whoever finds it damaged decides what becomes of it.
 */
import * as z from 'zod';
import { readText } from '../../base/documents/json-document.ts';
import { replaceAtomically } from '../../base/files/durable-file.ts';

const timeMs = z.int().min(0);
const pairing = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  name: z.string().min(1).max(200),
  origin: z.string().min(1).max(100),
  /** The file of the browser's program. */
  browser: z.string().max(4_096).nullable(),
  /** Hexadecimal. */
  tokenSha256: z.string().regex(/^[0-9a-f]{64}$/),
  pairedAtMs: timeMs,
  lastSeenAtMs: timeMs.nullable(),
});
export type Pairing = z.infer<typeof pairing>;

export const mostPairings = 32;
const stored = z.strictObject({ version: z.literal(1), pairings: z.array(pairing).max(mostPairings) });

/** The pairings, none without a file; null if the file can't be used. */
export function readPairings(file: string): readonly Pairing[] | null {
  const text = readText(file);
  if (!text.ok) return null;
  if (text.value === null) return [];
  try {
    const parsed = stored.safeParse(JSON.parse(text.value));
    return parsed.success ? parsed.data.pairings : null;
  } catch {
    return null;
  }
}

/** False if it was not written; then the file is as it was. */
export async function writePairings(file: string, pairings: readonly Pairing[]): Promise<boolean> {
  const text = `${JSON.stringify({ version: 1, pairings }, null, 2)}\n`;
  return (await replaceAtomically(file, Buffer.from(text), 0o600)).ok;
}
