/** What goes beside the packages of a release: `release.json` with their hashes, the list of what is in them, and the signature. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '../../../src/contract/release.ts';
import type { Plan } from '../program/copy-program.ts';

/** Writes `release.json` and `SHA256SUMS` about these files, which are in the output folder. Returns the paths of both. */
export function writeManifest(plan: Plan, files: readonly string[]): readonly string[] {
  const rows = files.toSorted().map((file) => {
    const bytes = readFileSync(file);
    return { name: path.basename(file), bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const release: Release = { name: 'hub-desktop', version: plan.version, date: new Date(plan.date * 1_000).toISOString(), files: rows };
  return [
    written(plan, 'release.json', `${JSON.stringify(release, null, 2)}\n`),
    // For sha256sum --check.
    written(plan, 'SHA256SUMS', rows.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')),
  ];
}

function written({ output }: Plan, name: string, text: string): string {
  const file = path.join(output, name);
  writeFileSync(file, text);
  return file;
}

/** Signs a file with the secret key at this path, by minisign(1), which asks for its password if it has one. Returns the path of the signature. */
export function sign(file: string, secretKey: string, plan: Plan): string {
  execFileSync('minisign', ['-S', '-s', secretKey, '-m', file, '-t', `hub-desktop ${plan.version}`], {
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  return `${file}.minisig`;
}
