import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Replaces a file of a package by what becomes of it, if it has this SHA-256; any other version of it stays as it is. */
export function replaceKnown(file: string, sha256: string, patched: (bytes: Buffer) => Uint8Array | string): void {
  const bytes = readFileSync(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return;
  // Written next to it and renamed, because setup can be stopped at any moment.
  writeFileSync(`${file}.new`, patched(bytes));
  renameSync(`${file}.new`, file);
}
