/**
 * `npm run package -- [FORM…]`: the packages that Hub is installed from, into `dist/`, with a manifest of their hashes. Without a form, all of
 * them. It reports its progress. The same commit gives the same bytes: everything has the time of the last commit, or of `SOURCE_DATE_EPOCH`.
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
interface Form {
  /** What is built, for the line that says that it began. */
  readonly what: string;
  readonly build: (plan: Plan, scratch: string) => Promise<string>;
}

const forms: Readonly<Record<string, Form>> = {
  deb: { what: 'the package for Debian and Ubuntu', build: buildDeb },
  npm: { what: 'the package for npm', build: buildNpm },
  rpm: { what: 'the package for Fedora', build: buildRpm },
  archive: { what: 'the archive that installs itself for one user', build: buildArchive },
  windows: { what: 'the installer for Windows', build: buildWindows },
  'macos-arm64': { what: 'the application for Macs with an Apple processor', build: (plan, scratch) => buildMacos(plan, scratch, 'arm64') },
  'macos-x64': { what: 'the application for Macs with an Intel processor', build: (plan, scratch) => buildMacos(plan, scratch, 'x64') },
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
const wanted = (positionals.length > 0 ? positionals : Object.keys(forms)).map((name) => {
  const form = forms[name];
  if (form === undefined) {
    process.stderr.write(`package: there is no form ${name}; choose from: ${Object.keys(forms).join(', ')}\n`);
    process.exit(2);
  }
  return [name, form] as const;
});
const scratch = mkdtempSync(path.join(tmpdir(), 'hub-package-'));
try {
  mkdirSync(plan.output, { recursive: true });
  say(`hub-desktop ${plan.version}, into ${shown(plan.output)}`);
  const files: string[] = [];
  for (const [name, { what, build }] of wanted) files.push(await step(name, what, () => build(plan, scratch)));
  const bom = await step('sbom', 'the list of what is in them', () => writeBom(plan));
  const manifest = writeManifest(plan, [...files, bom]);
  for (const file of manifest) say(written(file));
  if (values.key !== undefined) for (const file of manifest) say(written(sign(file, path.resolve(values.key), plan)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Says when it begins and when it has ended: to compress a package takes a minute. */
async function step(name: string, what: string, build: () => string | Promise<string>): Promise<string> {
  const startedAtMs = performance.now();
  say(`${name}: ${what}…`);
  const file = await build();
  say(`${name}: ${written(file)}, ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`);
  return file;
}

function written(file: string): string {
  const { size } = statSync(file);
  return `${shown(file)}, ${size < 1e5 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`}`;
}

function shown(file: string): string {
  return path.relative(process.cwd(), file);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
