/**
 * `npm run test:packages -- [SUITE…]`: installs the .deb in a clean Debian (bookworm and trixie by default), starts Hub as an ordinary user, upgrades it
 * from an earlier version while that runs, refuses to go back, removes and purges it, and looks at what is left each time. `windows`, also by default,
 * is the installer of Windows, in the Wine of trixie. Prints a line for each step; exit status 1 if one failed. As root, with a network; it takes some
 * minutes, and keeps the clean systems in `.runtime/clean-systems/`.
 *
 * The earlier version is the sources before the last migration of the journal, so that the upgrade has one to run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { journalForm } from '../../../src/journal/journal-form.ts';
import { npm } from '../../setup/npm.mjs';
import { CleanSystem } from './clean-system.ts';
import type { Step } from './step.ts';
import { tryInstaller } from './try-installer.ts';
import { tryPackage } from './try-package.ts';

const root = path.join(import.meta.dirname, '../../..');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { later: { type: 'string' }, earlier: { type: 'string' } },
});
const fileNames = {
  deb: (version: string) => `hub-desktop_${version}_amd64.deb`,
  windows: (version: string) => `hub-desktop-${version}-windows-x64.exe`,
} as const;

const scratch = mkdtempSync(path.join(tmpdir(), 'hub-clean-'));
const wine = { name: 'windows', suite: 'trixie' } as const;
try {
  const [later, earlier] = ['later', 'earlier'].map((one) => path.join(scratch, one)) as [string, string];
  for (const name of positionals.length > 0 ? positionals : ['bookworm', 'trixie', wine.name]) {
    using system = new CleanSystem(name === wine.name ? wine.suite : name, path.join(root, '.runtime/clean-systems'));
    for (const step of name === wine.name ? windows(system) : debian(system)) report(name, step);
  }

  function debian(system: CleanSystem): Generator<Step> {
    const packages = {
      later: values.later ?? build('deb', root, '0.1.0', later),
      earlier: values.earlier ?? build('deb', earlierSources(path.join(scratch, 'sources')), '0.0.9', earlier),
    };
    return tryPackage(system, { ...packages, form: journalForm });
  }

  /** Both of these sources: no journal is migrated there. */
  function windows(system: CleanSystem): Generator<Step> {
    return tryInstaller(system, { later: build('windows', root, '0.1.0', later), earlier: build('windows', root, '0.0.9', earlier) });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function report(name: string, { name: step, fault, figure }: Step): void {
  process.stdout.write(`${fault === null ? 'ok    ' : 'FAILED'} ${name}: ${step}${figure === undefined ? '' : `, ${figure}`}\n`);
  if (fault === null) return;
  process.stdout.write(`${fault}\n`);
  process.exitCode = 1;
}

/** Returns the path of the package. */
function build(form: keyof typeof fileNames, source: string, version: string, output: string): string {
  const file = path.join(output, fileNames[form](version));
  if (existsSync(file)) return file;
  const words = ['tools/package/main.ts', form, '--quick', '--source', source, '--version', version, '--output', output];
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

/** The commit before the one that added the last migration, with the packages that it names; Node and the page are those of this checkout. */
function earlierSources(folder: string): string {
  const commit = git('log', '--diff-filter=A', '--format=%H', '--', lastMigration()).split('\n').at(-1);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', `${commit}^`, folder], { cwd: root });
  symlinkSync(path.join(root, '.runtime'), path.join(folder, '.runtime'));
  npm(process.execPath, ['ci', '--omit=dev', '--ignore-scripts', '--include=optional'], folder);
  return folder;
}

/** Some are applied again by a later form, so its number is not the form that it makes. */
function lastMigration(): string {
  return git('ls-files', 'src/journal/migrations/0*').split('\n').at(-1) ?? '';
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
}
