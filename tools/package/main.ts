/**
 * `npm run package -- [FORM…]`: the packages that Hub is installed from, into `dist/`, with a manifest of their hashes. Without a form, all of
 * them. The same commit gives the same bytes: everything has the time of the last commit, or of `SOURCE_DATE_EPOCH`.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { version as ownVersion } from '../../src/contract/version.ts';
import { buildArchive } from './formats/archive.ts';
import { buildDeb } from './formats/deb.ts';
import { buildMacos } from './formats/macos.ts';
import { buildNpm } from './formats/npm.ts';
import { buildRpm } from './formats/rpm.ts';
import { buildWindows } from './formats/windows.ts';
import type { Plan } from './program/copy-program.ts';
import { sourceDate } from './program/source-date.ts';
import { sign, writeManifest } from './release/manifest.ts';
import { writeBom } from './release/sbom.ts';

const root = path.join(import.meta.dirname, '../..');
const builders: Readonly<Record<string, (plan: Plan, scratch: string) => string | Promise<string>>> = {
  deb: buildDeb,
  npm: buildNpm,
  rpm: buildRpm,
  archive: buildArchive,
  windows: buildWindows,
  'macos-arm64': (plan, scratch) => buildMacos(plan, scratch, 'arm64'),
  'macos-x64': (plan, scratch) => buildMacos(plan, scratch, 'x64'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    output: { type: 'string', default: path.join(root, 'dist') },
    /** A checkout other than this one, such as that of an earlier version. */
    source: { type: 'string', default: root },
    version: { type: 'string', default: ownVersion },
    /** For a trial: packs in seconds, without compressing. */
    quick: { type: 'boolean' },
    /** The secret key of minisign with which the release is signed. */
    key: { type: 'string' },
  },
});
const plan: Plan = {
  root: path.resolve(values.source),
  output: path.resolve(values.output),
  version: values.version,
  isQuick: values.quick,
  date: sourceDate(root, process.env),
};
const scratch = mkdtempSync(path.join(tmpdir(), 'hub-package-'));
try {
  mkdirSync(plan.output, { recursive: true });
  const files: string[] = [];
  for (const form of positionals.length > 0 ? positionals : Object.keys(builders)) {
    const build = builders[form];
    if (build === undefined) throw new Error(`there is no form ${form}; choose of: ${Object.keys(builders).join(', ')}`);
    files.push(told(await build(plan, scratch)));
  }
  const manifest = writeManifest(plan, [...files, told(writeBom(plan))]).map(told);
  if (values.key !== undefined) for (const file of manifest) told(sign(file, path.resolve(values.key), plan));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function told(file: string): string {
  process.stdout.write(`${path.relative(process.cwd(), file)}  ${(statSync(file).size / 1e6).toFixed(3)} MB\n`);
  return file;
}
