/**
 * `npm run test:packages -- [SUITE…]`: installs the .deb in a clean Debian (bookworm and trixie by default), starts Hub as an ordinary user, upgrades it
 * from an earlier version while that runs, refuses to go back, removes and purges it, and looks at what is left each time. Prints a line for each step;
 * exit status 1 if one failed. As root, with a network; it takes some minutes, and keeps the clean systems in `.runtime/clean-systems/`.
 *
 * The earlier version is the sources before the last migration of the journal, so that the upgrade has one to run.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CleanSystem } from './clean-system.ts';
import { tryPackage } from './try-package.ts';

const root = path.join(import.meta.dirname, '../../..');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { later: { type: 'string' }, earlier: { type: 'string' } },
});
const scratch = mkdtempSync(path.join(tmpdir(), 'hub-clean-'));
try {
  const later = values.later ?? build(root, '0.1.0', path.join(scratch, 'later'));
  const earlier = values.earlier ?? build(earlierSources(path.join(scratch, 'sources')), '0.0.9', path.join(scratch, 'earlier'));
  for (const suite of positionals.length > 0 ? positionals : ['bookworm', 'trixie']) {
    using system = new CleanSystem(suite, path.join(root, '.runtime/clean-systems'));
    const steps = tryPackage(system, { later, earlier, forms: Number.parseInt(path.basename(lastMigration()), 10) });
    for (const { name, fault, figure } of steps) {
      process.stdout.write(`${fault === null ? 'ok    ' : 'FAILED'} ${suite}: ${name}${figure === undefined ? '' : `, ${figure}`}\n`);
      if (fault === null) continue;
      process.stdout.write(`${fault}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Returns the path of the package. */
function build(source: string, version: string, output: string): string {
  const words = ['tools/package/main.ts', 'deb', '--quick', '--source', source, '--version', version, '--output', output];
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path.join(output, `hub-desktop_${version}_amd64.deb`);
}

/** The commit before the one that added the last migration; Node, the packages and the page are those of this checkout. */
function earlierSources(folder: string): string {
  const commit = git('log', '--diff-filter=A', '--format=%H', '--', lastMigration()).split('\n').at(-1);
  mkdirSync(folder, { recursive: true });
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', `${commit}^`, folder], { cwd: root });
  for (const name of ['node_modules', '.runtime']) symlinkSync(path.join(root, name), path.join(folder, name));
  return folder;
}

/** Its number is the form that it makes. */
function lastMigration(): string {
  return git('ls-files', 'src/journal/migrations/0*').split('\n').at(-1) ?? '';
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
}
