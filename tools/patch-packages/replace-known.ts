import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Replaces a file of a package by what becomes of it, if it has this SHA-256; any other version of it stays as it is. `name` is what a program would import:
 * where npm installs Hub as a package, the packages that it needs may be beside it.
 */
export function replaceKnown(name: string, sha256: string, patched: (bytes: Buffer) => Uint8Array | string): void {
  const file = createRequire(import.meta.url)
    .resolve(name)
    .replace(/\.cjs$/, '.js');
  const bytes = readFileSync(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return;
  // Written next to it and renamed, because setup can be stopped at any moment.
  writeFileSync(`${file}.new`, patched(bytes));
  renameSync(`${file}.new`, file);
}
